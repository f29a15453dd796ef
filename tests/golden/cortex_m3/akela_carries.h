/*
 * Carries and wide products, in Words and in 32 and 64 bits.
 *
 * Made by Akela 0.1.0: `akela emit tests.compiler.programs.carries --target cortex_m3`. Do not edit; change the
 * source.
 *
 * Source:  tests/compiler/programs/carries.py
 * SHA-256: …
 * Target:  cortex_m3, Arm Cortex-M3, ARMv7-M
 * Options: word_bits = 32, u64 = native, wide_mul = split, divide = native
 * Unroll:  blake2.rounds = 1, sha512.rounds = 1
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#ifndef AKELA_CARRIES_H
#define AKELA_CARRIES_H

#include "akela_status.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
 * Requires: data_len == 32
 * Requires: out_len == 64
 *
 * Leaks: nothing.
 */
void akela_carries(const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len);

/*
 * Requires: data_len == 16
 * Requires: out_len == 16
 *
 * Leaks: nothing.
 */
void akela_products_w32(const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len);

#if defined(__cplusplus)
}
#endif

#endif
