/*
 * Public ints: divisions, conditions, loops whose bounds change, negative steps.
 *
 * Made by Akela 0.1.0: `akela emit tests.compiler.programs.ints --target cortex_m3`. Do not edit; change the source.
 *
 * Source:  tests/compiler/programs/ints.py
 * SHA-256: …
 * Target:  cortex_m3, Arm Cortex-M3, ARMv7-M
 * Options: word_bits = 32, u64 = native, wide_mul = split, divide = native
 * Unroll:  blake2.rounds = 1, sha512.rounds = 1
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "akela_ints.h"
#include "akela_rt.h"

/* How many digits n has. */
static ptrdiff_t digits(ptrdiff_t n, ptrdiff_t base)
{
    ptrdiff_t count = 0;

    while (n > 0) {
        n = (ptrdiff_t)((size_t)n / (size_t)base);
        count += 1;
    }

    return count > 0 ? count : 1;
}

/* Whether n is even. */
AKELA_INLINE bool is_even(ptrdiff_t n)
{
    return (n & 1) == 0;
}

/* A status from a condition. */
AKELA_INLINE akela_status_t check(ptrdiff_t n)
{
    if (n < 3 || (n > 40 && !is_even(n))) {
        return AKELA_BAD_LENGTH;
    }

    return AKELA_OK;
}

/*
 * Requires: out_len == 64
 *
 * Leaks: everything.
 */
akela_status_t akela_ints(const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len)
{
    AKELA_REQUIRE((ptrdiff_t)out_len == 64);
    const akela_status_t status = check((ptrdiff_t)data_len);

    if (status != AKELA_OK) {
        return status;
    }

    ptrdiff_t total = 0;
    ptrdiff_t limit = (ptrdiff_t)data_len;
    const ptrdiff_t stop = limit;
    for (ptrdiff_t i = 0; i < stop; i++) {
        limit -= 1;
        total += (ptrdiff_t)data[i] * (i + 1);
    }

    akela_store_le32(out, (uint32_t)total);
    akela_store_le32(&out[4], (uint32_t)((ptrdiff_t)((size_t)total / (size_t)7) * 3
        + (ptrdiff_t)((size_t)total % (size_t)7)));
    akela_store_le32(&out[8], (uint32_t)((total >> 4) + ((total + 5) & 31)));
    akela_store_le32(&out[12], (uint32_t)digits(total, 10));
    akela_store_le32(&out[16], (uint32_t)((total < 1000 ? total : 1000)
        + ((ptrdiff_t)data_len > 9 ? (ptrdiff_t)data_len : 9)));
    ptrdiff_t position = 20;
    for (ptrdiff_t i = (ptrdiff_t)data_len - 1; i > -1; i -= 2) {
        if (position >= (ptrdiff_t)out_len) {
            position = 20;
        } else if (is_even(i) || total > 2000) {
            out[position] = data[i];
            position += 1;
        } else {
            out[position] = (uint8_t)((uint32_t)i + (uint32_t)data[i]);
            position += 2;
        }
    }

    for (ptrdiff_t i = position; i < (ptrdiff_t)out_len; i++) {
        out[i] = 0;
    }

    const uint8_t first = data[0];
    const bool large = first > 0x7f;
    out[20] = (large && (ptrdiff_t)((size_t)(ptrdiff_t)data_len % (size_t)3) != 0) ? 1 : 2;
    if ((ptrdiff_t)((size_t)(total * 3) / (size_t)((ptrdiff_t)data_len + 1)) > 100 && (first == 9 || !large)) {
        out[21] = 0x4d;
    }

    return AKELA_OK;
}

/*
 * Requires: out_len == 1
 *
 * Leaks: the length of data.
 */
akela_status_t akela_plain_status(const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len)
{
    (void)data;
    AKELA_REQUIRE((ptrdiff_t)out_len == 1);

    out[0] = 5;
    return (ptrdiff_t)data_len == 4 ? AKELA_OK : AKELA_BAD_LENGTH;
}
