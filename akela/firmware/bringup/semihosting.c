/*
 * Terminal, random bytes and end of the program by semihosting.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "semihosting.h"

static int opened(const char *name, size_t length, uint32_t mode)
{
    const uintptr_t argument[] = {(uintptr_t)name, mode, length};

    return semihosting(SYS_OPEN, argument);
}

void host_write(const void *text, size_t length)
{
    static int terminal = -1;
    uintptr_t argument[3];

    if (terminal < 0) {
        terminal = opened(":tt", 3, 4); /* "w" */
    }
    argument[0] = (uintptr_t)terminal;
    argument[1] = (uintptr_t)text;
    argument[2] = length;
    (void)semihosting(SYS_WRITE, argument);
}

int host_random(uint8_t *out, size_t length)
{
    static int source = -1;
    uintptr_t argument[3];

    if (source < 0) {
        source = opened("/dev/urandom", 12, 1); /* "rb" */
    }
    if (source < 0) {
        return -1;
    }
    argument[0] = (uintptr_t)source;
    argument[1] = (uintptr_t)out;
    argument[2] = length;
    return semihosting(SYS_READ, argument) == 0 ? 0 : -1; /* how many bytes are missing */
}

void host_exit(int code)
{
    const uintptr_t argument[] = {0x20026u, (uintptr_t)code}; /* ADP_Stopped_ApplicationExit */

    for (;;) {
        (void)semihosting(SYS_EXIT_EXTENDED, argument);
    }
}
