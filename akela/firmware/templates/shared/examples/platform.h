/*
 * What the examples have to know of what they run on. platform.c answers, a different one for each SDK.
 *
 * @AKELA_LICENCE@
 */

#ifndef AKELA_PLATFORM_H
#define AKELA_PLATFORM_H

#include <stddef.h>
#include <stdint.h>

/* Once, before anything else: clocks, and a serial line without flow control where the SDK leaves that to the program. */
void platform_begin(void);

const char *platform_sdk(void);

/* Write the revision of the silicon as its maker does, such as v0.3 or 0x2003; "unknown" where nobody can tell. */
void platform_put_revision(void);

/* What follows is PLATFORM_UNKNOWN where nobody can tell. */
#define PLATFORM_UNKNOWN 0xffffffffu

uint32_t platform_mhz(void);

/* How often the program has begun since power came on. */
uint32_t platform_boot_count(void);

/* Bytes of the stack that have never been used, and bytes of the heap that are free. */
size_t platform_stack_unused(void);
size_t platform_heap_free(void);

#endif
