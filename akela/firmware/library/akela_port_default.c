/*
 * Hooks of a program that has none of its own, and counters of a library without accelerators. In a file by themselves: a compiler that sees the body of a weak function may believe it.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "akela_port.h"

#define WEAK __attribute__((weak))

WEAK int akela_port_yield(void)
{
    return 0;
}

WEAK int akela_port_lock(int what)
{
    (void)what;
    return 0;
}

WEAK void akela_port_unlock(int what)
{
    (void)what;
}

WEAK uint32_t akela_served(int what, int hardware)
{
    (void)what;
    (void)hardware;
    return 0;
}

WEAK uint64_t akela_port_microseconds(void)
{
    return 0;
}

WEAK uint64_t akela_port_cycles(void)
{
    return 0;
}

WEAK void akela_port_write(const char *text, size_t length)
{
    (void)text;
    (void)length;
}
