/* What an export calls of an SDK, declared for the tests. */
#pragma once
#include <stdint.h>
uint64_t sl_sleeptimer_get_tick_count64(void);
uint32_t sl_sleeptimer_get_timer_frequency(void);
