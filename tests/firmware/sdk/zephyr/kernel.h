/* What an export calls of an SDK, declared for the tests. */
#pragma once
#include <stddef.h>
#include <stdint.h>
#define __noinit __attribute__((section(".noinit")))
typedef void *k_tid_t;
void k_yield(void);
int64_t k_uptime_get(void);
uint32_t k_cycle_get_32(void);
k_tid_t k_current_get(void);
int k_thread_stack_space_get(k_tid_t thread, size_t *unused);
uint32_t sys_clock_hw_cycles_per_sec(void);
