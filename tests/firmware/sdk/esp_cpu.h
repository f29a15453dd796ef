/* What an export calls of an SDK, declared for the tests. */
#pragma once
#include <stdint.h>
uint32_t esp_cpu_get_cycle_count(void);
