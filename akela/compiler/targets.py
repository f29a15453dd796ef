"""Targets: what the compiler has to know about a processor, read from `targets/*.toml`.

A target file is data with a strict schema: an unknown or missing key is an error. Adding a chip whose core is not here is one file.
How the compilers named there are found and run is in `toolchains.py`.
"""

from __future__ import annotations

import platform
import tomllib
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "targets"

# What platform.machine() says -> target.
HOSTS = {"x86_64": "x86_64", "amd64": "x86_64", "aarch64": "aarch64", "arm64": "aarch64"}

CHOICES = {
    "instruction_set": ("x86_64", "aarch64", "thumb", "riscv32", "xtensa"),
    "word_bits": (32, 64),
    "u64": ("native", "pairs"),
    "wide_mul": ("native", "split"),
    "divide": ("native", "software"),
    "inlining": ("generous", "sparing"),
}


class TargetError(Exception):
    """A target that does not exist, or whose file does not follow the schema."""


@dataclass(frozen=True)
class Toolchain:
    """A C compiler for a target: `command`, or the clang of the `ziglang` package where `zig_target` is given."""

    name: str
    flags: tuple[str, ...]  # processor flags only
    command: str = ""
    zig_target: str = ""
    zig_cpu: str = ""
    objdump: str = ""  # a disassembler that knows the instruction set


@dataclass(frozen=True)
class Target:
    """A processor."""

    name: str
    description: str
    instruction_set: str  # one of CHOICES["instruction_set"]
    word_bits: int  # size of `Word`: 32 or 64
    u64: str  # "native", or "pairs": additions are made from 32-bit halves
    wide_mul: str  # "native", or "split": 64-bit products are made from 16-bit halves
    divide: str  # "native", or "software": the processor has no division
    inlining: str  # "generous", or "sparing": program memory is short
    unroll: dict[str, int]  # name in `unroll(range(n), name)` -> factor
    vartime: dict[str, str]  # mnemonic whose time depends on its operands -> reason
    toolchains: dict[str, Toolchain]
    big_endian: bool = False
    options: dict[str, int] = field(default_factory=dict)  # build options of kernels that are not the default
    pauses: bool = False  # whether `pause()` calls the program's hook
    word_loads: bool = False  # flash and instruction RAM give whole words only: tables of anything less have to be in data RAM

    def __hash__(self) -> int:
        return hash(self.name)


def target_names() -> tuple[str, ...]:
    """The names that `load_target` knows, sorted."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def load_target(name: str) -> Target:
    """The target of this name.

    Raises TargetError where there is none, listing those there are.
    """
    if name not in target_names():
        raise TargetError(f"no target {name!r}; there are: {', '.join(target_names())}")
    return read_target(FOLDER / f"{name}.toml")


def host_target() -> Target:
    """The target of the machine that runs this program.

    Raises TargetError on a machine that no target describes.
    """
    machine = platform.machine().lower()
    if machine not in HOSTS:
        raise TargetError(f"no target describes this machine ({machine!r}); those known: {', '.join(sorted(HOSTS))}")
    return load_target(HOSTS[machine])


def read_target(path: Path) -> Target:
    """The target that a TOML file describes.

    Raises TargetError naming the file and key that do not follow the schema.
    """
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    _check_keys(path, "", data, Target)
    for key, allowed in CHOICES.items():
        if data[key] not in allowed:
            raise TargetError(f"{path.name}: {key} = {data[key]!r}; it must be one of {', '.join(map(repr, allowed))}")
    for name, factor in data["unroll"].items():
        if not isinstance(factor, int) or factor < 1:
            raise TargetError(f"{path.name}: unroll.{name} = {factor!r}; a factor is a whole number, at least 1")
    data["toolchains"] = {name: _toolchain(path, name, entry) for name, entry in data["toolchains"].items()}
    return Target(**data)


def _toolchain(path: Path, name: str, entry: dict[str, Any]) -> Toolchain:
    entry = {"name": name, **entry}
    _check_keys(path, f"toolchains.{name}.", entry, Toolchain)
    if bool(entry.get("command")) == bool(entry.get("zig_target")):
        raise TargetError(f"{path.name}: toolchains.{name} must have either `command` or `zig_target`")
    return Toolchain(**{**entry, "flags": tuple(entry["flags"])})


def _check_keys(path: Path, where: str, data: dict[str, Any], schema: type[Target] | type[Toolchain]) -> None:
    known = {field.name for field in fields(schema)}
    needed = known - {"big_endian", "options", "pauses", "word_loads", "command", "zig_target", "zig_cpu", "objdump"}
    for key in sorted(data.keys() - known):
        raise TargetError(f"{path.name}: unknown key {where}{key}; those known: {', '.join(sorted(known))}")
    for key in sorted(needed - data.keys()):
        raise TargetError(f"{path.name}: {where}{key} is missing")
