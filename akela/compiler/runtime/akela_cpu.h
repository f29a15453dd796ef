/* Which of the features in a table this CPU has, and the operating system supports. The rows come from akela/compiler/extension/cpu_features.py.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#ifndef AKELA_CPU_H
#define AKELA_CPU_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    const char *name;
    uint32_t leaf;     /* of CPUID, subleaf 0 */
    unsigned register_; /* 0 EAX, 1 EBX, 2 ECX, 3 EDX */
    unsigned bit;
    uint32_t state;    /* bits of XCR0 that must be set */
} akela_cpu_feature;

#if defined(AKELA_SOFT_INTRINSICS)

/* What stands for an instruction runs on any CPU. */
#define AKELA_CPU_YMM 0u
#define AKELA_CPU_ZMM 0u

static inline bool akela_cpu_supports(const akela_cpu_feature *feature)
{
    (void)feature;
    return true;
}

#elif defined(__x86_64__)

#include <cpuid.h>

/* Bits of XCR0: registers that the operating system saves. */
#define AKELA_CPU_YMM 0x06u /* XMM and the upper halves of YMM */
#define AKELA_CPU_ZMM 0xe6u /* those, mask registers, upper halves of ZMM, ZMM16 to ZMM31 */

/* XGETBV may only be executed where CPUID says OSXSAVE (leaf 1, ECX bit 27). */
static inline uint32_t akela_cpu_saved_state(void)
{
    uint32_t a, b, c, d;

    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 27 & 1))
        return 0;
    __asm__ __volatile__("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
    return a;
}

static inline bool akela_cpu_supports(const akela_cpu_feature *feature)
{
    uint32_t r[4];

    if (!__get_cpuid_count(feature->leaf, 0, &r[0], &r[1], &r[2], &r[3]))
        return false;
    return (r[feature->register_] >> feature->bit & 1) && (akela_cpu_saved_state() & feature->state) == feature->state;
}

#else

static inline bool akela_cpu_supports(const akela_cpu_feature *feature)
{
    (void)feature;
    return false;
}

#endif

#endif
