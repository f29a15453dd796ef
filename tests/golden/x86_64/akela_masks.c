/*
 * Every function of masks, on u32 and u64.
 *
 * Made by Akela 0.1.0: `akela emit tests.compiler.programs.masks --target x86_64`. Do not edit; change the source.
 *
 * Source:  tests/compiler/programs/masks.py
 * SHA-256: …
 * Target:  x86_64, x86-64, baseline
 * Options: word_bits = 64, u64 = native, wide_mul = native, divide = native
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "akela_masks.h"
#include "akela_rt.h"

/*
 * Requires: data_len == 32
 * Requires: out_len == 120
 *
 * Leaks: which of the first words is less.
 */
void akela_masks(const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len)
{
    AKELA_REQUIRE((ptrdiff_t)data_len == 32);
    AKELA_REQUIRE((ptrdiff_t)out_len == 120);
    uint32_t a = akela_load_le32(data);
    uint32_t b = akela_load_le32(&data[4]);

    akela_store_le32(out, akela_eq_mask32(a, b));
    akela_store_le32(&out[4], akela_ne_mask32(a, b));
    akela_store_le32(&out[8], akela_lt_mask32(a, b));
    akela_store_le32(&out[12], akela_zero_mask32(a));
    akela_store_le32(&out[16], akela_nonzero_mask32(b));
    akela_store_le32(&out[20], akela_bit_mask32(a & 1U));
    akela_store_le32(&out[24], akela_select32(akela_lt_mask32(b, a) ^ ~akela_eq_mask32(a, 7U), a, b));
    akela_swap_if32(akela_bit_mask32((b >> 5) & 1U), a, b, &a, &b);
    akela_store_le32(&out[28], a);
    akela_store_le32(&out[32], b);
    uint64_t c = akela_load_le64(&data[16]);
    uint64_t d = akela_load_le64(&data[24]);
    akela_store_le64(&out[36], akela_eq_mask64(c, d));
    akela_store_le64(&out[44], akela_ne_mask64(c, d));
    akela_store_le64(&out[52], akela_lt_mask64(c, d));
    akela_store_le64(&out[60], akela_zero_mask64(c));
    akela_store_le64(&out[68], akela_nonzero_mask64(d));
    akela_store_le64(&out[76], akela_bit_mask64(c >> 63));
    akela_store_le64(&out[84], akela_select64(akela_lt_mask64(d, c), c, d));
    akela_swap_if64(akela_bit_mask64(d & 1ULL), c, d, &c, &d);
    akela_store_le64(&out[92], c);
    akela_store_le64(&out[100], d);
    if (AKELA_DECLASSIFY(akela_lt_mask32(a, b)) != 0) {
        akela_store_le32(&out[108], 1U);
    } else {
        akela_store_le32(&out[108], AKELA_DECLASSIFY(a) | 2U);
    }

    uint32_t total = 0U;
    for (ptrdiff_t i = 0; i < 32; i++) {
        total = akela_barrier32(total + akela_barrier32((a >> i) & 1U) * b);
    }

    akela_store_le32(&out[112], total);
    akela_store_le32(&out[116], akela_barrier32(b & 4U) * a);
}
