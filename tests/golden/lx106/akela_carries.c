/*
 * Carries and wide products, in Words and in 32 and 64 bits.
 *
 * Made by Akela 0.1.0: `akela emit tests.compiler.programs.carries --target lx106`. Do not edit; change the source.
 *
 * Source:  tests/compiler/programs/carries.py
 * SHA-256: …
 * Target:  lx106, Xtensa LX106
 * Options: word_bits = 32, u64 = pairs, wide_mul = split, divide = software
 * Unroll:  sha512.rounds = 1
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "akela_carries.h"
#include "akela_rt.h"

/* The same twice: by mul_wide, and by double words. */
AKELA_INLINE void product_w32(uint32_t a, uint32_t b, uint32_t *result_1, uint32_t *result_2)
{
    uint32_t high;
    uint32_t low;

    akela_mul_wide32_split(a, b, &high, &low);
    const uint64_t p = akela_add_pairs(akela_mul_split(a, b), (uint64_t)low);
    *result_1 = high;
    *result_2 = (uint32_t)p;
}

/*
 * Requires: data_len == 32
 * Requires: out_len == 64
 *
 * Leaks: nothing.
 */
void akela_carries(const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len)
{
    AKELA_REQUIRE((ptrdiff_t)data_len == 32);
    AKELA_REQUIRE((ptrdiff_t)out_len == 64);
    uint32_t a[4];
    uint32_t b[4];

    for (ptrdiff_t i = 0; i < 4; i++) {
        a[i] = akela_load_le32(&data[4 * i]);
        b[i] = akela_load_le32(&data[16 + 4 * i]);
    }

    uint32_t carry = 0U;
    uint32_t borrow = 1U;
    for (ptrdiff_t i = 0; i < 4; i++) {
        akela_addc32_bits(a[i], b[i], carry, &a[i], &carry);
        akela_subb32_bits(a[i], b[i], borrow, &b[i], &borrow);
    }

    akela_store_le32(out, carry);
    akela_store_le32(&out[4], borrow);
    for (ptrdiff_t i = 0; i < 4; i++) {
        akela_store_le32(&out[8 + 4 * i], a[i] ^ b[i]);
    }

    uint64_t x = akela_load_le64(&data[8]);
    uint64_t y = akela_load_le64(&data[24]);
    uint64_t wide_carry;
    akela_addc64_bits(x, y, 1ULL, &x, &wide_carry);
    uint64_t ignored;
    akela_subb64_bits(y, x, wide_carry, &y, &ignored);
    akela_store_le64(&out[24], x);
    akela_store_le64(&out[32], y);
    akela_store_le64(&out[40], wide_carry);
    uint32_t high;
    uint32_t low;
    akela_mul_wide32_split(a[0], b[1], &high, &low);
    akela_store_le32(&out[48], high);
    akela_store_le32(&out[52], low);
    uint32_t ignored_2;
    akela_mul_wide32_split(a[2], b[3], &ignored_2, &low);
    akela_store_le64(&out[56], (uint64_t)low << 1);
    akela_wipe(a, sizeof a);
    akela_wipe(b, sizeof b);
}

/*
 * Requires: data_len == 16
 * Requires: out_len == 16
 *
 * Leaks: nothing.
 */
void akela_products_w32(const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len)
{
    AKELA_REQUIRE((ptrdiff_t)data_len == 16);
    AKELA_REQUIRE((ptrdiff_t)out_len == 16);
    const uint32_t a = akela_load_le32(data) * akela_load_le32(&data[4]);
    const uint32_t b = akela_load_le32(&data[8]) - akela_load_le32(&data[12]);
    uint32_t high;
    uint32_t low;

    product_w32(a, b, &high, &low);
    akela_store_le64(out, (uint64_t)high);
    akela_store_le64(&out[8], (uint64_t)low);
}
