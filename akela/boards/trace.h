/*
 * What an emulated core does, as a sequence of events that two runs can be compared by.
 *
 * A run of minutes has more events than memory holds. So a digest of all is kept, and what it was after every so many of them; from two
 * runs whose marks differ it is known between which two marks they part, and one more run of each records the events there.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#ifndef AKELA_TRACE_H
#define AKELA_TRACE_H

#include <stdint.h>

enum { AKELA_STEP, AKELA_ADDRESS, AKELA_OPERAND }; /* kinds of events; the value of a step is 0 */

typedef struct {
    uint32_t kind;
    uint32_t pc;    /* address of the instruction */
    uint32_t value; /* what addresses memory, or a variable-time instruction's operand */
} akela_event;

#define AKELA_MARKS 4096

typedef struct {
    uint64_t digest;
    uint64_t events;
    uint64_t stride; /* events between marks: a power of two */
    uint64_t used;   /* marks so far */
    uint64_t marks[AKELA_MARKS];
    uint64_t from, room; /* which events are recorded: so many from this one on */
    akela_event recorded[];
} akela_trace;

/* FNV-1a, a word at a time, with a shift that brings high bits down. */
static inline void akela_mix(uint64_t *digest, uint64_t word)
{
    *digest = (*digest ^ word) * UINT64_C(0x100000001b3);
    *digest ^= *digest >> 29;
}

static inline void akela_note(akela_trace *trace, uint32_t kind, uint32_t pc, uint32_t value)
{
    uint64_t at = trace->events - trace->from;

    akela_mix(&trace->digest, (uint64_t)pc << 2 | kind);
    akela_mix(&trace->digest, value);
    if (at < trace->room)
        trace->recorded[at] = (akela_event){kind, pc, value};
    if (++trace->events % trace->stride != 0)
        return;
    trace->marks[trace->used++] = trace->digest;
    if (trace->used == AKELA_MARKS) { /* keep every other one */
        for (trace->used = 0; trace->used < AKELA_MARKS / 2; trace->used++)
            trace->marks[trace->used] = trace->marks[2 * trace->used + 1];
        trace->stride *= 2;
    }
}

#endif
