/*
 * Random bytes of ESP8266_RTOS_SDK. They are random only while the radio is on.
 *
 * @AKELA_LICENCE@
 */

#include "akela_port.h"
#include "esp_system.h"

akela_status_t akela_port_entropy(uint8_t *out, size_t out_len)
{
    size_t i;

    for (i = 0; i < out_len; i += 4) {
        uint32_t word = esp_random();
        size_t j;

        for (j = i; j < out_len && j < i + 4; j++) {
            out[j] = (uint8_t)word;
            word >>= 8;
        }
    }
    return AKELA_OK;
}
