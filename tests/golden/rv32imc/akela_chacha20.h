/*
 * ChaCha20, RFC 8439 sections 2.1 to 2.4.
 *
 * Made by Akela 0.1.0: `akela emit akela.kernels.chacha20 --target rv32imc`. Do not edit; change the source.
 *
 * Source:  akela/kernels/chacha20.py
 * SHA-256: …
 * Target:  rv32imc, RISC-V RV32IMC
 * Options: word_bits = 32, u64 = native, wide_mul = native, divide = native
 * Unroll:  blake2.rounds = 1, des.rows = 1, sha512.rounds = 4
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#ifndef AKELA_CHACHA20_H
#define AKELA_CHACHA20_H

#include "akela_status.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
 * Xor the keystream into whole blocks of 64 bytes and advance the block counter, `state[12]`. `out` may be `data`.
 *
 * Requires: (data_len & 63) == 0
 * Requires: out_len == data_len
 *
 * Leaks: the length of `data`.
 */
void akela_chacha20_blocks(uint32_t state[16], const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len);

/*
 * Encrypt or decrypt: `out` is `data` xor the keystream from block number `counter` on. `out` may be `data`.
 *
 * LIMIT_EXCEEDED, nothing being written, where the block counter would pass 2**32 - 1 and the keystream repeat.
 *
 * Requires: out_len == data_len
 *
 * Leaks: the counter and the length of `data`.
 */
akela_status_t akela_chacha20_xor(const uint8_t key[32], uint32_t counter, const uint8_t nonce[12],
    const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len);

/* Operations are called through these where AKELA_DISPATCH is defined; the program sets them. */
#if defined(AKELA_DISPATCH)
extern void (*akela_op_chacha20_blocks)(uint32_t state[16], const uint8_t *data, size_t data_len, uint8_t *out,
    size_t out_len);
#endif

#if defined(__cplusplus)
}
#endif

#endif
