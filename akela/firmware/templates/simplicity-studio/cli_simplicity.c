/*
 * The command `akela_test` for the CLI of the Gecko SDK. Enter it in the table of commands of the project's cli.c:
 *
 *     extern const sl_cli_command_info_t akela_test_command;
 *     ...
 *     { "akela_test", &akela_test_command, false },
 *
 * @AKELA_LICENCE@
 */

#include "sl_cli.h"

int akela_test(void);

static void run_akela_test(sl_cli_command_arg_t *arguments)
{
    (void)arguments;
    (void)akela_test();
}

extern const sl_cli_command_info_t akela_test_command;

const sl_cli_command_info_t akela_test_command =
    SL_CLI_COMMAND(run_akela_test, "Run Akela's known-answer tests", "", {SL_CLI_ARG_WILDCARD, SL_CLI_ARG_END, });
