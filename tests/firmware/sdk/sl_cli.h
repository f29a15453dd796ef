/* What an export calls of an SDK, declared for the tests. */
#pragma once
typedef struct { int x; } sl_cli_command_arg_t;
int sl_cli_get_argument_count(sl_cli_command_arg_t *a);
char *sl_cli_get_argument_string(sl_cli_command_arg_t *a, int i);
typedef struct { void (*f)(sl_cli_command_arg_t *); const char *help, *more; int kinds[2]; } sl_cli_command_info_t;
#define SL_CLI_COMMAND(f, help, more, ...) {f, help, more, __VA_ARGS__}
enum { SL_CLI_ARG_WILDCARD, SL_CLI_ARG_END };
