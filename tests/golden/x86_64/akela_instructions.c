/*
 * Machine instructions: an expression of C, assembly with one and with two results.
 *
 * Made by Akela 0.1.0: `akela emit tests.compiler.programs.instructions --target x86_64`. Do not edit; change the
 * source.
 *
 * Source:  tests/compiler/programs/instructions.py
 * SHA-256: …
 * Target:  x86_64, x86-64, baseline
 * Options: word_bits = 64, u64 = native, wide_mul = native, divide = native
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "akela_instructions.h"
#include "akela_vector.h"

#if !defined(AKELA_SOFT_INTRINSICS)
#include <emmintrin.h>
#endif

#if defined(AKELA_SOFT_INTRINSICS)
static const uint8_t AKELA_TABLE ORDER[4] = {
    0, 1, 2, 3,
};
#endif

/*
 * PADDD behind PSHUFD.
 *
 * Needs: sse2
 */
AKELA_INLINE akela_u32x4 add_reversed(akela_u32x4 a, akela_u32x4 b)
{
#if defined(AKELA_SOFT_INTRINSICS)
    return a + AKELA_SHUFFLE(akela_u32x4, b, 3, 2, 1, 0);
#else
    return (akela_u32x4)_mm_add_epi32((__m128i)a, _mm_shuffle_epi32((__m128i)b, 0x1b));
#endif
}

/* BSWAP. */
AKELA_INLINE uint32_t byte_swap(uint32_t a)
{
#if defined(AKELA_SOFT_INTRINSICS)
    return (a >> 24) | ((a >> 8) & 0xff00U) | ((a << 8) & 0x00ff0000U) | (a << 24);
#else
    uint32_t result;
    __asm__(
        "movl %[a], %[result]\n\t"
        "bswapl %[result]"
        : [result] "=&r"(result)
        : [a] "r"(a)
        : "cc");
    return result;
#endif
}

/* MUL: high, low. */
AKELA_INLINE void multiply(uint64_t a, uint64_t b, uint64_t *high_out, uint64_t *low_out)
{
#if defined(AKELA_SOFT_INTRINSICS)
    uint64_t high;
    uint64_t low;

    akela_mul_wide64(a, b, &high, &low);
    *high_out = high;
    *low_out = low;
#else
    uint64_t result_1;
    uint64_t result_2;
    __asm__(
        "movq %[a], %%rax\n\t"
        "mulq %[b]\n\t"
        "movq %%rdx, %[result_1]\n\t"
        "movq %%rax, %[result_2]"
        : [result_1] "=&r"(result_1), [result_2] "=&r"(result_2)
        : [a] "r"(a), [b] "r"(b)
        : "rax", "rdx", "cc");
    *high_out = result_1;
    *low_out = result_2;
#endif
}

/* PADDD, from a body that reads a table. */
AKELA_INLINE akela_u32x4 add_lanes(akela_u32x4 a, akela_u32x4 b)
{
#if defined(AKELA_SOFT_INTRINSICS)
    return (akela_u32x4){a[0] + (uint32_t)ORDER[0], a[1], a[2], a[3]} + b;
#else
    akela_u32x4 result;
    __asm__(
        "movdqa %[a], %[result]\n\t"
        "paddd %[b], %[result]"
        : [result] "=&x"(result)
        : [a] "x"(a), [b] "x"(b)
        : "cc");
    return result;
#endif
}

/*
 * Requires: data_len == 32
 * Requires: out_len == 52
 *
 * Leaks: nothing.
 */
void akela_instructions(const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len)
{
    AKELA_REQUIRE((ptrdiff_t)data_len == 32);
    AKELA_REQUIRE((ptrdiff_t)out_len == 52);

    akela_store_u32x4(out, add_reversed(akela_load_u32x4(data), akela_load_u32x4(&data[16])));
    akela_store_le32(&out[16], byte_swap(akela_load_le32(&data[5])));
    uint64_t high;
    uint64_t low;
    multiply(akela_load_le64(&data[8]), akela_load_le64(&data[16]), &high, &low);
    akela_store_le64(&out[20], high);
    akela_store_le64(&out[28], low);
    akela_store_u32x4(&out[36], add_lanes(akela_load_u32x4(&data[16]), akela_load_u32x4(data)));
}
