/*
 * What the examples ask, answered by ESP8266_RTOS_SDK.
 *
 * @AKELA_LICENCE@
 */

#include "platform.h"

#include "console.h"
#include "esp_system.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"
#include "sdkconfig.h"

static esp_chip_info_t chip(void)
{
    esp_chip_info_t found;

    esp_chip_info(&found);
    return found;
}

void platform_begin(void)
{
}

const char *platform_sdk(void)
{
    return esp_get_idf_version();
}

void platform_put_revision(void)
{
    put_text("v");
    put_number(chip().revision, 0);
}

uint32_t platform_mhz(void)
{
    return CONFIG_ESP8266_DEFAULT_CPU_FREQ_MHZ;
}

uint32_t platform_boot_count(void)
{
    return PLATFORM_UNKNOWN;
}

size_t platform_stack_unused(void)
{
    return uxTaskGetStackHighWaterMark(NULL);
}

size_t platform_heap_free(void)
{
    return esp_get_free_heap_size();
}
