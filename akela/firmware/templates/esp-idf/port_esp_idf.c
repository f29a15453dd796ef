/*
 * Random bytes of ESP-IDF. They are random only while Wi-Fi, Bluetooth or the SAR ADC feed the generator: see esp_random.h.
 *
 * @AKELA_LICENCE@
 */

#include "akela_port.h"
#include "esp_random.h"

akela_status_t akela_port_entropy(uint8_t *out, size_t out_len)
{
    esp_fill_random(out, out_len);
    return AKELA_OK;
}
