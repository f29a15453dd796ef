"""What runs an export on a bare board: startup code, a linker script for the board's memory, and the examples' view of it.

`bringup/` has the files; those of an instruction set end in its name.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from akela.boards.files import BoardFile, board_names, load_board
from akela.compiler.targets import Target, load_target
from akela.compiler.toolchains import RUNTIME

FOLDER = Path(__file__).parent / "bringup"
COMMON = ("bringup.h", "start.c")
SEMIHOSTED = ("semihosting.h", "semihosting.c")

SCRIPT = """/* The memory of {title}, made by `akela export`. SPDX-License-Identifier: Apache-2.0 OR MIT */
ENTRY({entry})
MEMORY
{{
    code (rx) : ORIGIN = {code.begin:#x}, LENGTH = {code.bytes:#x}
    data (rw) : ORIGIN = {data.begin:#x}, LENGTH = {data.bytes:#x}{fast}
}}
SECTIONS
{{{reset}
    .fast : {{ akela_fast_begin = .; {fast_code} . = ALIGN(4); akela_fast_end = .; }} > {fast_region} AT> code
    akela_fast_load = LOADADDR(.fast);
    .text : {{
        KEEP(*(.vectors)) KEEP(*(.init_array .init_array.* .ctors .ctors.*))
        *(.literal .literal.* .text .text.*) {code_constants} . = ALIGN(4);
    }} > code
    .data : {{ akela_data_begin = .; {data_constants} *(.data .data.* .sdata .sdata.*) . = ALIGN(4); akela_data_end = .; }} > data AT> code
    akela_data_load = LOADADDR(.data);
    .bss (NOLOAD) : {{ akela_bss_begin = .; *(.bss .bss.* .sbss .sbss.* COMMON) . = ALIGN(4); akela_bss_end = .; }} > data
    .noinit (NOLOAD) : {{ *(.noinit) . = ALIGN(16); }} > data
    akela_stack_bottom = .;
    akela_stack_top = ORIGIN(data) + LENGTH(data);
    /DISCARD/ : {{ *(.ARM.exidx* .comment .eh_frame* .note* .riscv.attributes .xt.*) }}
}}
"""

ENTRY = {"thumb": "akela_reset", "riscv32": "_start", "xtensa": "akela_start"}  # by instruction set
RESET = "\n    .akela_reset 0x50000000 : { KEEP(*(.akela_reset)) }"
CONSTANTS = "*(.rodata .rodata.* .srodata .srodata.*)"


def board_of(chip: str) -> BoardFile | None:
    """The board that a chip's name is, if it is one."""
    return load_board(chip) if chip in board_names() else None


def files(board: BoardFile, fast: Iterable[str]) -> dict[str, str]:
    """The files, by path; `fast` are C files whose code goes to the board's instruction RAM."""
    target = load_target(board.target)
    names = [*COMMON, *own(target)]
    texts = {f"bringup/{name}": (FOLDER / name).read_text(encoding="utf-8") for name in names}
    platform = (FOLDER / "platform.c").read_text(encoding="utf-8")
    texts["examples/platform.c"] = platform.replace("@AKELA_MHZ@", str(board.clock_hz // 1_000_000))
    texts["bringup/link.ld"] = script(board, target, sorted(fast))
    texts["bringup/akela_rt.c"] = (RUNTIME / "akela_rt.c").read_text(encoding="utf-8")
    return texts


def own(target: Target) -> tuple[str, ...]:
    """The files of an instruction set."""
    isa = target.instruction_set
    return (f"startup_{isa}.S", f"core_{isa}.c", *(() if isa == "xtensa" else SEMIHOSTED))


def sources(target: Target) -> list[str]:
    """What is compiled beside the library and an example."""
    return [f"bringup/{name}" for name in ("start.c", "akela_rt.c", *own(target)) if not name.endswith(".h")]


def script(board: BoardFile, target: Target, fast: list[str]) -> str:
    """The linker script. Where loads from code memory must be whole words, all constants are copied to data memory."""
    code, data = board.region(board.code), board.region(board.data)
    rooms = [memory for memory in board.memory if memory.name == "iram"]
    region = f"\n    fast (rx) : ORIGIN = {rooms[0].begin:#x}, LENGTH = {rooms[0].bytes:#x}" if rooms else ""
    objects = " ".join(f"*{Path(name).stem}.o(.literal .literal.* .text .text.*)" for name in fast)
    return SCRIPT.format(
        title=board.title,
        entry=ENTRY[target.instruction_set],
        code=code,
        data=data,
        fast=region,
        fast_region="fast" if rooms else "code",
        fast_code=objects,
        reset=RESET if target.instruction_set == "xtensa" else "",
        code_constants="" if code.word_only else CONSTANTS,
        data_constants=CONSTANTS if code.word_only else "",
    )
