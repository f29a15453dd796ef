/*
 * The hooks with ESP-IDF. Random bytes are random only while Wi-Fi, Bluetooth or the SAR ADC feed the generator: see esp_random.h.
 *
 * @AKELA_LICENCE@
 */

#include <stdio.h>

#include "akela_port.h"
#include "esp_cpu.h"
#include "esp_random.h"
#include "esp_timer.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"

akela_status_t akela_port_entropy(uint8_t *out, size_t out_len)
{
    esp_fill_random(out, out_len);
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

    return akela_counter_extended(&counter, (uint32_t)esp_cpu_get_cycle_count());
}

void akela_port_write(const char *text, size_t length)
{
    (void)fwrite(text, 1, length, stdout);
}
