/* What an export calls of an SDK, declared for the tests. */
#pragma once
#include "stm32f2xx.h"
#define RNG_FLAG_DRDY 1u
#define RNG_FLAG_CECS 2u
#define RNG_FLAG_SECS 4u
FlagStatus RNG_GetFlagStatus(uint8_t flag);
uint32_t RNG_GetRandomNumber(void);
void RNG_Cmd(FunctionalState state);
