"""Several words at once, on cores that take words at any address and on those that do not."""

from __future__ import annotations

import pytest

from akela.boards.abi import place
from tests.boards.programs import CORES, program

# The runtime's words against bytes, at each distance from a multiple of four: how often they differ, and 1,000 for each comparison.
PROGRAM = """
#include <stdint.h>
#include "akela_rt.h"

static uint8_t data[72];
static uint8_t out[72];
static uint32_t words[16];

static uint32_t word(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

void akela_differences(uint32_t *out);
void akela_differences(uint32_t *differences)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(i * 37 + 11);
    for (uint32_t from = 0; from < 4; from++) {
        akela_load_le32x16(words, data + from);
        for (uint32_t i = 0; i < 16; i++)
            count += 1000 + (words[i] != word(data + from + 4 * i));
        for (uint32_t to = 0; to < 4; to++) {
            akela_xor_le32x4(out + to, data + from, words[0], words[1], words[2], words[3] ^ 0x80000001u);
            for (uint32_t i = 0; i < 4; i++)
                count += 1000 + (word(out + to + 4 * i) != (i < 3 ? 0u : 0x80000001u));
        }
    }
    *differences = count;
}
"""


@pytest.mark.parametrize("name", CORES)
def test_words_at_every_address(name: str) -> None:
    board = program(name, PROGRAM)
    memory = board.file.region(board.file.data)
    at = memory.begin + 0x800
    board._machine.run(board.image.symbols["akela_differences"], place(board.target.instruction_set, [(at, 32)]), memory.end - 16)
    assert int.from_bytes(board._machine.read(at, 4), "little") == 1000 * (4 * 16 + 4 * 4 * 4)
    board.close()
