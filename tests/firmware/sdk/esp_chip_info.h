/* What an export calls of an SDK, declared for the tests. */
#pragma once
#include <stdint.h>
typedef struct { uint16_t revision; } esp_chip_info_t;
void esp_chip_info(esp_chip_info_t *out);
