/*
 * The accelerators together with what else of the program uses them by ST's HAL: a mutex for each, beside the HAL's handle.
 *
 * The mutexes are those of CMSIS-RTOS2, where the project has it and its kernel runs. A task that works with `hcryp` or `hhash` takes the
 * same ones: akela_port_lock(AKELA_LOCK_AES) and akela_port_unlock. While a handle is in the middle of something, an operation in the
 * background or a message whose pieces come one by one, the accelerator is left alone, and software does the work. The handles' names
 * are those that STM32CubeMX gives.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "akela_host.h"
#include "akela_port.h"
#include "main.h"

#if defined(__has_include)
#if __has_include("cmsis_os2.h")
#include "cmsis_os2.h"
#define HAS_KERNEL 1
#endif
#endif

#if defined(HAL_CRYP_MODULE_ENABLED)
extern CRYP_HandleTypeDef hcryp;
#endif
#if defined(HAL_HASH_MODULE_ENABLED)
extern HASH_HandleTypeDef hhash;
#endif
#if defined(HAL_RNG_MODULE_ENABLED)
extern RNG_HandleTypeDef hrng;
#endif

/* Whether the HAL is in the middle of something that the accelerator's reset would end. */
static bool used_by_hal(int what)
{
    switch (what) {
#if defined(HAL_CRYP_MODULE_ENABLED)
    case AKELA_LOCK_AES:
        return HAL_CRYP_GetState(&hcryp) == HAL_CRYP_STATE_BUSY;
#endif
#if defined(HAL_HASH_MODULE_ENABLED)
    case AKELA_LOCK_HASH:
        return HAL_HASH_GetState(&hhash) == HAL_HASH_STATE_BUSY || hhash.Phase != HAL_HASH_PHASE_READY;
#endif
#if defined(HAL_RNG_MODULE_ENABLED)
    case AKELA_LOCK_RANDOM:
        return HAL_RNG_GetState(&hrng) == HAL_RNG_STATE_BUSY;
#endif
    default:
        return false;
    }
}

#if defined(HAS_KERNEL)

static osMutexId_t mutexes[AKELA_LOCKS];

/* Before the kernel runs there is one flow of control. A mutex is made when it is first asked for, by one task alone. */
static bool take(int what)
{
    static const osMutexAttr_t attributes = {.name = "akela", .attr_bits = osMutexPrioInherit};

    if (osKernelGetState() != osKernelRunning) {
        return true;
    }
    if (mutexes[what] == NULL) {
        int32_t before = osKernelLock();

        if (mutexes[what] == NULL) {
            mutexes[what] = osMutexNew(&attributes);
        }
        (void)osKernelRestoreLock(before);
    }
    return mutexes[what] != NULL && osMutexAcquire(mutexes[what], osWaitForever) == osOK;
}

static void give(int what)
{
    if (mutexes[what] != NULL && osKernelGetState() == osKernelRunning) {
        (void)osMutexRelease(mutexes[what]);
    }
}

#else

static bool take(int what)
{
    (void)what;
    return true;
}

static void give(int what)
{
    (void)what;
}

#endif

int akela_port_lock(int what)
{
    if (!take(what)) {
        return 1;
    }
    if (used_by_hal(what)) {
        give(what);
        return 1;
    }
    return 0;
}

void akela_port_unlock(int what)
{
    give(what);
}

akela_status_t akela_k_host_clock_on(ptrdiff_t engine)
{
    switch (engine) {
    case AKELA_LOCK_AES:
        __HAL_RCC_CRYP_CLK_ENABLE();
        return AKELA_OK;
    case AKELA_LOCK_HASH:
        __HAL_RCC_HASH_CLK_ENABLE();
        return AKELA_OK;
    case AKELA_LOCK_RANDOM:
        __HAL_RCC_RNG_CLK_ENABLE();
        return AKELA_OK;
    default:
        return AKELA_NOT_SUPPORTED;
    }
}

/* Clocks stay on: the HAL switches them on once, for handles that may be used next. */
akela_status_t akela_k_host_clock_off(ptrdiff_t engine)
{
    (void)engine;
    return AKELA_OK;
}
