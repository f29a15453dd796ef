/*
 * What Akela asks of the program that it is part of: its hooks.
 *
 * The program defines akela_port_entropy. Of every other function here the library has a weak one, which a function of the same name in
 * the program replaces.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#ifndef AKELA_PORT_H
#define AKELA_PORT_H

#include "akela_status.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
 * Fill an area with random bytes from a source that nobody can predict. Where the program does not define this function, a program that
 * calls akela_random_bytes does not link. Return AKELA_OK, or AKELA_HARDWARE_FAILED where the source is not ready.
 */
akela_status_t akela_port_entropy(uint8_t *out, size_t out_len);

/* Random bytes of the program's source. Unless the status is AKELA_OK, `out` holds zeros. */
akela_status_t akela_random_bytes(uint8_t *out, size_t out_len);

/*
 * Called within every operation that takes long, far more often than every 10 ms: in those on keys, in the derivation of keys, and after
 * every 256 bytes of a message. (An accelerator is not interrupted in the piece that it was given.) Feed a watchdog here, or let other
 * tasks run when it is time to. Return 0 to go on. With any other value the operation ends with AKELA_INTERRUPTED; its secrets are wiped
 * then, its output is zeroed, and so is a context or work area that it was given. By default 0.
 */
int akela_port_yield(void);

/*
 * Have what several tasks share for oneself, and give it back: for the accelerators that this library was exported with. `what` is a
 * number below AKELA_LOCKS. Return 0 once one has it; otherwise software does the work. By default they do nothing, as fits one task.
 */
#define AKELA_LOCKS 4
enum { AKELA_LOCK_AES, AKELA_LOCK_HASH, AKELA_LOCK_PUBLIC_KEY, AKELA_LOCK_RANDOM };
int akela_port_lock(int what);
void akela_port_unlock(int what);

/*
 * How many operations an accelerator has served (`hardware` 1), or software in its place, in whole or in part (0), since the program
 * began. `what` is as above. 0 where the library was exported without accelerators. Tasks that count at the same moment may count once.
 */
uint32_t akela_served(int what, int hardware);

/*
 * Time since some moment in microseconds, and cycles of the processor since some moment. Neither wraps. The library does not read them;
 * its examples do. By default 0, for a clock that there is not.
 */
uint64_t akela_port_microseconds(void);
uint64_t akela_port_cycles(void);

/* What a counter of 32 bits has counted in 64 bits, if this is called at least once while it goes round: begin with zeros. */
typedef struct akela_counter {
    uint32_t last;
    uint32_t rounds;
} akela_counter_t;

uint64_t akela_counter_extended(akela_counter_t *counter, uint32_t now);

/* Write text to where people read it; the examples do all their output here. By default nothing is written. */
void akela_port_write(const char *text, size_t length);

#if defined(__cplusplus)
}
#endif

#endif
