/*
 * What the examples ask, answered by the HAL.
 *
 * @AKELA_LICENCE@
 */

#include "platform.h"

#include "console.h"
#include "main.h"

#if defined(__has_include)
#if __has_include("FreeRTOS.h")
#include "FreeRTOS.h"
#include "task.h"
#define HAS_FREERTOS 1
#endif
#endif

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
    return "STM32Cube";
}

void platform_put_revision(void)
{
    put_text("0x");
    put_hex(HAL_GetREVID());
}

uint32_t platform_mhz(void)
{
    return HAL_RCC_GetHCLKFreq() / 1000000u;
}

uint32_t platform_boot_count(void)
{
    return boots.count;
}

size_t platform_stack_unused(void)
{
#if defined(HAS_FREERTOS)
    return (size_t)uxTaskGetStackHighWaterMark(NULL) * sizeof(StackType_t);
#else
    return PLATFORM_UNKNOWN;
#endif
}

size_t platform_heap_free(void)
{
#if defined(HAS_FREERTOS)
    return xPortGetFreeHeapSize();
#else
    return PLATFORM_UNKNOWN;
#endif
}
