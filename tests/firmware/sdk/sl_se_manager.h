/* What an export calls of an SDK, declared for the tests. */
#pragma once
#include <stdint.h>
typedef struct { int x; } sl_se_command_context_t;
enum { SL_STATUS_OK };
uint32_t sl_se_init(void);
uint32_t sl_se_init_command_context(sl_se_command_context_t *command);
