/* What CMSIS-RTOS2 declares, as far as the accelerators' port asks: in words of our own, for the tests. */
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef enum { osKernelInactive, osKernelReady, osKernelRunning } osKernelState_t;
typedef enum { osOK, osError = -1 } osStatus_t;
typedef void *osMutexId_t;
typedef struct { const char *name; uint32_t attr_bits; } osMutexAttr_t;

#define osMutexPrioInherit 2u
#define osWaitForever 0xFFFFFFFFu

osKernelState_t osKernelGetState(void);
int32_t osKernelLock(void);
int32_t osKernelRestoreLock(int32_t lock);
osMutexId_t osMutexNew(const osMutexAttr_t *attributes);
osStatus_t osMutexAcquire(osMutexId_t mutex, uint32_t timeout);
osStatus_t osMutexRelease(osMutexId_t mutex);
