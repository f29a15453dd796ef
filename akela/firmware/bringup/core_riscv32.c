/*
 * RISC-V chips of Espressif: semihosting ("RISC-V Semihosting"), and cycles by their own counter.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "semihosting.h"

#define ZICSR ".option arch, +zicsr\n\t" /* which every core has, and not every name of a core's instruction set says */

int semihosting(int operation, const void *argument)
{
    register int a0 __asm__("a0") = operation;
    register const void *a1 __asm__("a1") = argument;

    __asm__ volatile(
        ".option push\n\t.option norvc\n\t"
        "slli zero, zero, 0x1f\n\tebreak\n\tsrai zero, zero, 7\n\t"
        ".option pop"
        : "+r"(a0)
        : "r"(a1)
        : "memory");
    return a0;
}

void cycles_begin(void)
{
    __asm__ volatile(ZICSR "csrw 0x7e0, %0\n\tcsrw 0x7e1, %0" : : "r"(1)); /* PCER: count cycles; PCMR: on */
}

uint32_t cycles_now(void)
{
    uint32_t now;

    __asm__ volatile(ZICSR "csrr %0, 0x7e2" : "=r"(now)); /* PCCR */
    return now;
}
