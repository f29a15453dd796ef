/*
 * What the examples ask, answered by the Standard Peripheral Library.
 *
 * @AKELA_LICENCE@
 */

#include "platform.h"

#include "stm32f2xx.h"

void platform_begin(void)
{
}

const char *platform_sdk(void)
{
    return "STM32 Standard Peripheral Library";
}

uint32_t platform_revision(void)
{
    return DBGMCU->IDCODE >> 16;
}

uint32_t platform_mhz(void)
{
    return SystemCoreClock / 1000000u;
}

uint32_t platform_boot_count(void)
{
    return 1;
}

size_t platform_stack_unused(void)
{
    return 0;
}

size_t platform_heap_free(void)
{
    return 0;
}
