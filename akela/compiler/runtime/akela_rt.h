/*
 * Akela: what every emitted file is written in.
 *
 * Loads and stores by byte order, rotations, masks, carries, products, copies, wiping. All functions are static inline
 * and free of branches on data. Loops and branches on public lengths and counts carry a comment that begins "public:",
 * which the check of the object code reads.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#ifndef AKELA_RT_H
#define AKELA_RT_H

#include "akela_status.h"

#if !defined(__GNUC__)
#include <string.h>
#endif

/* ---- Language ---------------------------------------------------------------------------------------------------- */

/* A function that costs less than a call to it: not so where some are the reference bodies of instructions. */
#if defined(__GNUC__) && !defined(AKELA_SOFT_INTRINSICS)
#define AKELA_INLINE static inline __attribute__((always_inline, unused))
#else
#define AKELA_INLINE static inline
#endif

/* Where constant tables are placed: for example a section attribute. */
#if !defined(AKELA_TABLE)
#define AKELA_TABLE
#endif

/* What the caller must ensure, and what holds. Checked only when AKELA_CHECKED is defined. */
#if defined(AKELA_CHECKED)
#if !defined(AKELA_TRAP)
#define AKELA_TRAP() __builtin_trap()
#endif
#define AKELA_REQUIRE(condition) do { if (!(condition)) { AKELA_TRAP(); } } while (0)
#else
#define AKELA_REQUIRE(condition) ((void)sizeof(condition))
#endif
#define AKELA_ENSURE(condition) AKELA_REQUIRE(condition)

/* Operations that a port may replace: bound by the linker, or by a pointer set when the program starts. */
#if defined(AKELA_DISPATCH)
#define AKELA_OP(name) (*akela_op_##name)
#else
#define AKELA_OP(name) akela_##name
#endif

/* Calls the program's hook in the middle of what takes long, in trees that `akela export` writes: AKELA_INTERRUPTED where it ends that. */
akela_status_t akela_pause(void);

/*
 * A secret that may be known from here on; the source says why. With AKELA_MEMCHECK, Valgrind's memcheck holds secrets for
 * undefined and reports every branch and address that depends on one; what is declassified becomes defined, where that
 * is not switched off to see a report of all that is.
 */
#if defined(AKELA_MEMCHECK)
#include <valgrind/memcheck.h>
extern bool akela_declassifies;
#define AKELA_DECLASSIFY(x) (__extension__({ __typeof__(x) known = (x); if (akela_declassifies) AKELA_KNOWN(&known, sizeof known); known; }))
#define AKELA_SECRET(pointer, size) ((void)VALGRIND_MAKE_MEM_UNDEFINED(pointer, size))
#define AKELA_KNOWN(pointer, size) ((void)VALGRIND_MAKE_MEM_DEFINED(pointer, size))
#else
#define AKELA_SECRET(pointer, size) ((void)0)
#define AKELA_KNOWN(pointer, size) ((void)0)
#define AKELA_DECLASSIFY(x) (x)
#endif

/* A 32-bit register of a peripheral. */
#define AKELA_REG32(address) (*(volatile uint32_t *)(uintptr_t)(address))

#if defined(__SIZEOF_INT128__)
__extension__ typedef unsigned __int128 akela_u128;
#endif

/* ---- Halves ------------------------------------------------------------------------------------------------------ */

/* A public word as an int, which it has to fit. */
AKELA_INLINE ptrdiff_t akela_int64(uint64_t x)
{
    AKELA_REQUIRE(x <= (uint64_t)PTRDIFF_MAX);
    return (ptrdiff_t)x; /* public: only public words become ints */
}

AKELA_INLINE ptrdiff_t akela_int32(uint32_t x)
{
    return akela_int64(x);
}

AKELA_INLINE uint32_t akela_low32(uint64_t x)
{
    return (uint32_t)x;
}

AKELA_INLINE uint32_t akela_high32(uint64_t x)
{
    return (uint32_t)(x >> 32);
}

AKELA_INLINE uint64_t akela_join32(uint32_t high, uint32_t low)
{
    return ((uint64_t)high << 32) | low;
}

/* ---- Value barriers: the compiler must forget what it knows of a secret bit or mask ------------------------------- */

AKELA_INLINE uint32_t akela_barrier32(uint32_t x)
{
#if defined(__GNUC__)
    __asm__("" : "+r"(x));
    return x;
#else
    volatile uint32_t opaque = x;
    return opaque;
#endif
}

AKELA_INLINE uint64_t akela_barrier64(uint64_t x)
{
#if defined(__GNUC__) && UINTPTR_MAX > 0xffffffffu
    __asm__("" : "+r"(x));
    return x;
#else
    return akela_join32(akela_barrier32(akela_high32(x)), akela_barrier32(akela_low32(x)));
#endif
}

#if defined(__SIZEOF_INT128__)
AKELA_INLINE akela_u128 akela_barrier128(akela_u128 x)
{
    return ((akela_u128)akela_barrier64((uint64_t)(x >> 64)) << 64) | akela_barrier64((uint64_t)x);
}
#endif

/* ---- Bytes to words and back, whatever the byte order and alignment ----------------------------------------------- */

AKELA_INLINE uint16_t akela_load_le16(const uint8_t *p)
{
    return (uint16_t)(p[0] | ((uint32_t)p[1] << 8));
}

AKELA_INLINE uint32_t akela_load_le32(const uint8_t *p)
{
    return p[0] | ((uint32_t)p[1] << 8) | ((uint32_t)p[2] << 16) | ((uint32_t)p[3] << 24);
}

AKELA_INLINE uint64_t akela_load_le64(const uint8_t *p)
{
    return akela_join32(akela_load_le32(p + 4), akela_load_le32(p));
}

AKELA_INLINE uint16_t akela_load_be16(const uint8_t *p)
{
    return (uint16_t)(((uint32_t)p[0] << 8) | p[1]);
}

AKELA_INLINE uint32_t akela_load_be32(const uint8_t *p)
{
    return ((uint32_t)p[0] << 24) | ((uint32_t)p[1] << 16) | ((uint32_t)p[2] << 8) | p[3];
}

AKELA_INLINE uint64_t akela_load_be64(const uint8_t *p)
{
    return akela_join32(akela_load_be32(p), akela_load_be32(p + 4));
}

AKELA_INLINE void akela_store_le16(uint8_t *p, uint16_t x)
{
    p[0] = (uint8_t)x;
    p[1] = (uint8_t)(x >> 8);
}

AKELA_INLINE void akela_store_le32(uint8_t *p, uint32_t x)
{
    p[0] = (uint8_t)x;
    p[1] = (uint8_t)(x >> 8);
    p[2] = (uint8_t)(x >> 16);
    p[3] = (uint8_t)(x >> 24);
}

AKELA_INLINE void akela_store_le64(uint8_t *p, uint64_t x)
{
    akela_store_le32(p, akela_low32(x));
    akela_store_le32(p + 4, akela_high32(x));
}

AKELA_INLINE void akela_store_be16(uint8_t *p, uint16_t x)
{
    p[0] = (uint8_t)(x >> 8);
    p[1] = (uint8_t)x;
}

AKELA_INLINE void akela_store_be32(uint8_t *p, uint32_t x)
{
    p[0] = (uint8_t)(x >> 24);
    p[1] = (uint8_t)(x >> 16);
    p[2] = (uint8_t)(x >> 8);
    p[3] = (uint8_t)x;
}

AKELA_INLINE void akela_store_be64(uint8_t *p, uint64_t x)
{
    akela_store_be32(p, akela_high32(x));
    akela_store_be32(p + 4, akela_low32(x));
}

/* ---- Several words at once, little-endian -------------------------------------------------------------------------- */

/*
 * Cores that take words at multiples of four only are asked whether these are there: then each is one access, where it is four and
 * shifts. Others are not asked: compilers make one access of the four.
 */
#if (defined(__riscv) || defined(__xtensa__)) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define AKELA_ALIGNED(address) (((uintptr_t)(address) & 3) == 0)
typedef uint32_t __attribute__((may_alias)) akela_aligned32;
#endif

#if defined(__GNUC__)
#define AKELA_UNROLL_16 _Pragma("GCC unroll 16")
#else
#define AKELA_UNROLL_16
#endif

AKELA_INLINE void akela_load_le32x16(uint32_t *to, const uint8_t *from)
{
    int i;

#if defined(AKELA_ALIGNED)
    if (AKELA_ALIGNED(from)) { /* public: the address */
        const akela_aligned32 *words = (const akela_aligned32 *)(const void *)from;

        AKELA_UNROLL_16
        for (i = 0; i < 16; i++) { /* public: count */
            to[i] = words[i];
        }
        return;
    }
#else
    AKELA_UNROLL_16
#endif
    for (i = 0; i < 16; i++) { /* public: count */
        to[i] = akela_load_le32(&from[4 * i]);
    }
}

/* out = data ^ (a, b, c, d). `out` may be `data`. */
AKELA_INLINE void akela_xor_le32x4(uint8_t *out, const uint8_t *data, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
#if defined(AKELA_ALIGNED)
    if (AKELA_ALIGNED((uintptr_t)out | (uintptr_t)data)) { /* public: the addresses */
        const akela_aligned32 *from = (const akela_aligned32 *)(const void *)data;
        akela_aligned32 *to = (akela_aligned32 *)(void *)out;

        to[0] = from[0] ^ a;
        to[1] = from[1] ^ b;
        to[2] = from[2] ^ c;
        to[3] = from[3] ^ d;
        return;
    }
#endif
    akela_store_le32(out, akela_load_le32(data) ^ a);
    akela_store_le32(out + 4, akela_load_le32(data + 4) ^ b);
    akela_store_le32(out + 8, akela_load_le32(data + 8) ^ c);
    akela_store_le32(out + 12, akela_load_le32(data + 12) ^ d);
}

/* ---- Rotations and shifts by public counts; 0 <= n < width -------------------------------------------------------- */

AKELA_INLINE uint8_t akela_rotl8(uint8_t x, ptrdiff_t n)
{
    return (uint8_t)(((uint32_t)x << n) | ((uint32_t)x >> (8 - n)));
}

AKELA_INLINE uint8_t akela_rotr8(uint8_t x, ptrdiff_t n)
{
    return (uint8_t)(((uint32_t)x >> n) | ((uint32_t)x << (8 - n)));
}

AKELA_INLINE uint16_t akela_rotl16(uint16_t x, ptrdiff_t n)
{
    return (uint16_t)(((uint32_t)x << n) | ((uint32_t)x >> (16 - n)));
}

AKELA_INLINE uint16_t akela_rotr16(uint16_t x, ptrdiff_t n)
{
    return (uint16_t)(((uint32_t)x >> n) | ((uint32_t)x << (16 - n)));
}

AKELA_INLINE uint32_t akela_rotl32(uint32_t x, ptrdiff_t n)
{
    return (x << n) | (x >> ((32 - n) & 31));
}

AKELA_INLINE uint32_t akela_rotr32(uint32_t x, ptrdiff_t n)
{
    return (x >> n) | (x << ((32 - n) & 31));
}

/* On 32-bit processors a 64-bit shift by a variable count is a call to the compiler's own library: hence the halves. */

AKELA_INLINE uint64_t akela_shl64(uint64_t x, ptrdiff_t n)
{
#if UINTPTR_MAX > 0xffffffffu
    return x << n;
#else
    if (n >= 32) { /* public: shift count */
        return akela_join32(akela_low32(x) << (n - 32), 0);
    }
    return akela_join32((akela_high32(x) << n) | ((akela_low32(x) >> 1) >> (31 - n)), akela_low32(x) << n);
#endif
}

AKELA_INLINE uint64_t akela_shr64(uint64_t x, ptrdiff_t n)
{
#if UINTPTR_MAX > 0xffffffffu
    return x >> n;
#else
    if (n >= 32) { /* public: shift count */
        return akela_high32(x) >> (n - 32);
    }
    return akela_join32(akela_high32(x) >> n, (akela_low32(x) >> n) | ((akela_high32(x) << 1) << (31 - n)));
#endif
}

AKELA_INLINE uint64_t akela_rotl64(uint64_t x, ptrdiff_t n)
{
    return akela_shl64(x, n) | akela_shr64(x, (64 - n) & 63);
}

AKELA_INLINE uint64_t akela_rotr64(uint64_t x, ptrdiff_t n)
{
    return akela_shr64(x, n) | akela_shl64(x, (64 - n) & 63);
}

/* ---- Masks: all ones where the condition holds, else zero --------------------------------------------------------- */

/* The top bit of x | -x is set exactly when x is not zero: one of x and -x is negative, unless both are zero. */
AKELA_INLINE uint32_t akela_nonzero_mask32(uint32_t x)
{
    return 0u - akela_barrier32((x | (0u - x)) >> 31);
}

AKELA_INLINE uint32_t akela_zero_mask32(uint32_t x)
{
    return ~akela_nonzero_mask32(x);
}

AKELA_INLINE uint32_t akela_eq_mask32(uint32_t a, uint32_t b)
{
    return akela_zero_mask32(a ^ b);
}

AKELA_INLINE uint32_t akela_ne_mask32(uint32_t a, uint32_t b)
{
    return akela_nonzero_mask32(a ^ b);
}

/* The borrow out of a - b: where the top bits differ, b's; where they agree, that of the difference. */
AKELA_INLINE uint32_t akela_lt_mask32(uint32_t a, uint32_t b)
{
    return 0u - akela_barrier32(((~a & b) | ((~a | b) & (a - b))) >> 31);
}

AKELA_INLINE uint32_t akela_bit_mask32(uint32_t bit)
{
    return 0u - akela_barrier32(bit);
}

AKELA_INLINE uint32_t akela_select32(uint32_t mask, uint32_t a, uint32_t b)
{
    return b ^ (mask & (a ^ b));
}

AKELA_INLINE void akela_swap_if32(uint32_t mask, uint32_t a, uint32_t b, uint32_t *a_out, uint32_t *b_out)
{
    const uint32_t difference = mask & (a ^ b);

    *a_out = a ^ difference;
    *b_out = b ^ difference;
}

#if UINTPTR_MAX > 0xffffffffu

AKELA_INLINE uint64_t akela_nonzero_mask64(uint64_t x)
{
    return 0u - akela_barrier64((x | (0u - x)) >> 63);
}

AKELA_INLINE uint64_t akela_lt_mask64(uint64_t a, uint64_t b)
{
    return 0u - akela_barrier64(((~a & b) | ((~a | b) & (a - b))) >> 63);
}

AKELA_INLINE uint64_t akela_bit_mask64(uint64_t bit)
{
    return 0u - akela_barrier64(bit);
}

#else

/* Made from 32-bit masks, so that no processor needs a 64-bit comparison or negation. Without the barrier GCC makes a
 * 64-bit product of the two halves being equal (seen with GCC 12 for the LX106). */
AKELA_INLINE uint64_t akela_twice32(uint32_t mask)
{
    return akela_join32(mask, akela_barrier32(mask));
}

AKELA_INLINE uint64_t akela_nonzero_mask64(uint64_t x)
{
    const uint32_t mask = akela_nonzero_mask32(akela_high32(x) | akela_low32(x));

    return akela_twice32(mask);
}

AKELA_INLINE uint64_t akela_lt_mask64(uint64_t a, uint64_t b)
{
    const uint32_t high = akela_lt_mask32(akela_high32(a), akela_high32(b));
    const uint32_t equal = akela_eq_mask32(akela_high32(a), akela_high32(b));
    const uint32_t mask = high | (equal & akela_lt_mask32(akela_low32(a), akela_low32(b)));

    return akela_twice32(mask);
}

AKELA_INLINE uint64_t akela_bit_mask64(uint64_t bit)
{
    const uint32_t mask = akela_bit_mask32(akela_low32(bit));

    return akela_twice32(mask);
}

#endif

AKELA_INLINE uint64_t akela_zero_mask64(uint64_t x)
{
    return ~akela_nonzero_mask64(x);
}

AKELA_INLINE uint64_t akela_eq_mask64(uint64_t a, uint64_t b)
{
    return akela_zero_mask64(a ^ b);
}

AKELA_INLINE uint64_t akela_ne_mask64(uint64_t a, uint64_t b)
{
    return akela_nonzero_mask64(a ^ b);
}

AKELA_INLINE uint64_t akela_select64(uint64_t mask, uint64_t a, uint64_t b)
{
    return b ^ (mask & (a ^ b));
}

AKELA_INLINE void akela_swap_if64(uint64_t mask, uint64_t a, uint64_t b, uint64_t *a_out, uint64_t *b_out)
{
    const uint64_t difference = mask & (a ^ b);

    *a_out = a ^ difference;
    *b_out = b ^ difference;
}

/* ---- Carries: sum or difference of words, and a carry or borrow that is 0 or 1 ------------------------------------ */

/* In double-width words. */

AKELA_INLINE void akela_addc32(uint32_t a, uint32_t b, uint32_t carry, uint32_t *sum, uint32_t *carry_out)
{
    const uint64_t wide = (uint64_t)a + b + carry;

    *sum = akela_low32(wide);
    *carry_out = akela_barrier32(akela_high32(wide));
}

AKELA_INLINE void akela_subb32(uint32_t a, uint32_t b, uint32_t borrow, uint32_t *difference, uint32_t *borrow_out)
{
    const uint64_t wide = (uint64_t)a - b - borrow;

    *difference = akela_low32(wide);
    *borrow_out = akela_barrier32(akela_high32(wide) & 1u);
}

#if defined(__SIZEOF_INT128__)
AKELA_INLINE void akela_addc64(uint64_t a, uint64_t b, uint64_t carry, uint64_t *sum, uint64_t *carry_out)
{
    const akela_u128 wide = (akela_u128)a + b + carry;

    *sum = (uint64_t)wide;
    *carry_out = akela_barrier64((uint64_t)(wide >> 64));
}

AKELA_INLINE void akela_subb64(uint64_t a, uint64_t b, uint64_t borrow, uint64_t *difference, uint64_t *borrow_out)
{
    const akela_u128 wide = (akela_u128)a - b - borrow;

    *difference = (uint64_t)wide;
    *borrow_out = akela_barrier64((uint64_t)(wide >> 64) & 1u);
}
#endif

/* In single words, for processors whose compilers make branches of double-width carries. The carry out of the top bit
 * is the majority of both operands' top bits and the carry into it, which the sum tells. */

AKELA_INLINE void akela_addc32_bits(uint32_t a, uint32_t b, uint32_t carry, uint32_t *sum, uint32_t *carry_out)
{
    const uint32_t total = a + b + carry;

    *sum = total;
    *carry_out = akela_barrier32(((a & b) | ((a | b) & ~total)) >> 31);
}

AKELA_INLINE void akela_subb32_bits(uint32_t a, uint32_t b, uint32_t borrow, uint32_t *difference, uint32_t *borrow_out)
{
    const uint32_t total = a - b - borrow;

    *difference = total;
    *borrow_out = akela_barrier32(((~a & b) | ((~a | b) & total)) >> 31);
}

AKELA_INLINE void akela_addc64_bits(uint64_t a, uint64_t b, uint64_t carry, uint64_t *sum, uint64_t *carry_out)
{
    uint32_t low, high, bit;

    akela_addc32_bits(akela_low32(a), akela_low32(b), akela_low32(carry), &low, &bit);
    akela_addc32_bits(akela_high32(a), akela_high32(b), bit, &high, &bit);
    *sum = akela_join32(high, low);
    *carry_out = bit;
}

AKELA_INLINE void akela_subb64_bits(uint64_t a, uint64_t b, uint64_t borrow, uint64_t *difference, uint64_t *borrow_out)
{
    uint32_t low, high, bit;

    akela_subb32_bits(akela_low32(a), akela_low32(b), akela_low32(borrow), &low, &bit);
    akela_subb32_bits(akela_high32(a), akela_high32(b), bit, &high, &bit);
    *difference = akela_join32(high, low);
    *borrow_out = bit;
}

/* 64-bit sums and differences from halves. */

AKELA_INLINE uint64_t akela_add_pairs(uint64_t a, uint64_t b)
{
    uint64_t sum, carry;

    akela_addc64_bits(a, b, 0u, &sum, &carry);
    return sum;
}

AKELA_INLINE uint64_t akela_sub_pairs(uint64_t a, uint64_t b)
{
    uint64_t difference, borrow;

    akela_subb64_bits(a, b, 0u, &difference, &borrow);
    return difference;
}

/* ---- Products ----------------------------------------------------------------------------------------------------- */

/* From 16-bit halves, for processors whose long multiply ends early or does not exist. No sum here overflows 32 bits:
 * (2^16 - 1)^2 + 2 (2^16 - 1) < 2^32. The barriers keep the compiler from finding the long multiply again. */
AKELA_INLINE uint64_t akela_mul_split(uint32_t a, uint32_t b)
{
    const uint32_t a0 = akela_barrier32(a & 0xffffu);
    const uint32_t a1 = akela_barrier32(a >> 16);
    const uint32_t b0 = akela_barrier32(b & 0xffffu);
    const uint32_t b1 = akela_barrier32(b >> 16);
    const uint32_t low = a0 * b0;
    const uint32_t middle = a1 * b0 + (low >> 16);
    const uint32_t middle2 = a0 * b1 + (middle & 0xffffu);
    const uint32_t high = a1 * b1 + (middle >> 16) + (middle2 >> 16);

    return akela_join32(high, (middle2 << 16) | (low & 0xffffu));
}

/* The low 64 bits of a 64-bit product. */
AKELA_INLINE uint64_t akela_mul_pairs(uint64_t a, uint64_t b)
{
    const uint64_t low = akela_mul_split(akela_low32(a), akela_low32(b));
    const uint32_t cross = akela_low32(a) * akela_high32(b) + akela_high32(a) * akela_low32(b);

    return akela_join32(akela_high32(low) + cross, akela_low32(low));
}

AKELA_INLINE void akela_mul_wide32(uint32_t a, uint32_t b, uint32_t *high, uint32_t *low)
{
    const uint64_t wide = (uint64_t)a * b;

    *high = akela_high32(wide);
    *low = akela_low32(wide);
}

AKELA_INLINE void akela_mul_wide32_split(uint32_t a, uint32_t b, uint32_t *high, uint32_t *low)
{
    const uint64_t wide = akela_mul_split(a, b);

    *high = akela_high32(wide);
    *low = akela_low32(wide);
}

#if defined(__SIZEOF_INT128__)
AKELA_INLINE void akela_mul_wide64(uint64_t a, uint64_t b, uint64_t *high, uint64_t *low)
{
    const akela_u128 wide = (akela_u128)a * b;

    *high = (uint64_t)(wide >> 64);
    *low = (uint64_t)wide;
}
#endif

/* ---- Division of public values without a divide instruction ------------------------------------------------------- */

/* Long division, bit by bit; 0 <= a, 0 < b. */
AKELA_INLINE size_t akela_divide(size_t a, size_t b, size_t *remainder_out)
{
    size_t quotient = 0;
    size_t remainder = 0;
    size_t bit = ((size_t)-1 >> 1) + 1;

    while (bit != 0) { /* public: width of a word */
        const bool carried = remainder > (size_t)-1 >> 1; /* public: operands */

        remainder = (remainder << 1) | ((a & bit) != 0 ? 1u : 0u); /* public: operands */
        if (carried || remainder >= b) { /* public: operands */
            remainder -= b;
            quotient |= bit;
        }
        bit >>= 1;
    }
    *remainder_out = remainder;
    return quotient;
}

AKELA_INLINE ptrdiff_t akela_div(ptrdiff_t a, ptrdiff_t b)
{
    size_t remainder;

    return (ptrdiff_t)akela_divide((size_t)a, (size_t)b, &remainder);
}

AKELA_INLINE ptrdiff_t akela_mod(ptrdiff_t a, ptrdiff_t b)
{
    size_t remainder;

    (void)akela_divide((size_t)a, (size_t)b, &remainder);
    return (ptrdiff_t)remainder;
}

/* ---- Memory: lengths in bytes unless said otherwise, always public ------------------------------------------------ */

/* The areas are the same or do not touch. */
AKELA_INLINE void akela_copy(void *to, const void *from, size_t bytes)
{
    if (bytes != 0 && to != from) { /* public: length */
#if defined(__GNUC__)
        __builtin_memcpy(to, from, bytes); /* public: length */
#else
        memcpy(to, from, bytes);
#endif
    }
}

AKELA_INLINE void akela_zero(void *p, size_t bytes)
{
    if (bytes != 0) { /* public: length */
#if defined(__GNUC__)
        __builtin_memset(p, 0, bytes); /* public: length */
#else
        memset(p, 0, bytes);
#endif
    }
}

/* Zeros that the compiler may not leave out. */
AKELA_INLINE void akela_wipe(void *p, size_t bytes)
{
#if defined(__GNUC__)
    __builtin_memset(p, 0, bytes);
    __asm__ volatile("" : : "r"(p) : "memory");
#else
    volatile uint8_t *byte = p;
    size_t i;

    for (i = 0; i < bytes; i++) { /* public: length */
        byte[i] = 0;
    }
#endif
}

/* Every element of an array of `count`. */

AKELA_INLINE void akela_fill8(uint8_t *p, uint8_t value, size_t count)
{
    for (size_t i = 0; i < count; i++) { /* public: length */
        p[i] = value;
    }
}

AKELA_INLINE void akela_fill16(uint16_t *p, uint16_t value, size_t count)
{
    for (size_t i = 0; i < count; i++) { /* public: length */
        p[i] = value;
    }
}

AKELA_INLINE void akela_fill32(uint32_t *p, uint32_t value, size_t count)
{
    for (size_t i = 0; i < count; i++) { /* public: length */
        p[i] = value;
    }
}

AKELA_INLINE void akela_fill64(uint64_t *p, uint64_t value, size_t count)
{
    for (size_t i = 0; i < count; i++) { /* public: length */
        p[i] = value;
    }
}

#endif
