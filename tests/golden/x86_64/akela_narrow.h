/*
 * Words narrower than 32 bits: every operator wraps at their width.
 *
 * Made by Akela 0.1.0: `akela emit tests.compiler.programs.narrow --target x86_64`. Do not edit; change the source.
 *
 * Source:  tests/compiler/programs/narrow.py
 * SHA-256: …
 * Target:  x86_64, x86-64, baseline
 * Options: word_bits = 64, u64 = native, wide_mul = native, divide = native
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#ifndef AKELA_NARROW_H
#define AKELA_NARROW_H

#include "akela_status.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
 * Requires: data_len == 8
 * Requires: out_len == 24
 *
 * Leaks: nothing.
 */
void akela_narrow(const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len);

#if defined(__cplusplus)
}
#endif

#endif
