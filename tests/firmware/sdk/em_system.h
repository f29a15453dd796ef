/* What an export calls of an SDK, declared for the tests. */
#pragma once
#include <stdint.h>
typedef struct { uint8_t major, minor; } SYSTEM_ChipRevision_TypeDef;
void SYSTEM_ChipRevisionGet(SYSTEM_ChipRevision_TypeDef *out);
