/*
 * What has to be known of an instruction before it is executed: whether it multiplies or divides, and where it finds addresses and operands.
 *
 * Sources: ARMv7-M Architecture Reference Manual, chapter A5; RISC-V Unprivileged ISA, chapters "RV32I", "M" and "C".
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#ifndef AKELA_DECODE_H
#define AKELA_DECODE_H

#include <stdint.h>

enum {
    AKELA_MULTIPLIES = 1, /* a product of one word */
    AKELA_LONG = 2,       /* a product of two words */
    AKELA_DIVIDES = 4,
};

#define NO_REGISTER 0xFF

typedef struct {
    uint8_t halfwords;
    uint8_t does;        /* of the three above */
    uint8_t base, index; /* registers that address memory */
    uint8_t left, right; /* operands of what multiplies or divides */
    uint8_t aligned;     /* what the address base + offset has to be a multiple of on every core of this kind */
    uint8_t bytes;       /* what one access takes, where it need not be aligned */
    uint8_t follows;     /* IT: how many of the next instructions are conditional */
    int32_t offset;
} akela_instruction;

static inline akela_instruction akela_decode_thumb(uint32_t low, uint32_t high)
{
    akela_instruction is = {1, 0, NO_REGISTER, NO_REGISTER, NO_REGISTER, NO_REGISTER, 1, 1, 0, 0};

    if (low < 0xE800) { /* 16 bits */
        if ((low & 0xFFC0) == 0x4340) { /* MUL */
            is.does = AKELA_MULTIPLIES;
            is.left = low & 7;
            is.right = low >> 3 & 7;
        } else if ((low & 0xFF00) == 0xBF00 && (low & 15)) { /* IT */
            is.follows = low & 1 ? 4 : low & 2 ? 3 : low & 4 ? 2 : 1;
        } else if (low >> 12 == 5) { /* load and store, register offset */
            is.base = low >> 3 & 7;
            is.index = low >> 6 & 7;
        } else if (low >> 12 >= 6 && low >> 12 <= 8) { /* immediate offset */
            is.base = low >> 3 & 7;
        } else if (low >> 12 == 9 || (low & 0xF600) == 0xB400) { /* relative to SP; PUSH, POP */
            is.base = 13;
        } else if (low >> 12 == 0xC) { /* LDM, STM */
            is.base = low >> 8 & 7;
            is.aligned = 4;
        }
        return is;
    }
    is.halfwords = 2;
    if ((low & 0xFE40) == 0xE800 || (low & 0xFE00) == 0xEC00) { /* LDM, STM; VLDR, VSTR and kin */
        is.base = low & 15;
        is.aligned = 4;
    } else if ((low & 0xFE40) == 0xE840) {
        is.base = low & 15;
        if ((low & 0xFFF0) == 0xE8D0 && (high & 0xFFE0) == 0xF000) { /* TBB, TBH */
            is.index = high & 15;
        } else if ((low & 0xFFE0) != 0xE8C0) { /* LDRD, STRD, LDREX, STREX: offset where indexed before */
            is.aligned = 4;
            if (low & 0x100)
                is.offset = (low & 0x80 ? 4 : -4) * (int32_t)(high & 0xFF);
        }
    } else if ((low & 0xFE00) == 0xF800) { /* load and store of one register */
        is.base = low & 15;
        if (is.base != 15 && !(low & 0x80) && !(high & 0x800))
            is.index = high & 15;
    } else if ((low & 0xFF00) == 0xFB00) { /* multiplication and division */
        uint32_t divides = (low & 0xFFD0) == 0xFB90;

        is.does = divides ? AKELA_DIVIDES : low & 0x80 ? AKELA_LONG : AKELA_MULTIPLIES;
        is.left = low & 15;
        is.right = high & 15;
    }
    if (is.base == 15) { /* a literal: its address is that of the instruction */
        is.base = NO_REGISTER;
        is.aligned = 1;
    }
    return is;
}

static inline akela_instruction akela_decode_riscv(uint32_t low, uint32_t high)
{
    akela_instruction is = {1, 0, NO_REGISTER, NO_REGISTER, NO_REGISTER, NO_REGISTER, 1, 1, 0, 0};
    uint32_t word = low | high << 16, kind = word >> 12 & 7;

    if ((low & 3) != 3) {
        uint32_t stores = low >> 15;

        if ((low >> 13 & 3) != 2 || (low & 1))
            return is;
        is.bytes = 4;
        if ((low & 3) == 0) { /* C.LW, C.SW */
            is.base = 8 + (low >> 7 & 7);
            is.offset = (low >> 7 & 0x38) | (low >> 4 & 4) | (low << 1 & 0x40);
        } else { /* C.LWSP, C.SWSP */
            is.base = 2;
            is.offset = stores ? (low >> 7 & 0x3C) | (low >> 1 & 0xC0) : (low >> 7 & 0x20) | (low >> 2 & 0x1C) | (low << 4 & 0xC0);
        }
        return is;
    }
    is.halfwords = 2;
    switch (word & 0x7F) {
    case 0x03: /* loads */
        is.offset = (int32_t)word >> 20;
        break;
    case 0x23: /* stores */
        is.offset = ((int32_t)word >> 25) * 32 + (int32_t)(word >> 7 & 31);
        break;
    case 0x33: /* of two registers */
        if (word >> 25 == 1) {
            is.does = kind >= 4 ? AKELA_DIVIDES : kind >= 1 ? AKELA_LONG : AKELA_MULTIPLIES;
            is.left = word >> 15 & 31;
            is.right = word >> 20 & 31;
        }
        return is;
    default:
        return is;
    }
    is.base = word >> 15 & 31;
    is.bytes = (uint8_t)(1u << (kind & 3));
    return is;
}

#endif
