/*
 * u32 and u64: arithmetic, shifts and rotations by constants and by public counts, products.
 *
 * Made by Akela 0.1.0: `akela emit tests.compiler.programs.words --target cortex_m3`. Do not edit; change the source.
 *
 * Source:  tests/compiler/programs/words.py
 * SHA-256: …
 * Target:  cortex_m3, Arm Cortex-M3, ARMv7-M
 * Options: word_bits = 32, u64 = native, wide_mul = split, divide = native
 * Unroll:  blake2.rounds = 1, sha512.rounds = 1
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "akela_words.h"
#include "akela_rt.h"

/* Counts from 0 to 31; twice and more for the longer word. */
AKELA_INLINE uint64_t shifts(uint64_t x, uint32_t y, ptrdiff_t n)
{
    uint64_t z = akela_shl64(x, n) ^ akela_shr64(x, 2 * n) ^ akela_rotl64(x, n + 32) ^ akela_rotr64(x, n)
        ^ (uint64_t)(akela_rotl32(y, n) ^ akela_rotr32(y, n) ^ (y >> n));

    z ^= x ^ akela_barrier64(x << 63) ^ (x >> 1) ^ akela_rotr64(x, 41);
    return z + (uint64_t)(y << n);
}

/* Sums, differences and products of 64 bits. */
AKELA_INLINE uint64_t polynomial(uint64_t a, uint64_t b, uint32_t c)
{
    uint64_t total = a + b - 1ULL;

    total -= akela_mul_pairs(b, a) + 0x0000000100000001ULL;
    total += akela_mul_split(c, (uint32_t)a) + akela_mul_split(c, 5U) - ((uint64_t)(uint32_t)(b >> 32) << 3);
    total = akela_mul_pairs(total, 0x9e3779b97f4a7c15ULL);
    return 0ULL - total + (a << 12);
}

/*
 * Requires: data_len == 24
 * Requires: out_len == 1064
 *
 * Leaks: nothing.
 */
void akela_words(const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len)
{
    AKELA_REQUIRE((ptrdiff_t)data_len == 24);
    AKELA_REQUIRE((ptrdiff_t)out_len == 1064);
    const uint64_t x = akela_load_le64(data);
    const uint64_t y = akela_load_be64(&data[8]);
    const uint32_t z = akela_load_be32(&data[16]);

    for (ptrdiff_t n = 0; n < 32; n++) {
        akela_store_le64(&out[8 * n], shifts(x, z, n));
    }

    for (ptrdiff_t n = 0; n < 32; n++) {
        akela_store_be64(&out[256 + 8 * n], shifts(x, z, n) ^ shifts(y, z, 31 - n));
    }

    for (ptrdiff_t n = 0; n < 64; n++) {
        akela_store_le64(&out[512 + 8 * n], akela_shl64(x, n) | akela_shr64(y, 63 - n));
    }

    akela_store_be64(&out[1024], polynomial(x, y, z));
    akela_store_le32(&out[1032], z * 0x08088405U + 1U - (z ^ ((z >> 3) | (z << 29))));
    akela_store_be32(&out[1036], ~z & akela_load_le32(&data[20]));
    uint64_t public_ = (uint64_t)out_len;
    public_ = (public_ << 3) + 5ULL - akela_mul_pairs(public_, 3ULL);
    akela_store_be64(&out[1040], public_);
    akela_store_be64(&out[1048], ((uint64_t)z << 32) | (uint64_t)z);
    akela_store_be64(&out[1056], akela_mul_pairs(akela_barrier64(x & 1ULL), y) + akela_barrier64(x >> 63));
}
