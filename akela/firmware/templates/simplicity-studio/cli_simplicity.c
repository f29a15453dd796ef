/*
 * The commands `akela_test` and `akela_bench` for the CLI of the Gecko SDK, each with any number of arguments: names of algorithms, and
 * for the benchmark `-ms 1000`. Enter them in the table of commands of the project's cli.c:
 *
 *     extern const sl_cli_command_info_t akela_test_command, akela_bench_command;
 *     ...
 *     { "akela_test", &akela_test_command, false },
 *     { "akela_bench", &akela_bench_command, false },
 *
 * The CLI's task needs @AKELA_STACK@ bytes of stack (SL_CLI_INST_TASK_STACK_SIZE in sl_cli_config_inst.h), which is checked below, and the
 * virtual COM port no flow control (SL_IOSTREAM_USART_VCOM_FLOW_CONTROL_TYPE usartHwFlowControlNone).
 *
 * @AKELA_LICENCE@
 */

#include "sl_cli.h"
#include "sl_cli_config_inst.h"
#include "sl_iostream_usart_vcom_config.h"

#if SL_CLI_INST_TASK_STACK_SIZE < @AKELA_STACK@
#error "give the CLI's task @AKELA_STACK@ bytes: SL_CLI_INST_TASK_STACK_SIZE in config/sl_cli_config_inst.h"
#endif

int akela_test(const char *arguments);
int akela_benchmark(const char *arguments);

/* All arguments as one line. */
static const char *joined(sl_cli_command_arg_t *arguments)
{
    static char line[128];
    unsigned at = 0;
    int i;

    for (i = 0; i < sl_cli_get_argument_count(arguments); i++) {
        const char *word = sl_cli_get_argument_string(arguments, i);

        while (*word != '\0' && at + 2 < sizeof line) {
            line[at++] = *word++;
        }
        line[at++] = ' ';
        if (at + 2 >= sizeof line) {
            break;
        }
    }
    line[at] = '\0';
    return line;
}

static void run_akela_test(sl_cli_command_arg_t *arguments)
{
    (void)akela_test(joined(arguments));
}

static void run_akela_bench(sl_cli_command_arg_t *arguments)
{
    (void)akela_benchmark(joined(arguments));
}

extern const sl_cli_command_info_t akela_test_command, akela_bench_command;

const sl_cli_command_info_t akela_test_command =
    SL_CLI_COMMAND(run_akela_test, "Run Akela's known-answer tests", "", {SL_CLI_ARG_WILDCARD, SL_CLI_ARG_END, });
const sl_cli_command_info_t akela_bench_command =
    SL_CLI_COMMAND(run_akela_bench, "Run Akela's benchmark", "", {SL_CLI_ARG_WILDCARD, SL_CLI_ARG_END, });
