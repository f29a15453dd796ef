/*
 * SHA-256 and SHA-224, FIPS 180-4.
 *
 * Functions with a decorator are in the kernel language, `docs/language.md`; all else is Python that runs when the
 * module is imported. Section numbers, and names such as K, the working variables a to h and T1, are the standard's.
 *
 * Made by Akela 0.1.0: `akela emit akela.kernels.sha256 --target rv32imc`. Do not edit; change the source.
 *
 * Source:  akela/kernels/sha256.py
 * SHA-256: …
 * Target:  rv32imc, RISC-V RV32IMC
 * Options: word_bits = 32, u64 = native, wide_mul = native, divide = native
 * Unroll:  blake2.rounds = 1, des.rows = 1, sha512.rounds = 4
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#ifndef AKELA_SHA256_H
#define AKELA_SHA256_H

#include "akela_status.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* A SHA-256 or SHA-224 computation. */
typedef struct akela_sha256_ctx {
    uint32_t h[8]; /* the hash value after the blocks so far */
    uint8_t block[64]; /* message bytes that do not fill a block yet */
    uint64_t total; /* message bytes so far, public */
} akela_sha256_ctx;

/*
 * Take whole blocks of the message into the hash value.
 *
 * Requires: (data_len & 63) == 0
 *
 * Leaks: the length of `data`.
 */
void akela_sha256_blocks(uint32_t value[8], const uint8_t *data, size_t data_len);

/*
 * Take `data` as the next piece of the message.
 *
 * Leaks: the lengths of this piece and of those before it.
 */
void akela_sha256_update(akela_sha256_ctx *ctx, const uint8_t *data, size_t data_len);

/*
 * Begin a message.
 *
 * Leaks: nothing.
 */
void akela_sha256_init(akela_sha256_ctx *ctx);

/*
 * Give the digest of the message, and begin the next message.
 *
 * Leaks: the length of the message.
 */
void akela_sha256_final(akela_sha256_ctx *ctx, uint8_t out[32]);

/*
 * The digest of one message.
 *
 * Leaks: the length of the message.
 */
void akela_sha256(const uint8_t *data, size_t data_len, uint8_t out[32]);

/*
 * Begin a message.
 *
 * Leaks: nothing.
 */
void akela_sha224_init(akela_sha256_ctx *ctx);

/*
 * Give the digest of the message, and begin the next message.
 *
 * Leaks: the length of the message.
 */
void akela_sha224_final(akela_sha256_ctx *ctx, uint8_t out[28]);

/*
 * The digest of one message.
 *
 * Leaks: the length of the message.
 */
void akela_sha224(const uint8_t *data, size_t data_len, uint8_t out[28]);

/* Operations are called through these where AKELA_DISPATCH is defined; the program sets them. */
#if defined(AKELA_DISPATCH)
extern void (*akela_op_sha256_blocks)(uint32_t value[8], const uint8_t *data, size_t data_len);
extern void (*akela_op_sha256)(const uint8_t *data, size_t data_len, uint8_t out[32]);
extern void (*akela_op_sha224)(const uint8_t *data, size_t data_len, uint8_t out[28]);
#endif

#if defined(__cplusplus)
}
#endif

#endif
