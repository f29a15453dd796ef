/*
 * What the examples ask, answered by the Gecko SDK.
 *
 * @AKELA_LICENCE@
 */

#include "platform.h"

#include "FreeRTOS.h"
#include "em_cmu.h"
#include "em_system.h"
#include "task.h"

static uint32_t revision(void)
{
    SYSTEM_ChipRevision_TypeDef found;

    SYSTEM_ChipRevisionGet(&found);
    return 100u * found.major + found.minor;
}

void platform_begin(void)
{
}

const char *platform_sdk(void)
{
    return "Gecko SDK";
}

uint32_t platform_revision(void)
{
    return revision();
}

uint32_t platform_mhz(void)
{
    return CMU_ClockFreqGet(cmuClock_CORE) / 1000000u;
}

uint32_t platform_boot_count(void)
{
    return 1;
}

size_t platform_stack_unused(void)
{
    return (size_t)uxTaskGetStackHighWaterMark(NULL) * sizeof(StackType_t);
}

size_t platform_heap_free(void)
{
    return xPortGetFreeHeapSize();
}
