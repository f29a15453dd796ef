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

#include "akela_chacha20.h"
#include "akela_rt.h"

/* Section 2.3: the constants at the head of the state. */
static const uint32_t AKELA_TABLE SIGMA[4] = {
    0x61707865U, 0x3320646eU, 0x79622d32U, 0x6b206574U,
};

/* `data` xor four words. `out` may be `data`. */
AKELA_INLINE void xor_words(const uint8_t data[16], uint8_t out[16], uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
#if defined(AKELA_SOFT_INTRINSICS)
    akela_store_le32(out, akela_load_le32(data) ^ a);
    akela_store_le32(&out[4], akela_load_le32(&data[4]) ^ b);
    akela_store_le32(&out[8], akela_load_le32(&data[8]) ^ c);
    akela_store_le32(&out[12], akela_load_le32(&data[12]) ^ d);
#else
    akela_xor_le32x4(out, data, a, b, c, d);
#endif
}

/* Section 2.1. */
AKELA_INLINE void quarter_round_u32(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t *a_out, uint32_t *b_out,
    uint32_t *c_out, uint32_t *d_out)
{
    a += b;
    d = akela_rotl32(d ^ a, 16);
    c += d;
    b = akela_rotl32(b ^ c, 12);
    a += b;
    d = akela_rotl32(d ^ a, 8);
    c += d;
    b = akela_rotl32(b ^ c, 7);
    *a_out = a;
    *b_out = b;
    *c_out = c;
    *d_out = d;
}

/* Section 2.3, the block function; its keystream is xored into `data`. */
static void xor_block(const uint32_t state[16], const uint8_t data[64], uint8_t out[64])
{
    uint32_t x0 = state[0];
    uint32_t x1 = state[1];
    uint32_t x2 = state[2];
    uint32_t x3 = state[3];
    uint32_t x4 = state[4];
    uint32_t x5 = state[5];
    uint32_t x6 = state[6];
    uint32_t x7 = state[7];
    uint32_t x8 = state[8];
    uint32_t x9 = state[9];
    uint32_t x10 = state[10];
    uint32_t x11 = state[11];
    uint32_t x12 = state[12];
    uint32_t x13 = state[13];
    uint32_t x14 = state[14];
    uint32_t x15 = state[15];

    for (ptrdiff_t i = 0; i < 10; i++) {
        /* Columns. */
        quarter_round_u32(x0, x4, x8, x12, &x0, &x4, &x8, &x12);
        quarter_round_u32(x1, x5, x9, x13, &x1, &x5, &x9, &x13);
        quarter_round_u32(x2, x6, x10, x14, &x2, &x6, &x10, &x14);
        quarter_round_u32(x3, x7, x11, x15, &x3, &x7, &x11, &x15);

        /* Diagonals. */
        quarter_round_u32(x0, x5, x10, x15, &x0, &x5, &x10, &x15);
        quarter_round_u32(x1, x6, x11, x12, &x1, &x6, &x11, &x12);
        quarter_round_u32(x2, x7, x8, x13, &x2, &x7, &x8, &x13);
        quarter_round_u32(x3, x4, x9, x14, &x3, &x4, &x9, &x14);
    }

    xor_words(data, out, x0 + state[0], x1 + state[1], x2 + state[2], x3 + state[3]);
    xor_words(&data[16], &out[16], x4 + state[4], x5 + state[5], x6 + state[6], x7 + state[7]);
    xor_words(&data[32], &out[32], x8 + state[8], x9 + state[9], x10 + state[10], x11 + state[11]);
    xor_words(&data[48], &out[48], x12 + state[12], x13 + state[13], x14 + state[14], x15 + state[15]);
}

/*
 * Xor the keystream into whole blocks of 64 bytes and advance the block counter, `state[12]`. `out` may be `data`.
 *
 * Requires: (data_len & 63) == 0
 * Requires: out_len == data_len
 *
 * Leaks: the length of `data`.
 */
void akela_chacha20_blocks(uint32_t state[16], const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len)
{
    AKELA_REQUIRE(((ptrdiff_t)data_len & 63) == 0);
    AKELA_REQUIRE((ptrdiff_t)out_len == (ptrdiff_t)data_len);

    for (ptrdiff_t start = 0; start < (ptrdiff_t)data_len; start += 64) {
        xor_block(state, &data[start], &out[start]);
        state[12] += 1U;
    }
}

/* Section 2.3: the state for the block number `counter`. */
AKELA_INLINE void chacha20_state(uint32_t state[16], const uint8_t key[32], uint32_t counter, const uint8_t nonce[12])
{
    akela_copy(state, SIGMA, 4 * sizeof(uint32_t));
    state[4] = akela_load_le32(key);
    state[5] = akela_load_le32(&key[4]);
    state[6] = akela_load_le32(&key[8]);
    state[7] = akela_load_le32(&key[12]);
    state[8] = akela_load_le32(&key[16]);
    state[9] = akela_load_le32(&key[20]);
    state[10] = akela_load_le32(&key[24]);
    state[11] = akela_load_le32(&key[28]);
    state[12] = counter;
    state[13] = akela_load_le32(nonce);
    state[14] = akela_load_le32(&nonce[4]);
    state[15] = akela_load_le32(&nonce[8]);
}

/* Section 2.4: xor the keystream into data of any length; what is left of the last block is not used. */
AKELA_INLINE void chacha20_stream(uint32_t state[16], const uint8_t *data, size_t data_len, uint8_t *out,
    size_t out_len)
{
    const ptrdiff_t whole = ((ptrdiff_t)data_len >> 6) * 64;

    AKELA_OP(chacha20_blocks)(state, data, (size_t)whole, out, (size_t)whole);
    uint8_t block[64];
    if (whole < (ptrdiff_t)data_len) {
        akela_zero(block, 64);
        akela_copy(block, &data[whole], data_len - (size_t)whole);
        AKELA_OP(chacha20_blocks)(state, block, 64, block, 64);
        akela_copy(&out[whole], block, out_len - (size_t)whole);
    }

    akela_wipe(block, sizeof block);
}

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
    const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len)
{
    AKELA_REQUIRE((ptrdiff_t)out_len == (ptrdiff_t)data_len);
    const ptrdiff_t blocks = ((ptrdiff_t)data_len + 63) >> 6;

    if ((uint64_t)counter + (uint64_t)blocks > 0x0000000100000000ULL) {
        return AKELA_LIMIT_EXCEEDED;
    }

    uint32_t state[16];
    chacha20_state(state, key, counter, nonce);
    chacha20_stream(state, data, data_len, out, out_len);
    akela_wipe(state, sizeof state);
    return AKELA_OK;
}
