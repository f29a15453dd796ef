/*
 * From the first instruction in C to the end of main: variables get their values, and the stack is painted, to see later what was used.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "bringup.h"

/* Of the linker script. */
extern uint32_t akela_data_load[], akela_data_begin[], akela_data_end[], akela_bss_begin[], akela_bss_end[];
extern uint32_t akela_fast_load[], akela_fast_begin[], akela_fast_end[];
extern uint32_t akela_stack_bottom[], akela_stack_top[];

int main(void);
void akela_reset(void);
void akela_fault(void);

static void copy(uint32_t *to, const uint32_t *end, const uint32_t *from)
{
    while (to < end) {
        *to++ = *from++;
    }
}

void akela_reset(void)
{
    const volatile uint32_t here = PAINT;
    volatile uint32_t *p;

    copy(akela_data_begin, akela_data_end, akela_data_load);
    copy(akela_fast_begin, akela_fast_end, akela_fast_load);
    for (p = akela_bss_begin; p < (volatile uint32_t *)akela_bss_end; p++) {
        *p = 0;
    }
    for (p = akela_stack_bottom; (uintptr_t)p < (uintptr_t)&here - 128u; p++) { /* not what this function stands on */
        *p = here;
    }
    host_exit(main());
}

void akela_fault(void)
{
    static const char message[] = "The core trapped\n";

    host_write(message, sizeof message - 1);
    host_exit(100);
}

size_t stack_unused(void)
{
    const volatile uint32_t *p = akela_stack_bottom;

    while (p < (const volatile uint32_t *)akela_stack_top && *p == PAINT) {
        p++;
    }
    return (size_t)((uintptr_t)p - (uintptr_t)akela_stack_bottom);
}
