/*
 * The hooks with ESP8266_RTOS_SDK. Random bytes are random only while the radio is on.
 *
 * @AKELA_LICENCE@
 */

#include <stdio.h>

#include "akela_port.h"
#include "esp_system.h"
#include "esp_timer.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"

akela_status_t akela_port_entropy(uint8_t *out, size_t out_len)
{
    size_t i;

    for (i = 0; i < out_len; i += 4) {
        uint32_t word = esp_random();
        size_t j;

        for (j = i; j < out_len && j < i + 4; j++) {
            out[j] = (uint8_t)word;
            word >>= 8;
        }
    }
    return AKELA_OK;
}

/* The task's watchdog is fed, and every 10 ms the idle task may run. */
int akela_port_yield(void)
{
    static int64_t last;
    const int64_t now = esp_timer_get_time();

    (void)akela_port_cycles();
    if (now - last >= 10000) {
        last = now;
        vTaskDelay(1);
    }
    return 0;
}

uint64_t akela_port_microseconds(void)
{
    return (uint64_t)esp_timer_get_time();
}

uint64_t akela_port_cycles(void)
{
    static akela_counter_t counter;
    uint32_t now;

    __asm__ volatile("rsr %0, ccount" : "=a"(now));
    return akela_counter_extended(&counter, now);
}

void akela_port_write(const char *text, size_t length)
{
    (void)fwrite(text, 1, length, stdout);
}
