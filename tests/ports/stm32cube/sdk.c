/* The stand-in: handles and clocks that a test sets and reads, and mutexes that note who would wait for ever. */
#include "cmsis_os2.h"
#include "main.h"

CRYP_HandleTypeDef hcryp = {HAL_CRYP_STATE_READY};
HASH_HandleTypeDef hhash = {HAL_HASH_STATE_READY, HAL_HASH_PHASE_READY};
RNG_HandleTypeDef hrng = {HAL_RNG_STATE_READY};
int sdk_clocks[3];
int sdk_running, sdk_scheduler_locked, sdk_mutexes, sdk_held, sdk_deadlocks;
static int taken[8];

HAL_CRYP_STATETypeDef HAL_CRYP_GetState(CRYP_HandleTypeDef *handle) { return handle->State; }
HAL_HASH_StateTypeDef HAL_HASH_GetState(HASH_HandleTypeDef *handle) { return handle->State; }
HAL_RNG_StateTypeDef HAL_RNG_GetState(RNG_HandleTypeDef *handle) { return handle->State; }

osKernelState_t osKernelGetState(void) { return sdk_running ? osKernelRunning : osKernelInactive; }
int32_t osKernelLock(void) { return sdk_scheduler_locked++; }
int32_t osKernelRestoreLock(int32_t lock) { return sdk_scheduler_locked = lock; }

osMutexId_t osMutexNew(const osMutexAttr_t *attributes)
{
    return attributes->attr_bits == osMutexPrioInherit && sdk_scheduler_locked ? &taken[sdk_mutexes++] : NULL;
}

osStatus_t osMutexAcquire(osMutexId_t mutex, uint32_t timeout)
{
    int *mine = mutex;

    if (*mine || timeout != osWaitForever) {
        sdk_deadlocks++;
        return osError;
    }
    *mine = 1;
    sdk_held++;
    return osOK;
}

osStatus_t osMutexRelease(osMutexId_t mutex)
{
    int *mine = mutex;

    if (!*mine) {
        return osError;
    }
    *mine = 0;
    sdk_held--;
    return osOK;
}
