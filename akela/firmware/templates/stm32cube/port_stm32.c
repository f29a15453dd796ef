/*
 * Random bytes of an STM32's RNG, by ST's HAL. `main.h` and `hrng` are those that STM32CubeMX makes where the RNG is activated.
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
