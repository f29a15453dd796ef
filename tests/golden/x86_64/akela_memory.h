/*
 * Arrays, slices, structs, tables: views, copies, filling, early returns with secrets to wipe.
 *
 * Made by Akela 0.1.0: `akela emit tests.compiler.programs.memory --target x86_64`. Do not edit; change the source.
 *
 * Source:  tests/compiler/programs/memory.py
 * SHA-256: …
 * Target:  x86_64, x86-64, baseline
 * Options: word_bits = 64, u64 = native, wide_mul = native, divide = native
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#ifndef AKELA_MEMORY_H
#define AKELA_MEMORY_H

#include "akela_status.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* A part. */
typedef struct akela_inner_ctx {
    uint32_t words[4];
    uint32_t count; /* calls so far, public */
} akela_inner_ctx;

/* A whole. */
typedef struct akela_outer_ctx {
    akela_inner_ctx inner;
    uint8_t bytes[16];
    uint16_t secret;
} akela_outer_ctx;

/*
 * Requires: out_len == 64
 *
 * Leaks: the length of data.
 */
akela_status_t akela_memory(const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len);

#if defined(__cplusplus)
}
#endif

#endif
