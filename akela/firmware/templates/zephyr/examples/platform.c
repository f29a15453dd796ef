/*
 * What the examples ask, answered by Zephyr.
 *
 * @AKELA_LICENCE@
 */

#include "platform.h"

#include <zephyr/kernel.h>
#include <zephyr/version.h>

#include "console.h"

#define BEGUN 0x414b454cu

static __noinit struct {
    uint32_t magic, count;
} boots;

void platform_begin(void)
{
    boots.count = boots.magic == BEGUN ? boots.count + 1 : 1;
    boots.magic = BEGUN;
}

const char *platform_sdk(void)
{
    return "Zephyr " KERNEL_VERSION_STRING;
}

void platform_put_revision(void)
{
    put_text("unknown");
}

uint32_t platform_mhz(void)
{
#if defined(CONFIG_CORTEX_M_SYSTICK)
    return sys_clock_hw_cycles_per_sec() / 1000000u;
#else
    return PLATFORM_UNKNOWN; /* the timer has a clock of its own */
#endif
}

uint32_t platform_boot_count(void)
{
    return boots.count;
}

size_t platform_stack_unused(void)
{
    size_t unused = 0;

    return k_thread_stack_space_get(k_current_get(), &unused) == 0 ? unused : PLATFORM_UNKNOWN;
}

size_t platform_heap_free(void)
{
    return PLATFORM_UNKNOWN;
}
