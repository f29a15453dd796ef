/*
 * Vectors: lane by lane.
 *
 * Made by Akela 0.1.0: `akela emit tests.compiler.programs.lanes --target x86_64`. Do not edit; change the source.
 *
 * Source:  tests/compiler/programs/lanes.py
 * SHA-256: …
 * Target:  x86_64, x86-64, baseline
 * Options: word_bits = 64, u64 = native, wide_mul = native, divide = native
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "akela_lanes.h"
#include "akela_vector.h"

/* A quarter of a quarter round, four times. */
AKELA_INLINE void mix(akela_u32x4 a, akela_u32x4 b, akela_u32x4 *a_out, akela_u32x4 *b_out)
{
    a += b;
    b = akela_rotl_u32x4(b ^ a, 7);
    *a_out = a;
    *b_out = b;
}

/*
 * Requires: data_len == 64
 * Requires: out_len == 100
 *
 * Leaks: nothing.
 */
void akela_lanes(const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len)
{
    AKELA_REQUIRE((ptrdiff_t)data_len == 64);
    AKELA_REQUIRE((ptrdiff_t)out_len == 100);
    akela_u32x4 a = akela_load_u32x4(data);
    akela_u32x4 b = akela_load_u32x4(&data[16]);

    mix(a, AKELA_SHUFFLE(akela_u32x4, b, 1, 2, 3, 0), &a, &b);
    akela_store_u32x4(out, a);
    akela_store_u32x4(&out[16], -b + ~a - akela_splat_u32x4(5U));
    akela_u8x16 c = akela_load_u8x16(&data[32]);
    c = ((c * akela_splat_u8x16(3)) ^ akela_rotr_u8x16(c, 3)) + akela_shr_u8x16(c, 2);
    akela_store_u8x16(&out[32], c);
    const akela_u64x2 d = akela_load_u64x2(&data[48]) + akela_splat_u64x2(1ULL);
    akela_store_u64x2(&out[48], d * d - akela_splat_u64x2(3ULL));
    akela_u32x8 e = akela_load_u32x8(&data[32]);
    e = AKELA_SHUFFLE(akela_u32x8, e, 7, 6, 5, 4, 3, 2, 1, 0) ^ akela_shl_u32x8(e, 4);
    for (ptrdiff_t n = 0; n < 3; n++) {
        e = akela_rotl_u32x8(e, n) + (akela_u32x8){1U, 2U, 3U, 4U, 5U, 6U, 7U, (uint32_t)n};
    }

    akela_store_u32x8(&out[64], e);
    akela_store_le32(&out[96], a[3] + e[0]);
}
