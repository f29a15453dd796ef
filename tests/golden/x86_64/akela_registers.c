/*
 * A peripheral: single registers and a row of them.
 *
 * Made by Akela 0.1.0: `akela emit tests.compiler.programs.registers --target x86_64`. Do not edit; change the source.
 *
 * Source:  tests/compiler/programs/registers.py
 * SHA-256: …
 * Target:  x86_64, x86-64, baseline
 * Options: word_bits = 64, u64 = native, wide_mul = native, divide = native
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "akela_registers.h"
#include "akela_rt.h"

/* Registers of ADDER. Define the base to place them elsewhere. */
#if !defined(AKELA_ADDER_BASE)
#define AKELA_ADDER_BASE 0x6003b000u
#endif
#define ADDER_OPERAND(i) AKELA_REG32(AKELA_ADDER_BASE + 0x0u + 4u * (uint32_t)(i))
#define ADDER_START AKELA_REG32(AKELA_ADDER_BASE + 0x10u)
#define ADDER_BUSY AKELA_REG32(AKELA_ADDER_BASE + 0x14u)
#define ADDER_SUM AKELA_REG32(AKELA_ADDER_BASE + 0x18u)

/*
 * Requires: data_len == 16
 * Requires: out_len == 8
 *
 * Leaks: how long the peripheral takes.
 */
void akela_registers(const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len)
{
    AKELA_REQUIRE((ptrdiff_t)data_len == 16);
    AKELA_REQUIRE((ptrdiff_t)out_len == 8);

    for (ptrdiff_t i = 0; i < 4; i++) {
        ADDER_OPERAND(i) = akela_load_le32(&data[4 * i]);
    }

    ADDER_START = 1U;
    while ((ADDER_BUSY & 1U) == 1U) {
    }

    akela_store_le32(out, ADDER_SUM);
    akela_store_le32(&out[4], ADDER_OPERAND(2));
}
