/*
 * u32 and u64: arithmetic, shifts and rotations by constants and by public counts, products.
 *
 * Made by Akela 0.1.0: `akela emit tests.compiler.programs.words --target lx106`. Do not edit; change the source.
 *
 * Source:  tests/compiler/programs/words.py
 * SHA-256: …
 * Target:  lx106, Xtensa LX106
 * Options: word_bits = 32, u64 = pairs, wide_mul = split, divide = software
 * Unroll:  sha512.rounds = 1
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#ifndef AKELA_WORDS_H
#define AKELA_WORDS_H

#include "akela_status.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
 * Requires: data_len == 24
 * Requires: out_len == 1064
 *
 * Leaks: nothing.
 */
void akela_words(const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len);

#if defined(__cplusplus)
}
#endif

#endif
