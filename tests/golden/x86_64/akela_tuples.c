/*
 * Several results and parallel assignment: Python's order of evaluation.
 *
 * Made by Akela 0.1.0: `akela emit tests.compiler.programs.tuples --target x86_64`. Do not edit; change the source.
 *
 * Source:  tests/compiler/programs/tuples.py
 * SHA-256: …
 * Target:  x86_64, x86-64, baseline
 * Options: word_bits = 64, u64 = native, wide_mul = native, divide = native
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "akela_tuples.h"
#include "akela_rt.h"

/* Sum and difference. */
AKELA_INLINE void both(uint32_t a, uint32_t b, uint32_t *result_1, uint32_t *result_2)
{
    *result_1 = a + b;
    *result_2 = a - b;
}

/* Results may go to where the next is read from. */
AKELA_INLINE void last_two(const uint32_t *words, uint32_t *result_1_out, uint32_t *result_2_out)
{
    const uint32_t result_1 = words[1] + 1U;
    const uint32_t result_2 = words[0] + words[1];

    *result_1_out = result_1;
    *result_2_out = result_2;
}

/* Results from memory that is wiped. */
AKELA_INLINE void from_local(uint32_t a, uint32_t *result_1_out, uint32_t *result_2_out)
{
    uint32_t w[2];

    w[0] = a;
    w[1] = ~a;
    const uint32_t result_1 = w[0] * 3U;
    const uint32_t result_2 = w[1] ^ w[0];
    akela_wipe(w, sizeof w);
    *result_1_out = result_1;
    *result_2_out = result_2;
}

/*
 * Requires: data_len == 16
 * Requires: out_len == 60
 *
 * Leaks: nothing.
 */
void akela_tuples(const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len)
{
    AKELA_REQUIRE((ptrdiff_t)data_len == 16);
    AKELA_REQUIRE((ptrdiff_t)out_len == 60);
    uint32_t a = akela_load_le32(data);
    uint32_t b = akela_load_le32(&data[4]);
    uint32_t c = akela_load_le32(&data[8]);
    uint32_t d = akela_load_le32(&data[12]);
    const uint32_t next_a = b;

    b = a;
    a = next_a;
    const uint32_t next_a_2 = d + 1U;
    d = c ^ a;
    c = b;
    b = a;
    a = next_a_2;
    both(a, b, &a, &b);
    uint32_t ignored;
    both(c, c, &c, &ignored);
    akela_store_le32(out, a);
    akela_store_le32(&out[4], b);
    akela_store_le32(&out[8], c);
    akela_store_le32(&out[12], d);
    uint32_t w[4];
    w[0] = a;
    w[1] = b;
    w[2] = c;
    w[3] = d;
    const uint32_t next_w = w[1];
    w[1] = w[0];
    w[0] = next_w;
    last_two(w, &w[0], &w[1]);
    last_two(w, &w[1], &w[0]);
    const uint32_t next_w_2 = w[3] + a;
    w[3] = w[2];
    a = w[0];
    w[2] = next_w_2;
    from_local(w[3], &w[3], &w[1]);
    ptrdiff_t i = 1;
    const ptrdiff_t next_i = 2;
    const uint32_t next_w_3 = w[0] + 9U;
    i = next_i;
    w[i] = next_w_3;
    const uint32_t next_w_4 = w[3];
    const ptrdiff_t next_i_2 = 0;
    w[i] = next_w_4;
    i = next_i_2;
    for (ptrdiff_t j = 0; j < 4; j++) {
        akela_store_le32(&out[16 + 4 * j], w[j]);
    }

    uint32_t previous = 0U;
    uint32_t current = 1U;
    for (ptrdiff_t j = 0; j < 7; j++) {
        const uint32_t next_previous = current;
        current = previous + current * a;
        previous = next_previous;
        akela_store_le32(&out[32 + 4 * j], previous);
    }

    ptrdiff_t total = 0;
    ptrdiff_t stop = 3;
    const ptrdiff_t stop_2 = stop;
    for (ptrdiff_t j = 0; j < stop_2; j++) {
        total = total + stop + j;
        stop += 1;
    }

    out[0] ^= out[total & 31];
    akela_wipe(w, sizeof w);
}
