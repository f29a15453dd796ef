"""An object file as functions made of instructions, each with the line of C that it comes from.

Capstone decodes (the `inspect` extra); binutils' objdump does where Capstone is not installed, and always for Xtensa, which Capstone does
not know. This is the only file that touches Capstone, which has no type stubs.
"""

from __future__ import annotations

import itertools
import re
import shutil
import subprocess
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from akela.compiler.inspection.object_file import CodeSection, InspectionError, ObjectFile, Place, read_object


@dataclass(frozen=True)
class Instruction:
    """One machine instruction. Addresses are those of `object_file`'s layout."""

    address: int
    size: int
    mnemonic: str
    operands: str
    place: Place
    target: int | None = None  # where a direct jump, branch or call goes
    symbol: str = ""  # what a relocation inside the instruction refers to

    def __str__(self) -> str:
        return f"{self.mnemonic} {self.operands}".strip()


@dataclass(frozen=True)
class Function:
    """The machine code of a C function."""

    name: str
    address: int
    size: int
    instructions: tuple[Instruction, ...]


@dataclass(frozen=True)
class Listing:
    """A disassembled object."""

    path: Path
    machine: str
    functions: tuple[Function, ...]
    undefined: tuple[str, ...]
    names: dict[int, str] = field(repr=False)  # address -> function that starts there

    @cached_property
    def known(self) -> frozenset[str]:
        """The names of all its functions: where a compiler finds two to be the same, one place has both names."""
        return frozenset(function.name for function in self.functions)

    def function(self, name: str) -> Function:
        """The function of this C name. Raises KeyError where the object has none."""
        for function in self.functions:
            if function.name == name:
                return function
        raise KeyError(f"{self.path.name} has no function {name}; it has {', '.join(f.name for f in self.functions)}")


def disassemble(path: Path, objdump: str = "") -> Listing:
    """Disassemble a relocatable object compiled with `-g`.

    `objdump` is the disassembler to fall back on. Raises InspectionError where neither Capstone nor it can serve.
    """
    binary = read_object(path)
    decoded = _with_far_targets(sorted(_decode(binary, objdump), key=lambda item: item.address))
    addresses = [instruction.address for instruction in decoded]
    functions = tuple(
        Function(
            symbol.name,
            symbol.address,
            symbol.size,
            tuple(decoded[bisect_left(addresses, symbol.address) : bisect_left(addresses, symbol.address + symbol.size)]),
        )
        for symbol in binary.functions
    )
    return Listing(path, binary.machine, functions, binary.undefined, {symbol.address: symbol.name for symbol in binary.functions})


def decode_linked(machine: str, path: Path, address: int, content: bytes, objdump: str) -> Iterator[tuple[int, str]]:
    """Address and text of each instruction of one function of a linked program; `machine` as pyelftools names it.

    Raises InspectionError as `disassemble` does.
    """
    engine = _capstone(machine)
    if engine is not None:
        engine.skipdata = True  # constants between instructions
        for at, _, mnemonic, operands in engine.disasm_lite(content, address):
            yield at, f"{mnemonic} {operands}".strip()
        return
    if not (objdump and shutil.which(objdump)):
        raise InspectionError(f"disassembling {machine} code needs the program {objdump or 'objdump'}, which is not installed")
    command = [objdump, "-d", "-w", f"--start-address={address}", f"--stop-address={address + len(content)}", str(path)]
    for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines():
        if match := _OBJDUMP_LINE.match(line):
            yield int(match[1], 16), f"{match[3]} {match[4]}".replace("\t", " ").strip()


def instruction_counts(listing: Listing) -> dict[str, int]:
    """Function name -> how many instructions its code has (not how many it executes)."""
    return {function.name: len(function.instructions) for function in listing.functions}


def _decode(binary: ObjectFile, objdump: str) -> Iterator[Instruction]:
    engine = _capstone(binary.machine)
    if engine is not None:
        for section in binary.sections:
            yield from _with_capstone(engine, binary, section)
    elif objdump and shutil.which(objdump):
        yield from _with_objdump(binary, objdump)
    else:
        wanted = "" if binary.machine == "Tensilica Xtensa" else "Capstone (pip install 'akela[inspect]') or "
        raise InspectionError(
            f"disassembling {binary.machine} code needs {wanted}the program {objdump or 'objdump'}, and neither is installed"
        )


def _capstone(machine: str) -> Any:
    """A Capstone disassembler for the machine, or None where there is none."""
    try:
        import capstone as cs
    except ImportError:
        return None
    modes = {
        "x64": (cs.CS_ARCH_X86, cs.CS_MODE_64),
        "ARM": (cs.CS_ARCH_ARM, cs.CS_MODE_THUMB | cs.CS_MODE_MCLASS),
        "AArch64": (cs.CS_ARCH_ARM64, cs.CS_MODE_LITTLE_ENDIAN),
        "RISC-V": (cs.CS_ARCH_RISCV, cs.CS_MODE_RISCV32 | cs.CS_MODE_RISCVC),
    }
    return cs.Cs(*modes[machine]) if machine in modes else None


def _with_capstone(engine: Any, binary: ObjectFile, section: CodeSection) -> Iterator[Instruction]:
    for start, stop in _code_ranges(section):
        content = section.content[start - section.base : stop - section.base]
        end = start
        for address, size, mnemonic, operands in engine.disasm_lite(content, start):
            yield _instruction(binary, address, size, mnemonic, operands, relative=binary.machine == "RISC-V")
            end = address + size
        if end != stop and any(content[end - start :]):  # zeros behind the last function are padding
            raise InspectionError(
                f"{binary.path}: {section.name}+{end - section.base:#x} holds {content[end - start :][:8].hex()}, no known instruction"
            )


def _code_ranges(section: CodeSection) -> Iterator[tuple[int, int]]:
    start = section.base
    for data_start, data_stop in section.data:
        yield start, data_start
        start = data_stop
    yield start, section.base + len(section.content)


def _with_far_targets(code: list[Instruction]) -> list[Instruction]:
    """RISC-V reaches far functions in two steps, `auipc ra, upper; jalr ra, ra, lower`: the second gets the target of both."""
    for position, (first, second) in enumerate(itertools.pairwise(code), start=1):
        if first.mnemonic == "auipc" and second.mnemonic in ("jalr", "jr") and not first.symbol:
            lower = re.search(r"(-?(?:0x[0-9a-f]+|\d+))(\(\w+\))?$", second.operands)
            upper = int(first.operands.rpartition(",")[2], 0)
            upper -= (upper & 0x80000) << 1  # 20 bits, signed
            code[position] = replace(second, target=first.address + (upper << 12) + (int(lower[1], 0) if lower else 0))
    return code


_OBJDUMP_LINE = re.compile(r"\s*([0-9a-f]+):\t((?:[0-9a-f]+ )*[0-9a-f]+)\s*\t(\S+)\s*(.*)")


def _with_objdump(binary: ObjectFile, objdump: str) -> Iterator[Instruction]:
    options = ["-M", "intel"] if binary.machine == "x64" else []
    for section in binary.sections:
        command = [objdump, "-d", "-w", "-j", section.name, *options, str(binary.path)]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        for line in text.splitlines():
            if match := _OBJDUMP_LINE.match(line):
                address, code, mnemonic, operands = match.groups()
                operands = re.sub(r"\s*(<.*|[;#] .*|\(0x.*)", "", operands).replace("\t", " ").strip()
                if mnemonic == "l32r":
                    operands = _with_literal(binary, section, operands)
                yield _instruction(
                    binary, section.base + int(address, 16), len(code.replace(" ", "")) // 2, mnemonic, operands, base=section.base
                )


def _with_literal(binary: ObjectFile, section: CodeSection, operands: str) -> str:
    """The operands of Xtensa's `l32r`, with the number that lies at the address instead of the address, where it is no address itself."""
    register, _, address = operands.partition(", ")
    at = int(address, 16)
    if section.base + at in binary.references:
        return operands
    return f"{register}, {int.from_bytes(section.content[at : at + 4], 'little'):#x}"


def _instruction(
    binary: ObjectFile, address: int, size: int, mnemonic: str, operands: str, *, base: int = 0, relative: bool = False
) -> Instruction:
    """`base` is what a printed address lacks; `relative` says that it is a distance."""
    symbol = next((binary.references[a] for a in range(address, address + size) if a in binary.references), "")
    last = operands.rpartition(",")[2].strip().removeprefix("#")
    target = None
    if re.fullmatch(r"-?(0x)?[0-9a-f]+", last) and re.match(_DIRECT[binary.machine], mnemonic) and _is_placed(symbol):
        # objdump prints addresses in hexadecimal without 0x
        value = int(last, 16) if not relative or "0x" in last else int(last)
        target = value + (address if relative else base)
    return Instruction(address, size, mnemonic, operands, binary.lines.place(address), target, symbol)


def _is_placed(symbol: str) -> bool:
    """Whether a jump with a relocation to this symbol shows its place all the same: there is none, or it is a local label or section."""
    return not symbol or symbol.startswith(".")


# Mnemonics whose last operand, where it is a number, is a place in the code.
_DIRECT = {
    "x64": r"j|call|loop",
    "ARM": r"b(?!ic|fi|fc|kpt)|cbn?z",
    "AArch64": r"b(?!ic|fi|fxil|fc|ti)|cbn?z|tbn?z",
    "RISC-V": r"(c\.)?(b|j(al)?$)",
    "Tensilica Xtensa": r"b|j$|call0|loop",
}
