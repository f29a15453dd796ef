/*
 * What stands between the examples and a bare core.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#ifndef AKELA_BRINGUP_H
#define AKELA_BRINGUP_H

#include <stddef.h>
#include <stdint.h>

#define PAINT 0xa5a5a5a5u /* what a stack is filled with that nobody has used */

size_t stack_unused(void);

/* The machine that runs the emulator or the debugger: its terminal, its random bytes, and the end of the program. */
void host_write(const void *text, size_t length);
int host_random(uint8_t *out, size_t length);
void host_exit(int code);

/* The core's counter of cycles, which has 32 bits. */
void cycles_begin(void);
uint32_t cycles_now(void);

#endif
