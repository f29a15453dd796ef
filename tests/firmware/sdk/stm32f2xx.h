/* What an export calls of an SDK, declared for the tests. */
#pragma once
#include <stdint.h>
extern uint32_t SystemCoreClock;
extern struct { uint32_t DEMCR; } *CoreDebug;
extern struct { uint32_t CTRL, CYCCNT; } *DWT;
extern struct { uint32_t IDCODE; } *DBGMCU;
#define CoreDebug_DEMCR_TRCENA_Msk 1u
#define DWT_CTRL_CYCCNTENA_Msk 1u
typedef enum { RESET, SET } FlagStatus;
typedef enum { DISABLE, ENABLE } FunctionalState;
