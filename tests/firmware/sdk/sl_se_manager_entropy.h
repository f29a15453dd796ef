/* What an export calls of an SDK, declared for the tests. */
#pragma once
uint32_t sl_se_get_random(sl_se_command_context_t *command, void *area, uint32_t bytes);
