/*
 * What the examples ask, answered by the HAL.
 *
 * @AKELA_LICENCE@
 */

#include "platform.h"

#include "main.h"

void platform_begin(void)
{
}

const char *platform_sdk(void)
{
    return "STM32Cube";
}

uint32_t platform_revision(void)
{
    return HAL_GetREVID();
}

uint32_t platform_mhz(void)
{
    return HAL_RCC_GetHCLKFreq() / 1000000u;
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
