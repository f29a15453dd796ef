/* What an export calls of an SDK, declared for the tests. */
#pragma once
#include "stm32f2xx.h"
#define RCC_AHB2Periph_RNG 64u
void RCC_AHB2PeriphClockCmd(uint32_t peripheral, FunctionalState state);
