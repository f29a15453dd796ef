/* What an export calls of an SDK, declared for the tests. */
#pragma once
#include <stddef.h>
void esp_fill_random(void *area, size_t bytes);
