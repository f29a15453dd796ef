/*
 * Watches an emulated core: the hooks that Unicorn calls at the start of every block of instructions, and before every instruction.
 *
 * A hook in Python costs about a microsecond, and an RSA operation has millions of blocks. Unicorn's own hooks on memory make a core a
 * hundred times slower; so addresses are taken from the registers that instructions address memory with.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "decode.h"
#include "trace.h"
#include <stddef.h>

typedef struct {
    uint64_t start;        /* address of the code */
    uint64_t bytes;        /* its length */
    const uint8_t *code;
    uint32_t *before;      /* for every halfword: instructions that begin before it */
    uint32_t *multiplies;  /* the same of instructions that multiply */
    akela_instruction *is; /* for every halfword: what begins there */
    uint8_t *silent;       /* for every halfword: 1 where a conditional instruction begins that takes one cycle, executed or not */
    uint32_t thumb;        /* 1: Thumb, 0: RISC-V */
    uint32_t unaligned;    /* 1: loads and stores of one register may be at any address */
    uint32_t variable;     /* what takes a time that depends on operands, as in decode.h */
    uint32_t refused;      /* 1 once an address was not aligned: then these hold */
    uint32_t address, pc, multiple;
    int32_t registers[32]; /* Unicorn's numbers for them */
    int (*read_register)(void *engine, int number, void *value);
    int (*stop)(void *engine);
    uint64_t instructions;
    uint64_t multiplied;
    int64_t *hits;      /* for every halfword and one more: how much more often it is executed than the one before; or NULL */
    akela_trace *trace; /* or NULL */
} akela_counter;

/* Fills the tables. */
void akela_count_prepare(akela_counter *counter)
{
    uint64_t halfwords = counter->bytes / 2, at = 0;
    uint32_t count = 0, multiplied = 0, conditional = 0;

    while (at < halfwords) {
        const uint8_t *code = counter->code + 2 * at;
        uint32_t low = code[0] | (uint32_t)code[1] << 8;
        uint32_t high = at + 1 < halfwords ? code[2] | (uint32_t)code[3] << 8 : 0;
        akela_instruction is = counter->thumb ? akela_decode_thumb(low, high) : akela_decode_riscv(low, high);
        uint32_t i;

        if (!counter->unaligned && is.base != NO_REGISTER && is.bytes > is.aligned)
            is.aligned = is.bytes;
        counter->is[at] = is;
        counter->silent[at] = conditional > 0 && is.base == NO_REGISTER && is.does == 0;
        conditional = is.follows ? is.follows : conditional ? conditional - 1 : 0;
        for (i = 0; i < is.halfwords && at < halfwords; i++, at++) {
            counter->before[at] = count;
            counter->multiplies[at] = multiplied;
            count += i == 0;
            multiplied += i == 0 && (is.does & (AKELA_MULTIPLIES | AKELA_LONG)) != 0;
        }
    }
    counter->before[at] = count;
    counter->multiplies[at] = multiplied;
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
}

static uint32_t read_register(const akela_counter *counter, void *engine, uint32_t number)
{
    uint32_t value = 0;

    if (number != NO_REGISTER)
        counter->read_register(engine, counter->registers[number], &value);
    return value;
}

void akela_count_step(void *engine, uint64_t address, uint32_t size, void *state)
{
    akela_counter *counter = state;
    const akela_instruction *is;

    (void)size;
    if (address - counter->start >= counter->bytes)
        return;
    is = &counter->is[(address - counter->start) / 2];
    if (is->aligned > 1) {
        uint32_t accessed = read_register(counter, engine, is->base) + (uint32_t)is->offset;

        if (accessed % is->aligned != 0 && !counter->refused) {
            counter->refused = 1;
            counter->address = accessed;
            counter->pc = (uint32_t)address;
            counter->multiple = is->aligned;
            counter->stop(engine);
            return;
        }
    }
    if (counter->trace == NULL || counter->silent[(address - counter->start) / 2]) /* skipped ones are not told of */
        return;
    akela_note(counter->trace, AKELA_STEP, (uint32_t)address, 0);
    if (is->base != NO_REGISTER)
        akela_note(counter->trace, AKELA_ADDRESS, (uint32_t)address, read_register(counter, engine, is->base));
    if (is->index != NO_REGISTER)
        akela_note(counter->trace, AKELA_ADDRESS, (uint32_t)address, read_register(counter, engine, is->index));
    if (is->does & counter->variable) {
        akela_note(counter->trace, AKELA_OPERAND, (uint32_t)address, read_register(counter, engine, is->left));
        akela_note(counter->trace, AKELA_OPERAND, (uint32_t)address, read_register(counter, engine, is->right));
    }
}
