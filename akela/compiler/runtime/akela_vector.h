/*
 * Akela: words side by side in one register, in GNU C.
 *
 * Ordinary operators work lane by lane. Loads and stores take bytes in little-endian lanes at any address.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#ifndef AKELA_VECTOR_H
#define AKELA_VECTOR_H

#include "akela_rt.h"

/* Compilers warn of parameters that are vectors wider than the processor's: no exported function has any. */
#pragma GCC diagnostic ignored "-Wpsabi"

/* Lanes by literal numbers: __builtin_shuffle is the older spelling of GCC. */
#if defined(__clang__) || __GNUC__ >= 12
#define AKELA_SHUFFLE(mask_type, v, ...) __builtin_shufflevector((v), (v), __VA_ARGS__)
#else
#define AKELA_SHUFFLE(mask_type, v, ...) __builtin_shuffle((v), (mask_type){__VA_ARGS__})
#endif

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define AKELA_LOAD_LANES(v, p, bits) __builtin_memcpy(&(v), (p), sizeof (v))
#define AKELA_STORE_LANES(p, v, bits) __builtin_memcpy((p), &(v), sizeof (v))
#else
#define AKELA_LOAD_LANES(v, p, bits)                                                                                   \
    for (size_t i = 0; i < 8 * sizeof (v) / (bits); i++) { /* public: lanes */                                         \
        (v)[i] = akela_load_le##bits((p) + (bits) / 8 * i);                                                            \
    }
#define AKELA_STORE_LANES(p, v, bits)                                                                                  \
    for (size_t i = 0; i < 8 * sizeof (v) / (bits); i++) { /* public: lanes */                                         \
        akela_store_le##bits((p) + (bits) / 8 * i, (v)[i]);                                                            \
    }
#endif

AKELA_INLINE uint8_t akela_load_le8(const uint8_t *p)
{
    return *p;
}

AKELA_INLINE void akela_store_le8(uint8_t *p, uint8_t x)
{
    *p = x;
}

/* The type and functions of one kind of vector. */
#define AKELA_VECTOR(name, bits, lanes)                                                                                \
    typedef uint##bits##_t akela_##name __attribute__((vector_size((bits) / 8 * (lanes))));                            \
                                                                                                                       \
    AKELA_INLINE akela_##name akela_load_##name(const uint8_t *p)                                                      \
    {                                                                                                                  \
        akela_##name v;                                                                                                \
        AKELA_LOAD_LANES(v, p, bits);                                                                                  \
        return v;                                                                                                      \
    }                                                                                                                  \
                                                                                                                       \
    AKELA_INLINE void akela_store_##name(uint8_t *p, akela_##name v)                                                   \
    {                                                                                                                  \
        AKELA_STORE_LANES(p, v, bits);                                                                                 \
    }                                                                                                                  \
                                                                                                                       \
    AKELA_INLINE akela_##name akela_splat_##name(uint##bits##_t x)                                                     \
    {                                                                                                                  \
        akela_##name v = {0};                                                                                          \
        return v + x;                                                                                                  \
    }                                                                                                                  \
                                                                                                                       \
    AKELA_INLINE akela_##name akela_shl_##name(akela_##name v, ptrdiff_t n)                                            \
    {                                                                                                                  \
        return v << akela_splat_##name((uint##bits##_t)n);                                                             \
    }                                                                                                                  \
                                                                                                                       \
    AKELA_INLINE akela_##name akela_shr_##name(akela_##name v, ptrdiff_t n)                                            \
    {                                                                                                                  \
        return v >> akela_splat_##name((uint##bits##_t)n);                                                             \
    }                                                                                                                  \
                                                                                                                       \
    AKELA_INLINE akela_##name akela_rotl_##name(akela_##name v, ptrdiff_t n)                                           \
    {                                                                                                                  \
        return akela_shl_##name(v, n) | akela_shr_##name(v, ((bits) - n) & ((bits) - 1));                              \
    }                                                                                                                  \
                                                                                                                       \
    AKELA_INLINE akela_##name akela_rotr_##name(akela_##name v, ptrdiff_t n)                                           \
    {                                                                                                                  \
        return akela_shr_##name(v, n) | akela_shl_##name(v, ((bits) - n) & ((bits) - 1));                              \
    }

AKELA_VECTOR(u8x16, 8, 16)
AKELA_VECTOR(u32x4, 32, 4)
AKELA_VECTOR(u32x8, 32, 8)
AKELA_VECTOR(u32x16, 32, 16)
AKELA_VECTOR(u64x2, 64, 2)
AKELA_VECTOR(u64x4, 64, 4)
AKELA_VECTOR(u64x8, 64, 8)

#endif
