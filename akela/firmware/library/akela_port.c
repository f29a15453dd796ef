/*
 * The hooks, as the library calls them.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "akela_port.h"
#include "akela_rt.h"

akela_status_t akela_pause(void)
{
    return akela_port_yield() == 0 ? AKELA_OK : AKELA_INTERRUPTED;
}

uint64_t akela_counter_extended(akela_counter_t *counter, uint32_t now)
{
    if (now < counter->last) {
        counter->rounds++;
    }
    counter->last = now;
    return (uint64_t)counter->rounds << 32 | now;
}
