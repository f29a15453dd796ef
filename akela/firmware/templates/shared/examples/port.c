/*
 * Random bytes of an operating system with /dev/urandom. On a chip, replace this file by one that reads the chip's source.
 *
 * @AKELA_LICENCE@
 */

#include <stdio.h>

#include "akela_port.h"

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
