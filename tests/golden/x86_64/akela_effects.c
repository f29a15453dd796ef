/*
 * Calls that write memory inside of larger expressions: evaluated from left to right.
 *
 * Made by Akela 0.1.0: `akela emit tests.compiler.programs.effects --target x86_64`. Do not edit; change the source.
 *
 * Source:  tests/compiler/programs/effects.py
 * SHA-256: …
 * Target:  x86_64, x86-64, baseline
 * Options: word_bits = 64, u64 = native, wide_mul = native, divide = native
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "akela_effects.h"
#include "akela_rt.h"

/* Changes two words and gives one. */
AKELA_INLINE uint32_t step(uint32_t *w, uint32_t by)
{
    w[0] += by;
    w[1] ^= w[0];
    return w[1];
}

/* The next index. */
AKELA_INLINE ptrdiff_t count(uint32_t *position)
{
    position[0] = (position[0] + 1U) & 3U;
    return (ptrdiff_t)position[0];
}

/* Changes a word and gives both. */
AKELA_INLINE void two(uint32_t *w, uint32_t *result_1_out, uint32_t *result_2_out)
{
    w[0] += 1U;
    const uint32_t result_1 = w[0];
    const uint32_t result_2 = w[1];
    *result_1_out = result_1;
    *result_2_out = result_2;
}

/*
 * Requires: data_len == 16
 * Requires: out_len == 64
 *
 * Leaks: nothing.
 */
void akela_effects(const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len)
{
    AKELA_REQUIRE((ptrdiff_t)data_len == 16);
    AKELA_REQUIRE((ptrdiff_t)out_len == 64);
    uint32_t w[4];

    for (ptrdiff_t i = 0; i < 4; i++) {
        w[i] = akela_load_le32(&data[4 * i]);
    }

    uint32_t p[1];
    p[0] = 0U;
    const uint32_t read = w[0];
    const uint32_t step_2 = step(w, 1U);
    akela_store_le32(out, read + step_2);
    const uint32_t step_3 = step(w, 2U);
    const uint32_t read_2 = w[0];
    akela_store_le32(&out[4], step_3 - read_2 * 3U);
    const uint32_t step_4 = step(w, 3U);
    const uint32_t read_3 = w[1];
    const uint32_t read_4 = w[0];
    const uint32_t step_5 = step(w, read_4);
    akela_store_le32(&out[8], (step_4 ^ read_3) + step_5);
    const uint32_t read_5 = w[0];
    const uint32_t step_6 = step(w, 5U);
    w[0] = read_5 + step_6;
    const ptrdiff_t count_2 = count(p);
    const uint32_t read_6 = w[2];
    w[(ptrdiff_t)p[0]] = (uint32_t)count_2 + read_6;
    w[count(p)] = w[0];
    const uint32_t step_7 = step(w, 7U);
    const uint32_t read_7 = w[0];
    uint32_t a = step_7;
    uint32_t b = read_7;
    const uint32_t read_8 = w[1];
    const uint32_t step_8 = step(w, b);
    b = read_8;
    a = step_8;
    akela_store_le32(&out[12], a);
    akela_store_le32(&out[16], b);
    uint32_t next_w;
    uint32_t next_w_2;
    two(w, &next_w, &next_w_2);
    w[(ptrdiff_t)p[0]] = next_w;
    w[3] = next_w_2;
    const uint32_t read_9 = w[0];
    const uint32_t read_10 = w[1];
    const uint32_t step_9 = step(&w[2], read_10);
    const uint32_t step_10 = step(w, step_9);
    const uint32_t c = read_9 - step_10;
    akela_store_le32(&out[20], c);
    const uint32_t read_11 = p[0];
    const ptrdiff_t count_3 = count(p);
    akela_store_le32(&out[24], (uint32_t)(10 * (ptrdiff_t)read_11 + count_3));
    const uint32_t plain = step(w, 9U);
    akela_store_le32(&out[28], plain);
    const ptrdiff_t count_4 = count(p);
    const uint32_t read_12 = p[0];
    for (ptrdiff_t i = 0; i < count_4 + (ptrdiff_t)read_12; i++) {
        akela_store_le32(&out[32], step(w, w[i & 3]));
    }

    for (ptrdiff_t i = 0; i < 4; i++) {
        akela_store_le32(&out[36 + 4 * i], w[i]);
    }

    const ptrdiff_t i = (ptrdiff_t)p[0];
    const ptrdiff_t j = (ptrdiff_t)(p[0] & 3U);
    const uint32_t next_w_3 = w[3 - i];
    const uint32_t next_w_4 = w[i] + 1U;
    w[i] = next_w_3;
    w[j] = next_w_4;
    akela_store_le32(&out[52], w[i]);
    const ptrdiff_t count_5 = count(p);
    const uint8_t *const view = &data[count_5];
    const size_t view_len = data_len - (size_t)count_5;
    akela_store_le32(&out[56], (uint32_t)view_len ^ ((uint32_t)view[0] << 8) ^ (p[0] << 16));
    if (count(p) < 3 && false) {
        akela_store_le32(&out[56], 0U);
    }

    akela_store_le32(&out[60], p[0]);
    akela_wipe(w, sizeof w);
}
