/*
 * The hooks with ST's Standard Peripheral Library: random bytes of the RNG, and the cycles of the core, which are the time too.
 *
 * @AKELA_LICENCE@
 */

#include "akela_port.h"
#include "stm32f2xx.h"
#include "stm32f2xx_rcc.h"
#include "stm32f2xx_rng.h"

#define TRIES 100000u /* a word takes 40 cycles of the 48 MHz clock */

static int random_word(uint32_t *word)
{
    uint32_t tries;

    for (tries = 0; tries < TRIES; tries++) {
        if (RNG_GetFlagStatus(RNG_FLAG_CECS) != RESET || RNG_GetFlagStatus(RNG_FLAG_SECS) != RESET) {
            return -1; /* no clock, or a source that stands still */
        }
        if (RNG_GetFlagStatus(RNG_FLAG_DRDY) != RESET) {
            *word = RNG_GetRandomNumber();
            return 0;
        }
    }
    return -1;
}

akela_status_t akela_port_entropy(uint8_t *out, size_t out_len)
{
    size_t i;

    RCC_AHB2PeriphClockCmd(RCC_AHB2Periph_RNG, ENABLE);
    RNG_Cmd(ENABLE);
    for (i = 0; i < out_len; i += 4) {
        uint32_t word;
        size_t j;

        if (random_word(&word) != 0) {
            return AKELA_HARDWARE_FAILED;
        }
        for (j = i; j < out_len && j < i + 4; j++) {
            out[j] = (uint8_t)word;
            word >>= 8;
        }
    }
    return AKELA_OK;
}

uint64_t akela_port_cycles(void)
{
    static akela_counter_t counter;

    CoreDebug->DEMCR |= CoreDebug_DEMCR_TRCENA_Msk;
    DWT->CTRL |= DWT_CTRL_CYCCNTENA_Msk;
    return akela_counter_extended(&counter, DWT->CYCCNT);
}

uint64_t akela_port_microseconds(void)
{
    return akela_port_cycles() / (SystemCoreClock / 1000000u);
}

/* The counter goes round in less time than some operations take. */
int akela_port_yield(void)
{
    (void)akela_port_cycles();
    return 0;
}
