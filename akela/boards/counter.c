/*
 * Counts what an emulated core executes: the hook that Unicorn calls at the start of every block of instructions.
 *
 * A hook in Python costs about a microsecond a block, and an RSA operation has millions of them.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t start;             /* address of the code */
    uint64_t bytes;             /* its length */
    const uint32_t *before;     /* for every halfword: instructions that begin before it */
    const uint32_t *multiplies; /* the same of instructions that multiply */
    uint64_t instructions;
    uint64_t multiplied;
    int64_t *hits;    /* for every halfword and one more: how much more often it is executed than the one before; or NULL */
    uint64_t *digest; /* of the addresses in their order; or NULL */
} akela_counter;

/* FNV-1a, a word at a time. */
static void mix(uint64_t *digest, uint64_t word)
{
    *digest = (*digest ^ word) * UINT64_C(0x100000001b3);
    *digest ^= *digest >> 29;
}

void akela_count_block(void *engine, uint64_t address, uint32_t size, void *state)
{
    akela_counter *counter = state;
    uint64_t from = (address - counter->start) / 2, to = from + size / 2;

    (void)engine;
    if (address < counter->start || 2 * to > counter->bytes)
        return;
    counter->instructions += counter->before[to] - counter->before[from];
    counter->multiplied += counter->multiplies[to] - counter->multiplies[from];
    if (counter->hits != NULL) {
        counter->hits[from]++;
        counter->hits[to]--;
    }
    if (counter->digest != NULL)
        mix(counter->digest, address);
}

void akela_trace_access(void *engine, int type, uint64_t address, int size, int64_t value, void *state)
{
    akela_counter *counter = state;

    (void)engine;
    (void)value;
    if (counter->digest != NULL)
        mix(counter->digest, address ^ ((uint64_t)type << 40) ^ ((uint64_t)size << 56));
}
