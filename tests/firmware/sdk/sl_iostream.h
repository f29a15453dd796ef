/* What an export calls of an SDK, declared for the tests. */
#pragma once
#include <stddef.h>
#define SL_IOSTREAM_STDOUT NULL
uint32_t sl_iostream_write(void *stream, const void *text, size_t length);
