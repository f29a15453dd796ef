/*
 * Unrolled loops: locals, views, branches that constants decide, factors from the target.
 *
 * Made by Akela 0.1.0: `akela emit tests.compiler.programs.unrolled --target x86_64`. Do not edit; change the source.
 *
 * Source:  tests/compiler/programs/unrolled.py
 * SHA-256: …
 * Target:  x86_64, x86-64, baseline
 * Options: word_bits = 64, u64 = native, wide_mul = native, divide = native
 * Unroll:  test.plain = 1, test.rounds = 3
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "akela_unrolled.h"
#include "akela_rt.h"

static const uint32_t AKELA_TABLE AMOUNTS[16] = {
    0U, 1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 9U, 10U, 11U, 12U, 13U, 14U, 15U,
};

/* A rotation by a constant, once unrolled. */
AKELA_INLINE uint32_t step(uint32_t x, ptrdiff_t i)
{
    return akela_rotl32(x, i) + AMOUNTS[i];
}

/*
 * Requires: data_len == 64
 * Requires: out_len == 64
 *
 * Leaks: nothing.
 */
void akela_unrolled(const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len)
{
    AKELA_REQUIRE((ptrdiff_t)data_len == 64);
    AKELA_REQUIRE((ptrdiff_t)out_len == 64);
    uint32_t w[16];

    /* i = 0 */
    const uint8_t *const part = data;
    uint32_t x = akela_load_le32(part);
    uint32_t y = step(x, 0);
    uint32_t z = x ^ y;

    w[0] = z;

    /* i = 1 */
    const uint8_t *const part_2 = &data[4];
    x = akela_load_le32(part_2);
    y = step(x, 1);
    w[1] = w[0] + y;

    /* i = 2 */
    const uint8_t *const part_3 = &data[8];
    x = akela_load_le32(part_3);
    y = step(x, 2);
    w[2] = w[1] + y;

    /* i = 3 */
    const uint8_t *const part_4 = &data[12];
    x = akela_load_le32(part_4);
    y = step(x, 3);
    w[3] = w[2] + y;

    /* i = 4 */
    const uint8_t *const part_5 = &data[16];
    x = akela_load_le32(part_5);
    y = step(x, 4);
    z = x ^ y;
    w[4] = z;

    /* i = 5 */
    const uint8_t *const part_6 = &data[20];
    x = akela_load_le32(part_6);
    y = step(x, 5);
    w[5] = w[4] + y;

    /* i = 6 */
    const uint8_t *const part_7 = &data[24];
    x = akela_load_le32(part_7);
    y = step(x, 6);
    w[6] = w[5] + y;

    /* i = 7 */
    const uint8_t *const part_8 = &data[28];
    x = akela_load_le32(part_8);
    y = step(x, 7);
    w[7] = w[6] + y;

    /* i = 8 */
    const uint8_t *const part_9 = &data[32];
    x = akela_load_le32(part_9);
    y = step(x, 8);
    z = x ^ y;
    w[8] = z;

    /* i = 9 */
    const uint8_t *const part_10 = &data[36];
    x = akela_load_le32(part_10);
    y = step(x, 9);
    w[9] = w[8] + y;

    /* i = 10 */
    const uint8_t *const part_11 = &data[40];
    x = akela_load_le32(part_11);
    y = step(x, 10);
    w[10] = w[9] + y;

    /* i = 11 */
    const uint8_t *const part_12 = &data[44];
    x = akela_load_le32(part_12);
    y = step(x, 11);
    w[11] = w[10] + y;

    /* i = 12 */
    const uint8_t *const part_13 = &data[48];
    x = akela_load_le32(part_13);
    y = step(x, 12);
    z = x ^ y;
    w[12] = z;

    /* i = 13 */
    const uint8_t *const part_14 = &data[52];
    x = akela_load_le32(part_14);
    y = step(x, 13);
    w[13] = w[12] + y;

    /* i = 14 */
    const uint8_t *const part_15 = &data[56];
    x = akela_load_le32(part_15);
    y = step(x, 14);
    w[14] = w[13] + y;

    /* i = 15 */
    const uint8_t *const part_16 = &data[60];
    x = akela_load_le32(part_16);
    y = step(x, 15);
    w[15] = w[14] + y;
    for (ptrdiff_t i = 0; i < 12; i += 3) {
        uint32_t t = w[i] ^ w[i + 4];
        w[i + 2] = w[i];
        w[i] = t;
        t = w[i + 1] ^ w[i + 5];
        w[i + 3] = w[i + 1];
        w[i + 1] = t;
        t = w[i + 2] ^ w[i + 6];
        w[i + 4] = w[i + 2];
        w[i + 2] = t;
    }

    for (ptrdiff_t i = 0; i < 4; i++) {
        w[0] += w[1];
    }

    for (ptrdiff_t i = 15; i > 7; i--) {
        w[i] += w[i - 4];
        w[i] += w[i - 2];
    }

    akela_store_le32(out, w[0]);
    akela_store_le32(&out[4], w[1]);
    akela_store_le32(&out[8], w[2]);
    akela_store_le32(&out[12], w[3]);
    akela_store_le32(&out[16], w[4]);
    akela_store_le32(&out[20], w[5]);
    akela_store_le32(&out[24], w[6]);
    akela_store_le32(&out[28], w[7]);
    akela_store_le32(&out[32], w[8]);
    akela_store_le32(&out[36], w[9]);
    akela_store_le32(&out[40], w[10]);
    akela_store_le32(&out[44], w[11]);
    akela_store_le32(&out[48], w[12]);
    akela_store_le32(&out[52], w[13]);
    akela_store_le32(&out[56], w[14]);
    akela_store_le32(&out[60], w[15]);
    akela_wipe(w, sizeof w);
}
