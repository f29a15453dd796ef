/*
 * The bare board: hooks and what the examples ask for. Random bytes are those of the machine that runs the emulator or the debugger, which
 * suits trials; a product reads the chip's own source in their place.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "platform.h"

#include "akela_port.h"
#include "bringup.h"
#include "console.h"

#define MHZ @AKELA_MHZ@u /* of the clock that the board file has; set the chip's to it */
#define BEGUN 0x414b454cu

static struct {
    uint32_t magic, count;
} boots __attribute__((section(".noinit")));

akela_status_t akela_port_entropy(uint8_t *out, size_t out_len)
{
    return host_random(out, out_len) == 0 ? AKELA_OK : AKELA_HARDWARE_FAILED;
}

void akela_port_write(const char *text, size_t length)
{
    host_write(text, length);
}

uint64_t akela_port_cycles(void)
{
    static akela_counter_t counter;

    return akela_counter_extended(&counter, cycles_now());
}

uint64_t akela_port_microseconds(void)
{
    return divided(akela_port_cycles(), MHZ);
}

/* The counter goes round in less time than some operations take. */
int akela_port_yield(void)
{
    (void)akela_port_cycles();
    return 0;
}

void platform_begin(void)
{
    cycles_begin();
    boots.count = boots.magic == BEGUN ? boots.count + 1 : 1;
    boots.magic = BEGUN;
}

const char *platform_sdk(void)
{
    return "none";
}

void platform_put_revision(void)
{
    put_text("unknown");
}

uint32_t platform_mhz(void)
{
    return MHZ;
}

uint32_t platform_boot_count(void)
{
    return boots.count;
}

size_t platform_stack_unused(void)
{
    return stack_unused();
}

size_t platform_heap_free(void)
{
    return 0;
}
