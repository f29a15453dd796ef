/*
 * An accelerator is one task's at a time: by the program's lock, whose numbers are those of akela_port.h.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "akela_host.h"
#include "akela_port.h"
#include "akela_rt.h"

akela_status_t akela_k_host_acquire(ptrdiff_t engine)
{
    return akela_port_lock((int)engine) == 0 ? AKELA_OK : AKELA_HARDWARE_FAILED;
}

void akela_k_host_release(ptrdiff_t engine)
{
    akela_port_unlock((int)engine);
}
