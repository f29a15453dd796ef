/* What an export calls of an SDK, declared for the tests. */
#pragma once
#include <stddef.h>
#define MALLOC_CAP_DEFAULT 4096
size_t heap_caps_get_free_size(unsigned caps);
