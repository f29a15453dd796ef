/*
 * Public ints: divisions, conditions, loops whose bounds change, negative steps.
 *
 * Made by Akela 0.1.0: `akela emit tests.compiler.programs.ints --target cortex_m3`. Do not edit; change the source.
 *
 * Source:  tests/compiler/programs/ints.py
 * SHA-256: …
 * Target:  cortex_m3, Arm Cortex-M3, ARMv7-M
 * Options: word_bits = 32, u64 = native, wide_mul = split, divide = native
 * Unroll:  blake2.rounds = 1, sha512.rounds = 1
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#ifndef AKELA_INTS_H
#define AKELA_INTS_H

#include "akela_status.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
 * Requires: out_len == 64
 *
 * Leaks: everything.
 */
akela_status_t akela_ints(const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len);

/*
 * Requires: out_len == 1
 *
 * Leaks: the length of data.
 */
akela_status_t akela_plain_status(const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len);

#if defined(__cplusplus)
}
#endif

#endif
