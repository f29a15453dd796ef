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

#include "akela_narrow.h"
#include "akela_rt.h"

/* All operators, nested. */
static uint8_t mix8(uint8_t a, uint8_t b, ptrdiff_t n)
{
    uint8_t c = (uint8_t)((((uint32_t)a + (uint32_t)b) * 3U - (uint32_t)(a ^ b)) & ~((uint32_t)b << 2));

    c |= (uint8_t)((uint32_t)(uint8_t)(a >> n) + (0U - (uint32_t)b));
    c ^= (uint8_t)((uint32_t)akela_rotl8(a, n) - (uint32_t)akela_rotr8(b, 3));
    c = (uint8_t)((uint32_t)c + 128U);
    c = (uint8_t)((uint32_t)c - (uint32_t)a);
    c = (uint8_t)((uint32_t)c << 1);
    return (uint8_t)(c ^ (uint8_t)akela_barrier32((uint8_t)(c >> 7)) ^ (a & 0xf)
        ^ (uint8_t)(((uint32_t)a * (uint32_t)b) >> 3));
}

/* The widest narrow product would overflow a signed int. */
AKELA_INLINE uint16_t mix16(uint16_t a, uint16_t b)
{
    uint16_t c = (uint16_t)((uint32_t)a * (uint32_t)b + ((uint32_t)a << 9)
        - (uint32_t)(uint16_t)((uint16_t)(~(uint32_t)b) >> 3));

    c ^= (uint16_t)(akela_rotl16(c, 5) | (akela_rotr16(a, 11) & 0xff00));
    return (uint16_t)(0U - (uint32_t)c);
}

/*
 * Requires: data_len == 8
 * Requires: out_len == 24
 *
 * Leaks: nothing.
 */
void akela_narrow(const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len)
{
    AKELA_REQUIRE((ptrdiff_t)data_len == 8);
    AKELA_REQUIRE((ptrdiff_t)out_len == 24);

    out[0] = mix8(data[0], data[3], 0);
    out[1] = mix8(data[1], data[4], 1);
    out[2] = mix8(data[2], data[5], 2);
    out[3] = mix8(data[3], data[6], 3);
    out[4] = mix8(data[4], data[7], 4);
    out[5] = mix8(data[5], data[0], 5);
    out[6] = mix8(data[6], data[1], 6);
    out[7] = mix8(data[7], data[2], 7);
    const uint16_t a = akela_load_le16(data);
    const uint16_t b = akela_load_be16(&data[2]);
    akela_store_le16(&out[8], mix16(a, b));
    akela_store_be16(&out[10], (uint16_t)((uint32_t)a + (uint32_t)(b ^ 0x1234)));
    const uint8_t less = (uint8_t)akela_lt_mask32(data[0], data[1]);
    const uint8_t same = (uint8_t)akela_eq_mask32((uint8_t)akela_barrier32((uint8_t)(data[2] & 1)),
        (uint8_t)akela_barrier32((uint8_t)(data[3] & 1)));
    out[12] = (uint8_t)(less & ~(uint32_t)same);
    out[13] = (uint8_t)akela_select32((uint8_t)(less | same), data[4], data[5]);
    const uint8_t difference = (uint8_t)(less & (data[6] ^ data[7]));
    const uint8_t next_out = (uint8_t)(data[6] ^ difference);
    out[15] = (uint8_t)(data[7] ^ difference);
    out[14] = next_out;
    out[16] = (uint8_t)akela_nonzero_mask32((uint8_t)(data[0] >> 4));
    out[17] = data[0];
    out[17] ^= data[1];
    out[17] &= (uint8_t)(data[2] | 1);
    out[17] = (uint8_t)((uint32_t)out[17] + 255U);
    out[18] = (uint8_t)a;
    akela_store_le16(&out[19], (uint16_t)akela_select32((uint16_t)akela_lt_mask32(a, b), a, (uint16_t)data[7]));
    out[21] = (uint8_t)((uint32_t)(uint8_t)akela_barrier32((uint8_t)(data[0] >> 7)) * (uint32_t)data[1]);
    out[22] = (uint8_t)akela_barrier32((uint8_t)((data[0] & 1) ^ (data[1] >> 7)));
    out[23] = (uint8_t)(3U - (uint32_t)data[4]);
}
