"""What a function brings with it: the sections that it refers to, directly or not, and the deepest stack of its calls.

Objects have each function and each table in a section of its own. A reference is a relocation; where it leads to a function, it counts as a
call of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from elftools.elf.elffile import ELFFile

LIBRARY = ("memcpy", "memset")  # the C library's, or those of akela_rt.c; not counted
ALLOCATED = 0x2  # SHF_ALLOC


@dataclass
class Section:
    """A section that goes into flash."""

    name: str
    size: int
    frame: int = 0  # stack of the function in it, without what that calls
    references: set[tuple[str, str]] = field(default_factory=set)  # object and section, or "" and a symbol of elsewhere

    @property
    def is_table(self) -> bool:
        """Whether it holds constants, not code."""
        return self.name.startswith((".rodata", ".srodata"))


@dataclass(frozen=True)
class Footprint:
    """What some functions cost: bytes of flash, of constant tables among these and of tables that are copied to RAM among those, bytes of
    stack at the deepest place, and functions of the compiler's library.
    """

    flash: int
    tables: int
    copied: int
    stack: int
    foreign: tuple[str, ...]


class Program:
    """All sections of some objects. Raises KeyError where a symbol that is asked for is not defined.

    `copied`: patterns of the sections that a program copies to RAM when it starts.
    """

    def __init__(self, objects: Iterable[Path], copied: Sequence[str] = ()) -> None:
        self._copied = copied
        self.sections: dict[tuple[str, str], Section] = {}
        self.symbols: dict[str, tuple[str, str]] = {}
        self.sizes: dict[str, int] = {}
        for path in objects:
            with path.open("rb") as stream:
                self._read(path, ELFFile(stream))

    def footprint(self, symbols: Iterable[str]) -> Footprint:
        roots = [self.symbols[symbol] for symbol in symbols]
        reached: set[tuple[str, str]] = set()
        foreign: set[str] = set()
        waiting = list(roots)
        while waiting:
            key = waiting.pop()
            if key[0] == "" and key[1] not in self.symbols:
                foreign |= {key[1]} - set(LIBRARY)
                continue
            key = self.symbols[key[1]] if key[0] == "" else key
            if key not in reached:
                reached.add(key)
                waiting += self.sections[key].references
        kept = [self.sections[key] for key in reached]
        return Footprint(
            sum(section.size for section in kept),
            sum(section.size for section in kept if section.is_table),
            sum(section.size for section in kept if any(fnmatchcase(section.name, pattern) for pattern in self._copied)),
            max(map(self.depth, roots), default=0),
            tuple(sorted(foreign)),
        )

    @cache  # noqa: B019 - a program lives as long as its figures are wanted
    def depth(self, key: tuple[str, str]) -> int:
        """The deepest stack from the function in this section on."""
        if key[0] == "":
            return self.depth(self.symbols[key[1]]) if key[1] in self.symbols else 0
        section = self.sections[key]
        return section.frame + max((self.depth(callee) for callee in section.references if callee != key), default=0)

    def _read(self, path: Path, elf: Any) -> None:
        name = path.stem
        frames = _frames(path.with_suffix(".su"))
        numbers = {number: section for number, section in enumerate(elf.iter_sections()) if section["sh_flags"] & ALLOCATED}
        for section in numbers.values():
            self.sections[name, section.name] = Section(section.name, section["sh_size"])
        symbols = list(elf.get_section_by_name(".symtab").iter_symbols())
        for symbol in symbols:
            if symbol["st_shndx"] in numbers and symbol.name:
                key = (name, numbers[symbol["st_shndx"]].name)
                if symbol["st_info"]["bind"] == "STB_GLOBAL":
                    self.symbols[symbol.name] = key
                    self.sizes[symbol.name] = symbol["st_size"]
                if symbol["st_info"]["type"] == "STT_FUNC":
                    self.sections[key].frame = max(self.sections[key].frame, frames.get(symbol.name, 0))
        for table in elf.iter_sections():
            if table["sh_type"] in ("SHT_REL", "SHT_RELA") and table["sh_info"] in numbers:
                section = self.sections[name, numbers[table["sh_info"]].name]
                for relocation in table.iter_relocations():
                    symbol = symbols[relocation["r_info_sym"]]
                    if symbol["st_shndx"] in numbers:
                        section.references.add((name, numbers[symbol["st_shndx"]].name))
                    elif symbol["st_shndx"] == "SHN_UNDEF" and symbol.name:
                        section.references.add(("", symbol.name))


def _frames(path: Path) -> dict[str, int]:
    """Function -> bytes of its frame, from a file that `-fstack-usage` makes: `file.c:line:column:function<tab>bytes<tab>static`."""
    frames = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        place, size, _ = line.split("\t")
        frames[place.rpartition(":")[2]] = int(size)
    return frames
