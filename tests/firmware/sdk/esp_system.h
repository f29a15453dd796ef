/* What an export calls of an SDK, declared for the tests. */
#pragma once
#include <stdint.h>
#include "esp_chip_info.h"
#include "esp_idf_version.h"
uint32_t esp_random(void);
uint32_t esp_get_free_heap_size(void);
