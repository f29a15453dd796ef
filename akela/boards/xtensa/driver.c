/*
 * What runs on an emulated Xtensa core: it takes orders from the emulator's standard input and answers on its standard output.
 *
 * An order is three words, (WRITE, address, bytes) followed by the bytes, (READ, address, bytes), or (CALL, 0, 0) followed by the first
 * eight words of akela_call; its answer is the five words from `result` on.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include <stdint.h>

enum { WRITE = 1, READ = 2, CALL = 3 };
enum { SYS_EXIT = 1, SYS_READ = 3, SYS_WRITE = 4 }; /* simcall numbers */

struct {
    uint32_t function, arguments[6], stack;
    uint32_t result, cause, pc, address, trapped;
    uint32_t saved;
} akela_call;

void akela_enter(void);

static int simcall(int number, int file, const void *buffer, uint32_t bytes)
{
    register int a2 __asm__("a2") = number;
    register int a3 __asm__("a3") = file;
    register const void *a4 __asm__("a4") = buffer;
    register uint32_t a5 __asm__("a5") = bytes;

    __asm__ volatile("simcall" : "+r"(a2), "+r"(a3) : "r"(a4), "r"(a5) : "memory");
    return a2;
}

/* All bytes, or the end of the emulator. */
static void transfer(int number, void *buffer, uint32_t bytes)
{
    uint8_t *next = buffer;

    while (bytes != 0) {
        int done = simcall(number, number == SYS_WRITE, next, bytes);

        if (done <= 0)
            simcall(SYS_EXIT, 0, 0, 0);
        next += done;
        bytes -= (uint32_t)done;
    }
}

void akela_driver(void)
{
    uint32_t order[3];

    for (;;) {
        transfer(SYS_READ, order, sizeof order);
        if (order[0] == WRITE) {
            transfer(SYS_READ, (void *)order[1], order[2]);
        } else if (order[0] == READ) {
            transfer(SYS_WRITE, (void *)order[1], order[2]);
        } else {
            transfer(SYS_READ, &akela_call, 32);
            akela_call.trapped = 0;
            akela_enter();
            transfer(SYS_WRITE, &akela_call.result, 20);
        }
    }
}
