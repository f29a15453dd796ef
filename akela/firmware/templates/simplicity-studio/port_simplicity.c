/*
 * The hooks with the Gecko SDK: random bytes of the Secure Engine by the SE Manager, time by the sleep timer, output by the CLI's stream.
 *
 * @AKELA_LICENCE@
 */

#include "akela_port.h"
#include "sl_se_manager.h"
#include "sl_se_manager_entropy.h"
#include "sl_iostream.h"
#include "sl_sleeptimer.h"

akela_status_t akela_port_entropy(uint8_t *out, size_t out_len)
{
    sl_se_command_context_t command;

    if (sl_se_init() != SL_STATUS_OK || sl_se_init_command_context(&command) != SL_STATUS_OK) {
        return AKELA_HARDWARE_FAILED;
    }
    return sl_se_get_random(&command, out, (uint32_t)out_len) == SL_STATUS_OK ? AKELA_OK : AKELA_HARDWARE_FAILED;
}

uint64_t akela_port_microseconds(void)
{
    return sl_sleeptimer_get_tick_count64() * 1000000u / sl_sleeptimer_get_timer_frequency();
}

void akela_port_write(const char *text, size_t length)
{
    (void)sl_iostream_write(SL_IOSTREAM_STDOUT, text, length);
}
