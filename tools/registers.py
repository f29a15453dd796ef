"""Writes docs/registers.md: registers of accelerators, from the declarations that drivers and models share.

python -m tools.registers
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path

from akela.compiler.modules import ports
from akela.lang.registers import Bits, Reg, RegisterBlock

PAGE = Path(__file__).parents[1] / "docs" / "registers.md"

HEAD = """# Registers of accelerators

What drivers and models know of each block, written from their declarations by `python -m tools.registers`. Bits without a field are
reserved, unless a register has no fields at all. "secret": what is read may be a secret.
"""


def page() -> str:
    """The text of the page."""
    return "\n".join([HEAD, *(line for port in ports() if find_spec(f"akela.ports.{port.name}.registers") for line in _port(port.name))])


def _port(port: str) -> Iterator[str]:
    name = f"akela.ports.{port}.registers"
    module = importlib.import_module(name)
    yield f"## {' '.join((module.__doc__ or '').partition(':')[0].split()).rstrip('.')}"
    yield ""
    yield f"`{name.replace('.', '/')}.py`"
    yield ""
    yield from _chips(f"akela.ports.{port}.chips")
    for block in (value for value in vars(module).values() if inspect.isclass(value) and issubclass(value, RegisterBlock)):
        if block is not RegisterBlock:
            yield from _block(block)


def _chips(name: str) -> Iterator[str]:
    """Where the blocks are on each chip, and what the chips can do."""
    module = importlib.import_module(name)
    chips = [value for value in vars(module).values() if isinstance(value, module.Chip)]
    yield f"| of `{name.replace('.', '/')}.py` | {' | '.join(chip.name for chip in chips)} |"
    yield f"|---|{'---|' * len(chips)}"
    for field in fields(module.Chip)[1:]:
        yield f"| {field.name} | {' | '.join(_value(getattr(chip, field.name)) for chip in chips)} |"


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return f"{value:#010x}" if isinstance(value, int) and value >= 1 << 16 else str(value)


def _block(block: type[RegisterBlock]) -> Iterator[str]:
    yield ""
    yield f"### {block.__name__}"
    yield ""
    yield from inspect.cleandoc(block.__doc__ or "").splitlines()
    yield ""
    yield "| offset | register | access | after reset | fields |"
    yield "|---|---|---|---|---|"
    for register in block.registers():
        access = f"{register.access}, secret" if register.secret else register.access
        yield f"| {register.offset:#05x} | {_name(register)} | {access} | {register.reset:#x} | {_fields(register)} |"
    yield ""


def _name(register: Reg) -> str:
    stride = f", {register.stride:#x} bytes apart" if register.stride > 4 else ""
    return register.name if register.count == 1 else f"{register.name}[{register.count}]{stride}"


def _fields(register: Reg) -> str:
    return ", ".join(f"{name} {_bits(bits)}" for name, bits in sorted(register.fields.items(), key=lambda item: item[1].low))


def _bits(bits: Bits) -> str:
    return f"{bits.high}:{bits.low}" if bits.high > bits.low else str(bits.low)


if __name__ == "__main__":
    PAGE.write_text(page().rstrip() + "\n", encoding="utf-8")
