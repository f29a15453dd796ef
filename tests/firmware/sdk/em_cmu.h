/* What an export calls of an SDK, declared for the tests. */
#pragma once
#include <stdint.h>
enum { cmuClock_CORE };
uint32_t CMU_ClockFreqGet(int clock);
