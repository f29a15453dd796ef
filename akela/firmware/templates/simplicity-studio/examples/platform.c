/*
 * What the examples ask, answered by the Gecko SDK.
 *
 * @AKELA_LICENCE@
 */

#include "platform.h"

#include "FreeRTOS.h"
#include "console.h"
#include "em_cmu.h"
#include "em_system.h"
#include "task.h"

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
    return "Gecko SDK";
}

void platform_put_revision(void)
{
    SYSTEM_ChipRevision_TypeDef found;

    SYSTEM_ChipRevisionGet(&found);
    put_text("v");
    put_number(found.major, 0);
    put_text(".");
    put_number(found.minor, 0);
}

uint32_t platform_mhz(void)
{
    return CMU_ClockFreqGet(cmuClock_CORE) / 1000000u;
}

uint32_t platform_boot_count(void)
{
    return boots.count;
}

size_t platform_stack_unused(void)
{
    return (size_t)uxTaskGetStackHighWaterMark(NULL) * sizeof(StackType_t);
}

size_t platform_heap_free(void)
{
    return xPortGetFreeHeapSize();
}
