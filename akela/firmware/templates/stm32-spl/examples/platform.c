/*
 * What the examples ask, answered by the Standard Peripheral Library.
 *
 * @AKELA_LICENCE@
 */

#include "platform.h"

#include "console.h"
#include "stm32f2xx.h"

#define BEGUN 0x414b454cu

/* Stays through a reset where the linker script leaves `.noinit` alone, as GNU ld does with a section that it does not name. */
static struct {
    uint32_t magic, count;
} boots __attribute__((section(".noinit")));

void platform_begin(void)
{
    boots.count = boots.magic == BEGUN ? boots.count + 1 : 1;
    boots.magic = BEGUN;
}

const char *platform_sdk(void)
{
    return "STM32 Standard Peripheral Library";
}

void platform_put_revision(void)
{
    put_text("0x");
    put_hex(DBGMCU->IDCODE >> 16);
}

uint32_t platform_mhz(void)
{
    return SystemCoreClock / 1000000u;
}

uint32_t platform_boot_count(void)
{
    return boots.count;
}

size_t platform_stack_unused(void)
{
    return PLATFORM_UNKNOWN;
}

size_t platform_heap_free(void)
{
    return PLATFORM_UNKNOWN;
}
