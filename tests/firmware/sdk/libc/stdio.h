/* What an export calls of an SDK, declared for the tests. */
#pragma once
#include <stddef.h>
extern void *stdout;
size_t fwrite(const void *from, size_t size, size_t count, void *to);
