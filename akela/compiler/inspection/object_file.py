"""What the inspection tools need of a relocatable ELF object: code, functions, relocations, and the C line of every address.

Of the compiler, this is the only file that touches pyelftools (the `inspect` extra), which has no type stubs; everything that leaves it is
typed.

In a relocatable object every section starts at address 0 and the line table holds zeros to be relocated. So the code sections are laid
out one after the other here (`CodeSection.base`) and the line table is relocated to that layout, by the same few rules for every
processor.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

# (operation, bytes) of the relocation types that occur in line tables, from each processor's ELF supplement.
_RELOCATIONS: dict[str, dict[int, tuple[str, int]]] = {
    "x64": {0: ("none", 0), 1: ("set", 8), 10: ("set", 4)},
    "AArch64": {0: ("none", 0), 257: ("set", 8), 258: ("set", 4)},
    "ARM": {0: ("none", 0), 2: ("set", 4)},
    "RISC-V": {0: ("none", 0), 1: ("set", 4), 2: ("set", 8)}
    | {33 + i: ("add", 1 << i) for i in range(4)}
    | {37 + i: ("sub", 1 << i) for i in range(4)}
    | {54 + i: ("set", 1 << i) for i in range(3)},
    # Xtensa keeps addends in place, also beside those of the relocation; its differences (DIFF, PDIFF, NDIFF) are complete in place.
    "Tensilica Xtensa": {0: ("none", 0), 1: ("add", 4)} | {kind: ("none", 0) for kind in (17, 18, 19, 57, 58, 59, 60, 61, 62)},
}


class InspectionError(Exception):
    """An object that cannot be read, or a tool that reading it needs and that is not installed."""


@dataclass(frozen=True)
class Place:
    """A line of C. Line 0: the compiler says that the instruction belongs to no line."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else "no line"


NO_PLACE = Place("", 0)


def line_rows(dwarf: Any) -> Iterator[tuple[int, str, int, bool]]:
    """The rows of all line programs: address, file without its folder, line, and whether a sequence of rows ends there."""
    for unit in dwarf.iter_CUs():
        program = dwarf.line_program_for_CU(unit)
        if program is None:
            continue
        first = 0 if program["version"] >= 5 else 1  # files are numbered from 1 before DWARF 5
        files = [Path(entry.name.decode()).name for entry in program["file_entry"]]  # some compilers name folders, too
        for entry in program.get_entries():
            if (state := entry.state) is not None:
                yield state.address, "" if state.end_sequence else files[state.file - first], state.line, bool(state.end_sequence)


class _Entry(NamedTuple):
    """A symbol as the object's table has it. `section` None: it lies in none, or elsewhere."""

    name: str
    value: int
    size: int
    section: int | None
    undefined: bool
    is_function: bool


@dataclass(frozen=True)
class Symbol:
    """A function: its extent in the layout."""

    name: str
    address: int
    size: int


@dataclass(frozen=True)
class Relocation:
    """A field of a section that depends on where a symbol comes to lie. `addend` None: it stands in the field."""

    offset: int
    kind: int
    symbol: int
    addend: int | None


@dataclass(frozen=True)
class CodeSection:
    """A section of machine code, placed at `base`. `data` are the ranges inside it that hold constants, not instructions."""

    name: str
    base: int
    content: bytes
    data: tuple[tuple[int, int], ...]


class LineTable:
    """The DWARF line table: which line of C an address belongs to, the innermost one where functions are inlined."""

    def __init__(self, rows: list[tuple[int, Place]]) -> None:
        self._rows = sorted(rows, key=lambda row: row[0])  # stable: of several rows at one address the last one holds
        self._addresses = [address for address, _ in self._rows]

    def place(self, address: int) -> Place:
        """The line of the instruction at `address`; NO_PLACE where the table does not say."""
        position = bisect_right(self._addresses, address)
        return self._rows[position - 1][1] if position else NO_PLACE


@dataclass(frozen=True)
class ObjectFile:
    """A relocatable object."""

    path: Path
    machine: str  # as pyelftools calls it: "x64", "ARM", "AArch64", "RISC-V", "Tensilica Xtensa"
    sections: tuple[CodeSection, ...]
    functions: tuple[Symbol, ...]
    references: dict[int, str]  # address of a relocated field in code -> name of the symbol (or section) it refers to
    undefined: tuple[str, ...]  # names that the linker has to find elsewhere
    lines: LineTable


def read_object(path: Path) -> ObjectFile:
    """Read a relocatable ELF object.

    Raises InspectionError without pyelftools, and for a processor that this file does not know.
    """
    try:
        from elftools.elf.elffile import ELFFile
    except ImportError:
        raise InspectionError("reading object files needs pyelftools, which is not installed: pip install 'akela[inspect]'") from None
    with path.open("rb") as stream:
        return _Reader(path, ELFFile(stream)).read()


class _Reader:
    def __init__(self, path: Path, elf: Any) -> None:
        self.path = path
        self.elf = elf
        self.machine: str = elf.get_machine_arch()
        if self.machine not in _RELOCATIONS:
            raise InspectionError(f"{path}: machine {self.machine}; known are {', '.join(sorted(_RELOCATIONS))}")
        self.symbols = self._symbols()
        self.section_names: list[str] = [section.name for section in elf.iter_sections()]
        self.bases = self._layout()

    def _layout(self) -> dict[int, int]:
        """Section number -> base. Sections that hold no code stay at 0, as offsets into them are wanted."""
        bases: dict[int, int] = {}
        end = 0
        for number, section in enumerate(self.elf.iter_sections()):
            if section["sh_flags"] & 0x4 and section["sh_size"]:  # SHF_EXECINSTR
                bases[number] = end
                end += (section["sh_size"] + 0xFFF) & ~0xFFF
        return bases

    def _symbols(self) -> list[_Entry]:
        """The table of symbols. RISC-V objects have tens of thousands, so the entries are not read by pyelftools, which takes long."""
        table = self.elf.get_section_by_name(".symtab")
        names: bytes = self.elf.get_section(table["sh_link"]).data()
        entries = []
        for fields in struct.iter_unpack("<LBBHQQ" if self.elf.elfclass == 64 else "<LLLBBH", table.data()):
            name, info, _, section, value, size = fields if self.elf.elfclass == 64 else (fields[0], *fields[3:], *fields[1:3])
            text = names[name : names.index(0, name)].decode()
            entries.append(_Entry(text, value, size, section if 0 < section < 0xFF00 else None, section == 0, info & 0xF == 2))  # STT_FUNC
        return entries

    def read(self) -> ObjectFile:
        functions = [
            # bit 0 of an ARM function's value says Thumb
            Symbol(symbol.name, self._address(symbol) & ~(self.machine == "ARM"), symbol.size)
            for symbol in self.symbols
            if symbol.is_function and symbol.section in self.bases
        ]
        return ObjectFile(
            path=self.path,
            machine=self.machine,
            sections=tuple(self._section(number) for number in self.bases),
            functions=tuple(sorted(functions, key=lambda symbol: symbol.address)),
            references=self._references(),
            undefined=tuple(sorted(symbol.name for symbol in self.symbols if symbol.undefined and symbol.name)),
            lines=self._lines(),
        )

    def _section(self, number: int) -> CodeSection:
        section, base = self.elf.get_section(number), self.bases[number]
        return CodeSection(section.name, base, section.data(), self._data_ranges(number, base + section["sh_size"]))

    def _data_ranges(self, number: int, end: int) -> tuple[tuple[int, int], ...]:
        """Ranges from a mapping symbol `$d` (data) to the next `$t` or `$x` (code): ELF for the Arm Architecture, "Mapping symbols"."""
        marks = sorted(
            (self._address(symbol), symbol.name[:2]) for symbol in self.symbols if symbol.section == number and symbol.name[:1] == "$"
        )
        stops = [address for address, _ in marks[1:]] + [end]
        return tuple((address, stop) for (address, kind), stop in zip(marks, stops, strict=False) if kind == "$d")

    def _address(self, symbol: _Entry) -> int:
        return (self.bases.get(symbol.section, 0) if symbol.section else 0) + symbol.value

    def _name(self, symbol: _Entry) -> str:
        """A symbol's name; a section symbol's is its section's."""
        return symbol.name or (self.section_names[symbol.section] if symbol.section else "")

    def _relocations(self, section: Any) -> Iterator[Relocation]:
        table = self.elf.get_section_by_name(".rela" + section.name) or self.elf.get_section_by_name(".rel" + section.name)
        if table is None:
            return
        wide, explicit = self.elf.elfclass == 64, table["sh_type"] == "SHT_RELA"
        layout = ("<QQ" if wide else "<LL") + (("q" if wide else "l") if explicit else "")
        for offset, info, *addend in struct.iter_unpack(layout, table.data()):
            kind, symbol = (info & 0xFFFF_FFFF, info >> 32) if wide else (info & 0xFF, info >> 8)
            yield Relocation(offset, kind, symbol, addend[0] if explicit else None)

    def _references(self) -> dict[int, str]:
        references: dict[int, str] = {}
        for number, base in self.bases.items():
            for relocation in self._relocations(self.elf.get_section(number)):
                name = self._name(self.symbols[relocation.symbol])
                if name:  # R_RISCV_RELAX and the like refer to nothing
                    references.setdefault(base + relocation.offset, name)
        return references

    def _lines(self) -> LineTable:
        dwarf = self.elf.get_dwarf_info(relocate_dwarf_sections=False)
        if dwarf.debug_line_sec is None or dwarf.debug_info_sec is None:
            return LineTable([])
        for name, section in ((".debug_info", dwarf.debug_info_sec), (".debug_line", dwarf.debug_line_sec)):
            self._relocate(self.elf.get_section_by_name(name), section.stream)
        rows: list[tuple[int, Place]] = []
        for address, file, line, ends in line_rows(dwarf):
            rows.append((address, NO_PLACE if ends or not line else Place(file, line)))
        return LineTable(rows)

    def _relocate(self, section: Any, stream: BytesIO) -> None:
        """Apply a debug section's relocations to its contents."""
        contents = stream.getbuffer()
        rules = _RELOCATIONS[self.machine]
        for relocation in self._relocations(section):
            if relocation.kind not in rules:
                raise InspectionError(f"{self.path}: {section.name} has a relocation of type {relocation.kind}, unknown for {self.machine}")
            operation, size = rules[relocation.kind]
            if operation == "none":
                continue
            field = slice(relocation.offset, relocation.offset + size)
            in_place = int.from_bytes(contents[field], "little")
            value = self._address(self.symbols[relocation.symbol]) + (relocation.addend or 0)
            if operation == "sub":
                value = in_place - value
            elif operation == "add" or relocation.addend is None:
                value = in_place + value
            contents[field] = (value & ((1 << 8 * size) - 1)).to_bytes(size, "little")
