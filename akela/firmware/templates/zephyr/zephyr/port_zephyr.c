/*
 * The hooks with Zephyr.
 *
 * @AKELA_LICENCE@
 */

#include <zephyr/kernel.h>
#include <zephyr/random/random.h>
#include <zephyr/sys/printk.h>

#include "akela_port.h"

akela_status_t akela_port_entropy(uint8_t *out, size_t out_len)
{
    return sys_csrand_get(out, out_len) == 0 ? AKELA_OK : AKELA_HARDWARE_FAILED;
}

int akela_port_yield(void)
{
    k_yield();
    return 0;
}

uint64_t akela_port_microseconds(void)
{
    return (uint64_t)k_uptime_get() * 1000u;
}

uint64_t akela_port_cycles(void)
{
    static akela_counter_t counter;

    return akela_counter_extended(&counter, k_cycle_get_32());
}

void akela_port_write(const char *text, size_t length)
{
    size_t i;

    for (i = 0; i < length; i++) {
        printk("%c", text[i]);
    }
}
