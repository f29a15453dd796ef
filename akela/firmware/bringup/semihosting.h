/*
 * Semihosting: the core asks the machine that debugs or emulates it.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#ifndef AKELA_SEMIHOSTING_H
#define AKELA_SEMIHOSTING_H

#include "bringup.h"

enum { SYS_OPEN = 0x01, SYS_WRITE = 0x05, SYS_READ = 0x06, SYS_EXIT_EXTENDED = 0x20 };

int semihosting(int operation, const void *argument);

#endif
