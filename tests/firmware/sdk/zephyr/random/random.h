/* What an export calls of an SDK, declared for the tests. */
#pragma once
#include <stddef.h>
int sys_csrand_get(void *area, size_t bytes);
