/* What an export calls of an SDK, declared for the tests. */
#pragma once
#define SL_CLI_INST_TASK_STACK_SIZE (12 * 1024)
