/*
 * What the examples ask, answered by ESP-IDF.
 *
 * @AKELA_LICENCE@
 */

#include "platform.h"

#include "console.h"
#include "esp_attr.h"
#include "esp_chip_info.h"
#include "esp_heap_caps.h"
#include "esp_idf_version.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"
#include "sdkconfig.h"

#define BEGUN 0x414b454cu

static RTC_NOINIT_ATTR uint32_t magic, boots;

static esp_chip_info_t chip(void)
{
    esp_chip_info_t found;

    esp_chip_info(&found);
    return found;
}

void platform_begin(void)
{
    boots = magic == BEGUN ? boots + 1 : 1;
    magic = BEGUN;
}

const char *platform_sdk(void)
{
    return esp_get_idf_version();
}

void platform_put_revision(void)
{
    put_text("v");
    put_number(chip().revision / 100u, 0);
    put_text(".");
    put_number(chip().revision % 100u, 0);
}

uint32_t platform_mhz(void)
{
    return CONFIG_ESP_DEFAULT_CPU_FREQ_MHZ;
}

uint32_t platform_boot_count(void)
{
    return boots;
}

size_t platform_stack_unused(void)
{
    return uxTaskGetStackHighWaterMark(NULL);
}

size_t platform_heap_free(void)
{
    return heap_caps_get_free_size(MALLOC_CAP_DEFAULT);
}
