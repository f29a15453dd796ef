/*
 * The hooks with ST's HAL: random bytes of the RNG, time, and the cycles of the core. `main.h` and `hrng` are those that STM32CubeMX makes where the RNG is activated.
 *
 * @AKELA_LICENCE@
 */

#include "akela_port.h"
#include "main.h"

extern RNG_HandleTypeDef hrng;

akela_status_t akela_port_entropy(uint8_t *out, size_t out_len)
{
    size_t i;

    for (i = 0; i < out_len; i += 4) {
        uint32_t word;
        size_t j;

        if (HAL_RNG_GenerateRandomNumber(&hrng, &word) != HAL_OK) {
            return AKELA_HARDWARE_FAILED;
        }
        for (j = i; j < out_len && j < i + 4; j++) {
            out[j] = (uint8_t)word;
            word >>= 8;
        }
    }
    return AKELA_OK;
}

uint64_t akela_port_microseconds(void)
{
    static akela_counter_t milliseconds;

    return 1000u * akela_counter_extended(&milliseconds, HAL_GetTick());
}

uint64_t akela_port_cycles(void)
{
    static akela_counter_t counter;

    CoreDebug->DEMCR |= CoreDebug_DEMCR_TRCENA_Msk;
    DWT->CTRL |= DWT_CTRL_CYCCNTENA_Msk;
    return akela_counter_extended(&counter, DWT->CYCCNT);
}

/* The counters go round in less time than some operations take. */
int akela_port_yield(void)
{
    (void)akela_port_cycles();
    return 0;
}
