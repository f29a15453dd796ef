/*
 * Akela: memcpy and memset for programs that link no C library.
 *
 * Compilers call these two by themselves; nothing else is needed. Leave this file out where a C library is linked.
 * The empty assembly in each loop keeps the compiler from making a call to the function itself out of it.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include <stddef.h>
#include <stdint.h>

typedef uint32_t __attribute__((may_alias)) aliasing_word;

void *memcpy(void *restrict to, const void *restrict from, size_t bytes);
void *memset(void *p, int value, size_t bytes);

static int is_aligned(const void *p)
{
    return ((uintptr_t)p & 3u) == 0;
}

void *memcpy(void *restrict to, const void *restrict from, size_t bytes)
{
    uint8_t *t = to;
    const uint8_t *f = from;

    if (is_aligned(t) && is_aligned(f)) { /* public: addresses */
        for (; bytes >= 4; bytes -= 4) { /* public: length */
            *(aliasing_word *)(void *)t = *(const aliasing_word *)(const void *)f;
            t += 4;
            f += 4;
            __asm__ volatile("" : : : "memory");
        }
    }
    for (; bytes != 0; bytes--) { /* public: length */
        *t++ = *f++;
        __asm__ volatile("" : : : "memory");
    }
    return to;
}

void *memset(void *p, int value, size_t bytes)
{
    uint8_t *t = p;
    const uint32_t word = (uint8_t)value * UINT32_C(0x01010101);

    if (is_aligned(t)) { /* public: address */
        for (; bytes >= 4; bytes -= 4) { /* public: length */
            *(aliasing_word *)(void *)t = word;
            t += 4;
            __asm__ volatile("" : : : "memory");
        }
    }
    for (; bytes != 0; bytes--) { /* public: length */
        *t++ = (uint8_t)value;
        __asm__ volatile("" : : : "memory");
    }
    return p;
}
