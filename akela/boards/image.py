"""All kernels as one program for a board: emitted, compiled, and linked to the board's memory map."""

from __future__ import annotations

import hashlib
import os
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from akela.boards.files import BoardFile
from akela.compiler import emit_c, ir
from akela.compiler.c_compiler import run
from akela.compiler.frontend import Program, compile_module
from akela.compiler.inspection.object_file import InspectionError
from akela.compiler.modules import kernel_names
from akela.compiler.passes import lower
from akela.compiler.targets import Target, load_target
from akela.compiler.toolchains import RUNTIME, cache_folder, compile_c, find_compiler, installed_compilers, write_once
from akela.digest import source_digest

DRIVER = Path(__file__).parent / "xtensa"
SIZES = "akela_board_sizes"  # a table in the image: the size of every struct

# Code and constants where the board keeps code, all else where it keeps data.
SCRIPT = """
MEMORY {{
    code (rx) : ORIGIN = {code.begin:#x}, LENGTH = {code.bytes:#x}
    data (rw) : ORIGIN = {data.begin:#x}, LENGTH = {data.bytes:#x}
}}
SECTIONS {{
    {driver}
    .text : {{ KEEP(*(.literal .text .literal.* .text.*)) }} > code
    .rodata : {{ KEEP(*(.rodata .rodata.* .srodata .srodata.*)) }} > code
    .data : {{ *(.data .data.* .sdata .sdata.*) }} > data
    .bss : {{ *(.bss .bss.* .sbss .sbss.* COMMON) }} > data
    /DISCARD/ : {{ *(.ARM.exidx* .ARM.attributes .riscv.attributes .comment .eh_frame* .note*) }}
}}
"""

# What an Xtensa core on QEMU needs beside the kernels, `xtensa/`: the reset vector at its fixed place, all else out of the way.
XTENSA_DRIVER = """
    .akela_reset 0x50000000 : { KEEP(*(.akela_reset)) }
    .akela_driver 0x63000000 : {
        KEEP(*(.akela_vectors)) *(.akela_driver.literal .akela_driver) *driver*(.literal .text .rodata .data .bss COMMON)
        . = ALIGN(16); . += 4096; akela_driver_stack_top = .;
    }
"""


@dataclass(frozen=True)
class Segment:
    """Bytes of the image and where they go."""

    address: int
    content: bytes


@dataclass(frozen=True)
class Place:
    """A function, and a line of its C."""

    function: str
    file: str
    line: int


class Image:
    """A linked program: what to load, where functions are, which line an address belongs to."""

    def __init__(self, path: Path, modules: Sequence[ir.Module], compiler: str) -> None:
        try:
            from elftools.elf.elffile import ELFFile
        except ImportError:
            raise InspectionError("boards need pyelftools, which is not installed: pip install 'akela[boards]'") from None
        self.path, self.modules, self.compiler = path, tuple(modules), compiler
        with path.open("rb") as stream:
            elf: Any = ELFFile(stream)
            self.segments = [Segment(s["p_paddr"], s.data()) for s in elf.iter_segments("PT_LOAD") if s["p_filesz"]]
            self.data_end = max((s["p_vaddr"] + s["p_memsz"] for s in elf.iter_segments("PT_LOAD")), default=0)
            self.symbols = {s.name: s["st_value"] for s in elf.get_section_by_name(".symtab").iter_symbols() if s.name}
            functions = [s for s in elf.get_section_by_name(".symtab").iter_symbols() if s["st_info"]["type"] == "STT_FUNC"]
            text = elf.get_section_by_name(".text")
            self.text = Segment(text["sh_addr"], text.data())
            self._rows = sorted(_line_rows(elf))
        self._functions = sorted((s["st_value"] & ~1, s.name) for s in functions)
        self.struct_bytes = self._struct_bytes()

    def place(self, address: int) -> Place:
        """What stands at an address."""
        at = bisect_right(self._functions, (address, "\U0010ffff"))
        function = self._functions[at - 1][1] if at else ""
        at = bisect_right(self._rows, (address, "\U0010ffff", 0))
        file, line = self._rows[at - 1][1:] if at else ("", 0)
        return Place(function.removeprefix("akela_"), file, line)

    def read(self, address: int, count: int) -> bytes:
        """Bytes of the image."""
        for segment in self.segments:
            if segment.address <= address < segment.address + len(segment.content):
                return segment.content[address - segment.address :][:count]
        raise ValueError(f"{self.path.name} has nothing at {address:#x}")

    def _struct_bytes(self) -> dict[str, int]:
        names = [struct.name for struct in structs(self.modules)]
        table = self.read(self.symbols[SIZES], 4 * len(names))
        return {name: int.from_bytes(table[4 * i : 4 * i + 4], "little") for i, name in enumerate(names)}


def structs(modules: Sequence[ir.Module]) -> list[Any]:
    """Every struct of these modules, once."""
    return list({struct.name: struct for module in modules for struct in module.structs}.values())


def _line_rows(elf: Any) -> list[tuple[int, str, int]]:
    rows: list[tuple[int, str, int]] = []
    if not elf.has_dwarf_info():
        return rows
    dwarf = elf.get_dwarf_info()
    for unit in dwarf.iter_CUs():
        program = dwarf.line_program_for_CU(unit)
        if program is None:
            continue
        base = 1 if program["version"] < 5 else 0
        files = program["file_entry"]
        for entry in program.get_entries():
            if (state := entry.state) and not state.end_sequence:
                rows.append((state.address, files[state.file - base].name.decode(), state.line))
    return rows


@cache
def board_modules(target: Target) -> tuple[ir.Module, ...]:
    """The kernels as they are for a target."""
    program = Program.for_target(target)
    return tuple(compile_module(name, target, (target.word_bits,), program) for name in kernel_names())


@cache
def build_image(board: BoardFile, compiler: str | None = None, optimisation: str = "-Os") -> Image:
    """The image of all kernels for a board, made once for the same sources and compiler.

    compiler: "gcc" or "clang" (the ziglang wheel); by default the first of the target's that is installed, clang first.
    Raises ToolchainMissing where none is, CompileFailed where one refuses.
    """
    target = load_target(board.target)
    name = compiler or next(iter(sorted(installed_compilers(target))), next(iter(target.toolchains)))
    found = find_compiler(target, name)
    on_qemu = board.emulator == "qemu"
    code, data = board.region(board.code), board.region(board.data)
    script = SCRIPT.format(code=code, data=data, driver=XTENSA_DRIVER if on_qemu else "")
    driver = [DRIVER / "driver.S", DRIVER / "driver.c"] if on_qemu else []
    made_from = (source_digest(), [path.read_text() for path in driver], script, found.command, found.version, optimisation)
    key = hashlib.sha256(repr(made_from).encode()).hexdigest()[:16]
    folder = cache_folder() / "boards" / f"{board.name}-{name}{optimisation}-{key}"
    output = folder / "akela.elf"
    modules = board_modules(target)
    if not output.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        texts = {file.name: file.text for module in modules for file in emit_c.emit(lower(module, target), target)}
        texts["akela_board.c"] = _board_source(modules, [file for file in texts if file.endswith(".h")])
        for file, text in {**texts, "akela.ld": script}.items():
            write_once(folder / file, text)
        sources = [*(folder / file for file in texts if file.endswith(".c")), RUNTIME / "akela_rt.c", *driver]
        objects = compile_c(sources, target, name, optimisation, include=[folder])
        unfinished = folder / f"akela.{os.getpid()}"
        run([*found.command, optimisation, "-nostdlib", f"-Wl,-T,{folder / 'akela.ld'}", *map(str, objects)], unfinished)
        unfinished.replace(output)
    return Image(output, modules, name)


def _board_source(modules: Sequence[ir.Module], headers: Sequence[str]) -> str:
    """The sizes of structs, as this compiler lays them out."""
    sizes = ", ".join(f"sizeof(akela_{struct.name}_ctx)" for struct in structs(modules))
    return "".join(f'#include "{header}"\n' for header in headers) + f"const uint32_t {SIZES}[] = {{{sizes}}};\n"
