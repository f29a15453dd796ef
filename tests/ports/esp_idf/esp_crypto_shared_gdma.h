/* A stand-in for ESP-IDF's header, with what Akela uses of it. */
#pragma once
typedef int esp_err_t;
#define ESP_OK 0
#define ESP_FAIL (-1)
typedef struct lldesc_s lldesc_t;
typedef enum { GDMA_TRIG_PERIPH_AES = 6, GDMA_TRIG_PERIPH_SHA = 7 } gdma_trigger_peripheral_t;
esp_err_t esp_crypto_shared_gdma_start(const lldesc_t *input, const lldesc_t *output, gdma_trigger_peripheral_t peripheral);
