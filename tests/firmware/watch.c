/* Every row of a benchmark once, with a visit of the hook before and behind each call: what lies between two visits is counted. */

#define AKELA_NO_MAIN
#include "benchmark.c"

int main(void)
{
    size_t i;

    platform_begin();
    for (i = 0; i < sizeof input; i++) {
        input[i] = (uint8_t)(37u * i + 11u);
    }
    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        (void)akela_port_yield();
        if (rows[i].prepare() != AKELA_OK) {
            return 1;
        }
        (void)akela_port_yield();
        if (rows[i].call() != AKELA_OK) {
            return 2;
        }
        (void)akela_port_yield();
    }
    return 0;
}
