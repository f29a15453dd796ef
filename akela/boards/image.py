"""All kernels as one program for a board: emitted, compiled, and linked to the board's memory map."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from akela.boards.accelerators import bindings, dispatch_source
from akela.boards.files import BoardFile, Memory
from akela.compiler import emit_c, ir
from akela.compiler.c_compiler import alone, run
from akela.compiler.frontend import Program, compile_module
from akela.compiler.inspection.object_file import InspectionError, line_rows
from akela.compiler.modules import kernel_names
from akela.compiler.passes import lower
from akela.compiler.targets import Target, load_target
from akela.compiler.toolchains import (
    PACKAGES,
    RUNTIME,
    Compiler,
    ToolchainMissing,
    cache_folder,
    compile_c,
    find_compiler,
    installed_compilers,
    write_once,
)
from akela.digest import source_digest

DRIVER = Path(__file__).parent / "xtensa"
_PARTIAL = re.compile(r"const uint(?:8|16)_t AKELA_TABLE (\w+)\[")
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
    .tables : {{ {tables} }} > data
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
        KEEP(*(.akela_vectors)) *(.akela_driver.literal .akela_driver)
        *driver*(.literal .text .rodata .rodata.* .data .data.* .bss .bss.* COMMON)
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
    """A function, and a line of its C. exact: whether the compiler says that line; else it is that of the instructions before."""

    function: str
    file: str
    line: int
    exact: bool = True


class Image:
    """A linked program: what to load, where functions are, which line an address belongs to."""

    def __init__(self, path: Path, modules: Sequence[ir.Module], compiler: str, served: Mapping[str, str] | None = None) -> None:
        try:
            from elftools.elf.elffile import ELFFile
        except ImportError:
            raise InspectionError("boards need pyelftools, which is not installed: pip install 'akela[boards]'") from None
        self.extents: list[tuple[int, int]]  # of memory that the image has something in
        self.path, self.modules, self.compiler = path, tuple(modules), compiler
        self.served = dict(served or {})  # an operation's kernel -> the port's kernel that serves it
        with path.open("rb") as stream:
            elf: Any = ELFFile(stream)
            self.segments = [Segment(s["p_paddr"], s.data()) for s in elf.iter_segments("PT_LOAD") if s["p_filesz"]]
            self.extents = [(s["p_vaddr"], s["p_vaddr"] + s["p_memsz"]) for s in elf.iter_segments("PT_LOAD")]
            self.symbols = {s.name: s["st_value"] for s in elf.get_section_by_name(".symtab").iter_symbols() if s.name}
            functions = [s for s in elf.get_section_by_name(".symtab").iter_symbols() if s["st_info"]["type"] == "STT_FUNC"]
            text = elf.get_section_by_name(".text")
            self.text = Segment(text["sh_addr"], text.data())
        self._functions = sorted((s["st_value"] & ~1, s.name) for s in functions)
        self._sizes = {s["st_value"] & ~1: s["st_size"] for s in functions}
        self.struct_bytes = self._struct_bytes()

    def place(self, address: int) -> Place:
        """What stands at an address."""
        at = bisect_right(self._functions, (address, "\U0010ffff"))
        function = self._functions[at - 1][1] if at else ""
        rows = self._rows
        at = bisect_right(rows, (address, "\U0010ffff", 0))
        known = at
        while known > 0 and rows[known - 1][2] == 0:  # of no line by itself
            known -= 1
        file, line = rows[known - 1][1:] if known else ("", 0)
        return Place(function.removeprefix("akela_"), file, line, known == at)

    def functions(self, name: str) -> list[Segment]:
        """The code of all functions of this name in C, and of the parts that a compiler makes of one ("f.part.0")."""
        return [Segment(at, self.read(at, self._sizes[at])) for at, symbol in self._functions if symbol.partition(".")[0] == name]

    def first_free(self, memory: Memory) -> int:
        """The first address of a memory behind all that the image has there."""
        return max([memory.begin, *(end for begin, end in self.extents if memory.begin <= begin < memory.end)])

    @cached_property
    def _rows(self) -> list[tuple[int, str, int]]:
        """Address, file and line of each row of the line tables: read when first asked for, as it takes seconds."""
        from elftools.elf.elffile import ELFFile

        with self.path.open("rb") as stream:
            return sorted(_line_rows(ELFFile(stream)))

    def read(self, address: int, count: int) -> bytes:
        """Bytes of the image."""
        for segment in self.segments:
            if segment.address <= address < segment.address + len(segment.content):
                return segment.content[address - segment.address :][:count]
        raise ValueError(f"{self.path.name} has nothing at {address:#x}")

    def _struct_bytes(self) -> dict[str, int]:
        names = [struct.name for struct in structs(self.modules)]
        if not names:
            return {}
        table = self.read(self.symbols[SIZES], 4 * len(names))
        return {name: int.from_bytes(table[4 * i : 4 * i + 4], "little") for i, name in enumerate(names)}


def structs(modules: Sequence[ir.Module]) -> list[Any]:
    """Every struct of these modules, once."""
    return list({struct.name: struct for module in modules for struct in module.structs}.values())


def _line_rows(elf: Any) -> list[tuple[int, str, int]]:
    if not elf.has_dwarf_info():
        return []
    return [(address, file, line) for address, file, line, ends in line_rows(elf.get_dwarf_info()) if not ends]


@cache
def board_modules(target: Target, names: tuple[str, ...] = (), ports: tuple[str, ...] = ()) -> tuple[ir.Module, ...]:
    """The kernels as they are for a target: all, or those of some modules and of what these call; and `ports`. In build order."""
    program = Program.for_target(target)
    waiting = [*(names or kernel_names()), *ports]
    modules: dict[str, ir.Module] = {}
    while waiting:
        name = waiting.pop()
        if name not in modules:
            modules[name] = compile_module(name, target, (target.word_bits,), program)
            waiting += modules[name].imports
    return tuple(modules[name] for name in (*kernel_names(), *ports) if name in modules)


def choose_compiler(target: Target, name: str | None = None) -> Compiler:
    """The compiler of this name for a target; for None the first of the target's that is installed, clang first.

    Raises ToolchainMissing where it, or any, is not installed.
    """
    names = [name] if name else sorted(installed_compilers(target))
    if not names and "clang" in target.toolchains:
        package = PACKAGES[target.toolchains["gcc"].command]
        raise ToolchainMissing(
            f"no C compiler for {target.name} is installed: pip install 'akela[boards]' (ziglang), or apt install {package}"
        )
    return find_compiler(target, next(iter(names), next(iter(target.toolchains))))


@cache
def build_image(
    board: BoardFile,
    compiler: str | None = None,
    optimisation: str = "-Os",
    target: Target | None = None,
    names: tuple[str, ...] = (),
    families: frozenset[str] = frozenset(),
    software: frozenset[str] = frozenset(),
) -> Image:
    """The image of all kernels for a board, or of those of some modules, made once for the same sources and compiler.

    compiler: "gcc" or "clang" (the ziglang wheel); by default the first of the target's that is installed, clang first.
    target: the board's own with other choices, such as other unroll factors. families: of accelerators that serve operations.
    software: operations that none serves all the same.
    Raises ToolchainMissing where no compiler is installed, CompileFailed where one refuses.
    """
    target = target or load_target(board.target)
    found = choose_compiler(target, compiler)
    modules = board_modules(target, names, board.ports if families else ())
    served = bindings(modules, families, software)
    choices = (source_digest(), sorted(vars(target).items(), key=str), names, sorted(served.items()))
    flags = ("-DAKELA_DISPATCH",) if served else ()
    path = link(board, found, optimisation, repr(choices), lambda: sources(modules, target, served), flags)
    return Image(path, modules, found.toolchain.name, served)


def emitted(modules: Sequence[ir.Module], target: Target) -> dict[str, str]:
    """The headers and sources of modules in C, by file name."""
    return {file.name: file.text for module in modules for file in emit_c.emit(lower(module, target), target)}


def sources(modules: Sequence[ir.Module], target: Target, served: Mapping[str, str] | None = None) -> dict[str, str]:
    """The C of modules, a table of the sizes of their structs, and who serves which operation."""
    texts = emitted(modules, target)
    board = _board_source(modules, [file for file in texts if file.endswith(".h")])
    return {**texts, "akela_board.c": board + (dispatch_source(modules, served) if served else "")}


def link(
    board: BoardFile,
    found: Compiler,
    optimisation: str,
    version: str,
    make_sources: Callable[[], dict[str, str]],
    flags: tuple[str, ...] = (),
) -> Path:
    """Compile C files and link them to a board's memory map, unless that was done for this `version` of them.

    Raises CompileFailed.
    """
    layout = (repr(board.memory), *(path.read_text() for path in _driver(board)), Path(__file__).read_text())
    key = hashlib.sha256(repr((version, layout, found.command, found.version, optimisation)).encode()).hexdigest()[:16]
    folder = cache_folder() / "boards" / f"{board.name}-{found.toolchain.name}{optimisation}-{key}"
    output = folder / "akela.elf"
    if output.is_file():
        return output
    folder.mkdir(parents=True, exist_ok=True)
    with alone(folder):
        if not output.is_file():
            _build(board, found, (optimisation, *flags), make_sources(), output)
    return output


def _driver(board: BoardFile) -> list[Path]:
    return [DRIVER / "driver.S", DRIVER / "driver.c"] if board.emulator == "qemu" else []


def _build(board: BoardFile, found: Compiler, flags: tuple[str, ...], texts: dict[str, str], output: Path) -> None:
    """Compile these files with these flags, the optimisation level first, and link them."""
    folder = output.parent
    driver = _driver(board)
    for file, text in {**texts, "akela.ld": _script(board, texts.values())}.items():
        write_once(folder / file, text)
    files = [*(folder / file for file in texts if file.endswith(".c")), RUNTIME / "akela_rt.c", *driver]
    # Where loads must be whole words, tables of anything less cannot stay with the code: each gets a section of its own. So on all
    # boards of such a core, that they share objects.
    separate = ("-fdata-sections",) if board.emulator == "qemu" else ()
    optimisation, *others = flags
    objects = compile_c(files, found.target, found.toolchain.name, optimisation, include=[folder], flags=(*separate, *others))
    unfinished = folder / "akela.making"
    run([*found.command, optimisation, "-nostdlib", f"-Wl,-T,{folder / 'akela.ld'}", *map(str, objects)], unfinished)
    unfinished.replace(output)


def _script(board: BoardFile, texts: Iterable[str]) -> str:
    """The linker script. Where code lies in memory of whole words, tables of anything less in these C files go to data memory."""
    sections = in_data_memory(board, texts)
    tables = f"*({' '.join(sections)})" if sections else ""
    driver = XTENSA_DRIVER if board.emulator == "qemu" else ""
    return SCRIPT.format(code=board.region(board.code), data=board.region(board.data), driver=driver, tables=tables)


def in_data_memory(board: BoardFile, texts: Iterable[str]) -> tuple[str, ...]:
    """Patterns of the sections of constants that cannot stay with the board's code, as only whole words are read there."""
    if not board.region(board.code).word_only:
        return ()
    names = sorted({name for text in texts for name in _PARTIAL.findall(text)})
    # Beside them what the compiler makes without a name, such as strings: it is read and copied by bytes.
    return (*(f".rodata.{name}" for name in names), ".rodata", ".rodata.str*")


def _board_source(modules: Sequence[ir.Module], headers: Sequence[str]) -> str:
    """The sizes of structs, as this compiler lays them out."""
    sizes = ", ".join(f"sizeof(akela_{struct.name}_ctx)" for struct in structs(modules))
    return "".join(f'#include "{header}"\n' for header in headers) + f"const uint32_t {SIZES}[] = {{{sizes}}};\n"
