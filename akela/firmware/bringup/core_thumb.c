/*
 * Cortex-M: semihosting (Arm's "Semihosting for AArch32 and AArch64"), and cycles by the DWT (Armv7-M Architecture Reference Manual, C1.8).
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#define DEMCR (*(volatile uint32_t *)0xE000EDFCu)
#define DWT_CTRL (*(volatile uint32_t *)0xE0001000u)
#define DWT_CYCCNT (*(volatile uint32_t *)0xE0001004u)

#include "semihosting.h"

int semihosting(int operation, const void *argument)
{
    register int r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;

    __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

void cycles_begin(void)
{
    DEMCR |= 1u << 24; /* TRCENA */
    DWT_CTRL |= 1u;    /* CYCCNTENA */
}

uint32_t cycles_now(void)
{
    return DWT_CYCCNT;
}
