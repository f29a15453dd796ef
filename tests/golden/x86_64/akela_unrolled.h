/*
 * Unrolled loops: locals, views, branches that constants decide, factors from the target.
 *
 * Made by Akela 0.1.0: `akela emit tests.compiler.programs.unrolled --target x86_64`. Do not edit; change the source.
 *
 * Source:  tests/compiler/programs/unrolled.py
 * SHA-256: …
 * Target:  x86_64, x86-64, baseline
 * Options: word_bits = 64, u64 = native, wide_mul = native, divide = native
 * Unroll:  test.plain = 1, test.rounds = 3
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#ifndef AKELA_UNROLLED_H
#define AKELA_UNROLLED_H

#include "akela_status.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
 * Requires: data_len == 64
 * Requires: out_len == 64
 *
 * Leaks: nothing.
 */
void akela_unrolled(const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len);

#if defined(__cplusplus)
}
#endif

#endif
