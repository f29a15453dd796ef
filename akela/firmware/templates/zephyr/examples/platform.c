/*
 * What the examples ask, answered by Zephyr.
 *
 * @AKELA_LICENCE@
 */

#include "platform.h"

#include <zephyr/kernel.h>
#include <zephyr/version.h>

void platform_begin(void)
{
}

const char *platform_sdk(void)
{
    return "Zephyr " KERNEL_VERSION_STRING;
}

uint32_t platform_revision(void)
{
    return 0;
}

uint32_t platform_mhz(void)
{
    return sys_clock_hw_cycles_per_sec() / 1000000u;
}

uint32_t platform_boot_count(void)
{
    return 1;
}

size_t platform_stack_unused(void)
{
    size_t unused = 0;

    return k_thread_stack_space_get(k_current_get(), &unused) == 0 ? unused : 0;
}

size_t platform_heap_free(void)
{
    return 0;
}
