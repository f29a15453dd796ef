/* What an export calls of an SDK, declared for the tests. */
#pragma once
#define CONFIG_ESP_DEFAULT_CPU_FREQ_MHZ 160
#define CONFIG_ESP8266_DEFAULT_CPU_FREQ_MHZ 160
