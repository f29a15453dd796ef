/*
 * An accelerator is one task's at a time, by the program's lock, and who served an operation is counted. Numbers are those of akela_port.h.
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

static uint32_t served[AKELA_LOCKS][2];

void akela_k_host_served(ptrdiff_t engine, bool hardware)
{
    served[engine][hardware ? 1 : 0]++;
}

uint32_t akela_served(int what, int hardware)
{
    return what >= 0 && what < AKELA_LOCKS ? served[what][hardware != 0 ? 1 : 0] : 0;
}
