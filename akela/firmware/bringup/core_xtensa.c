/*
 * Xtensa on QEMU's machine `sim`: the instruction `simcall`, and the register CCOUNT.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "bringup.h"

enum { SYS_EXIT = 1, SYS_READ = 3, SYS_WRITE = 4, SYS_OPEN = 5 };

static int simcall(int number, uintptr_t first, uintptr_t second, uintptr_t third)
{
    register int a2 __asm__("a2") = number;
    register uintptr_t a3 __asm__("a3") = first;
    register uintptr_t a4 __asm__("a4") = second;
    register uintptr_t a5 __asm__("a5") = third;

    __asm__ volatile("simcall" : "+r"(a2), "+r"(a3) : "r"(a4), "r"(a5) : "memory");
    return a2;
}

void host_write(const void *text, size_t length)
{
    (void)simcall(SYS_WRITE, 1, (uintptr_t)text, length);
}

int host_random(uint8_t *out, size_t length)
{
    static int source = -1;

    if (source < 0) {
        source = simcall(SYS_OPEN, (uintptr_t)"/dev/urandom", 0, 0);
    }
    return source >= 0 && simcall(SYS_READ, (uintptr_t)source, (uintptr_t)out, length) == (int)length ? 0 : -1;
}

void host_exit(int code)
{
    for (;;) {
        (void)simcall(SYS_EXIT, (uintptr_t)code, 0, 0);
    }
}

void cycles_begin(void)
{
}

uint32_t cycles_now(void)
{
    uint32_t now;

    __asm__ volatile("rsr %0, ccount" : "=a"(now));
    return now;
}
