/*
 * Random bytes by the program's hook. In a file by itself: only programs that want them have to define the hook.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "akela_port.h"
#include "akela_rt.h"

akela_status_t akela_random_bytes(uint8_t *out, size_t out_len)
{
    akela_status_t status;

    if (out_len == 0) {
        return AKELA_OK;
    }
    if (out == NULL) {
        return AKELA_BAD_PARAMETER;
    }
    status = akela_port_entropy(out, out_len);
    if (status != AKELA_OK) {
        akela_wipe(out, out_len);
    }
    return status;
}
