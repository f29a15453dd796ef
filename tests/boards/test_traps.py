"""Programs that do what a chip's core refuses: each is stopped, and where it was is named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from akela.boards import Board, Trap
from akela.boards.abi import Arguments, place
from tests.boards.programs import CORES, program

PROGRAM = """
#include <stdint.h>
void akela_load_word(const uint32_t *from, uint32_t *out) { *out = *from; }
void akela_load_half(const uint16_t *from, uint32_t *out) { *out = *from; }
void akela_load_octet(const uint8_t *from, uint32_t *out) { *out = *from; }
void akela_store_word(uint32_t *to) { *to = 1; }
void akela_jump(void (*function)(void)) { function(); }
#if defined(__thumb__)
void akela_load_two(const uint32_t *from) { __asm__ volatile("ldrd r2, r3, [%0, #4]" : : "r"(from) : "r2", "r3"); }
void akela_load_many(const uint32_t *from) { __asm__ volatile("ldm %0, {r2, r3}" : : "r"(from) : "r2", "r3"); }
void akela_store_two(uint32_t *to) { __asm__ volatile("strd r2, r3, [%0]" : : "r"(to)); }
void akela_illegal(void) { __asm__ volatile("udf #1"); }
#elif defined(__riscv)
void akela_illegal(void) { __asm__ volatile(".word 0"); }
#else
void akela_illegal(void) { __asm__ volatile("ill"); }
#endif
"""


@dataclass
class Core:
    """A board with these programs."""

    board: Board

    def run(self, function: str, *arguments: int) -> None:
        image, data = self.board.image, self.board.file.region(self.board.file.data)
        values = place(self.board.target.instruction_set, [(value, 32) for value in arguments])
        self.board._machine.run(image.symbols[f"akela_{function}"], values, data.end - 16)

    def refuses(self, message: str, function: str, *arguments: int) -> Trap:
        with pytest.raises(Trap, match=message) as caught:
            self.run(function, *arguments)
        assert caught.value.function == function
        assert caught.value.file == "program.c"
        assert f"akela_{function}(" in PROGRAM.splitlines()[caught.value.line - 1]
        assert f"in {function} (program.c:{caught.value.line})" in str(caught.value)
        self.run("store_word", self.ram)  # it goes on
        return caught.value

    @property
    def ram(self) -> int:
        return self.board.file.region(self.board.file.data).begin + 0x100

    @property
    def flash(self) -> int:
        return self.board.file.region(self.board.file.code).begin


@pytest.fixture(scope="module", params=CORES)
def core(request: pytest.FixtureRequest) -> Iterator[Core]:
    board = program(request.param, PROGRAM)
    yield Core(board)
    board.close()


def test_memory_that_is_not_there(core: Core) -> None:
    core.refuses("access of 4 bytes at 0x12345670|access to 0x12345670", "load_word", 0x1234_5670, core.ram)
    end = max(memory.end for memory in core.board.file.memory if "w" in memory.access)  # one for DMA may follow that for data
    core.refuses(f"{end:#010x}", "load_word", end, core.ram)
    core.run("load_word", end - 4, core.ram)


def test_flash_is_not_written(core: Core) -> None:
    core.refuses(f"{core.flash + 0x40:#010x}", "store_word", core.flash + 0x40)
    core.run("load_word", core.flash + 0x40, core.ram)


def test_an_illegal_instruction(core: Core) -> None:
    core.refuses("illegal instruction", "illegal")


def test_data_is_no_code(core: Core) -> None:
    with pytest.raises(Trap):
        core.run("jump", core.ram | (core.board.target.instruction_set == "thumb"))
    with pytest.raises(Trap):
        core.board._machine.run(0x1234_5670, Arguments((), ()), core.board.file.region(core.board.file.data).end - 16)


def test_words_at_odd_addresses(core: Core) -> None:
    """ARMv7-M Architecture Reference Manual, section A3.2.1: single loads may be unaligned, those of several words not."""
    if core.board.file.unaligned:
        core.run("load_word", core.ram + 1, core.ram)
        core.run("load_half", core.ram + 1, core.ram)
    else:
        core.refuses(f"unaligned access at {core.ram + 1:#010x}", "load_word", core.ram + 1, core.ram)
        core.refuses(f"unaligned access at {core.ram + 3:#010x}", "load_half", core.ram + 3, core.ram)
        core.refuses(f"unaligned access at {core.ram + 2:#010x}", "store_word", core.ram + 2)


@pytest.mark.parametrize(("function", "offset"), [("load_two", 4), ("load_many", 0), ("store_two", 0)])
def test_several_words_at_odd_addresses(core: Core, function: str, offset: int) -> None:
    if f"akela_{function}" not in core.board.image.symbols:
        pytest.skip("an instruction of Thumb")
    core.refuses(f"unaligned access at {core.ram + 2 + offset:#010x}.* multiple of 4", function, core.ram + 2)
    core.run(function, core.ram)


def test_parts_of_words_in_memory_of_whole_words(core: Core) -> None:
    flash = core.board.file.region(core.board.file.code)
    for function, size in (("load_octet", 1), ("load_half", 2)):
        if flash.word_only:
            core.refuses(f"access of {size} bytes at {flash.begin + 2:#010x}, .*whole words", function, flash.begin + 2, core.ram)
        else:
            core.run(function, flash.begin + 2, core.ram)
        core.run(function, core.ram, core.ram)
    if flash.word_only:
        (iram,) = (memory for memory in core.board.file.memory if memory.name == "iram")
        core.refuses("whole words", "load_octet", iram.begin, core.ram)
        core.run("load_word", iram.begin, core.ram)
