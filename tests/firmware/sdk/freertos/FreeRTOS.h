/* What an export calls of an SDK, declared for the tests. */
#pragma once
typedef unsigned StackType_t;
#include <stddef.h>
size_t xPortGetFreeHeapSize(void);
