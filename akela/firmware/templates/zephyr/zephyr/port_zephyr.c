/*
 * Random bytes of Zephyr.
 *
 * @AKELA_LICENCE@
 */

#include <zephyr/random/random.h>

#include "akela_port.h"

akela_status_t akela_port_entropy(uint8_t *out, size_t out_len)
{
    return sys_csrand_get(out, out_len) == 0 ? AKELA_OK : AKELA_HARDWARE_FAILED;
}
