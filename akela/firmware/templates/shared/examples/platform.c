/*
 * An operating system with POSIX: output, clock, and random bytes of /dev/urandom.
 *
 * @AKELA_LICENCE@
 */

#define _POSIX_C_SOURCE 200809L

#include "platform.h"

#include <stdio.h>
#include <time.h>

#include "akela_port.h"
#include "console.h"

akela_status_t akela_port_entropy(uint8_t *out, size_t out_len)
{
    FILE *source = fopen("/dev/urandom", "rb");
    size_t got;

    if (source == NULL) {
        return AKELA_HARDWARE_FAILED;
    }
    got = fread(out, 1, out_len, source);
    (void)fclose(source);
    return got == out_len ? AKELA_OK : AKELA_HARDWARE_FAILED;
}

void akela_port_write(const char *text, size_t length)
{
    (void)fwrite(text, 1, length, stdout);
}

uint64_t akela_port_microseconds(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

void platform_begin(void)
{
}

const char *platform_sdk(void)
{
    return "POSIX";
}

void platform_put_revision(void)
{
    put_text("unknown");
}

uint32_t platform_mhz(void)
{
    return PLATFORM_UNKNOWN;
}

uint32_t platform_boot_count(void)
{
    return PLATFORM_UNKNOWN;
}

size_t platform_stack_unused(void)
{
    return PLATFORM_UNKNOWN;
}

size_t platform_heap_free(void)
{
    return PLATFORM_UNKNOWN;
}
