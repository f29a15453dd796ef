"""The settings object, and a row for each setting: name, kind, choices, default, meaning, and which emitted files it changes."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any

from akela.catalogue import ALGORITHMS, FAMILIES
from akela.digest import PACKAGE
from akela.kernels.table_sizes import OPTIONS, WINDOW_BITS
from akela.suggest import suggest

# Which operations an accelerator of a family serves: the part of the operation's name before its dot.
ACCELERATORS = {
    "aes": ("aes", "ghash"),
    "des": ("des",),
    "hash": ("md5", "sha1", "sha224", "sha256", "sha512", "keccak", "ripemd160", "hmac"),
    "rsa": ("montgomery", "bignum", "modular"),
    "ecc": ("p256", "p384", "p521", "curve25519", "ecc"),
    "rng": ("random",),
}


class SettingsError(ValueError):
    """Settings that contradict each other, or a value that a setting does not take. The message says what to change."""


@dataclass(frozen=True)
class Setting:
    """A row: `kind` is "names" (a set of names), "choice", "number" or "text"; `affects` are the emitted files that it changes."""

    name: str
    kind: str
    default: Any
    meaning: str
    affects: str
    choices: tuple[Any, ...] = ()

    def checked(self, value: Any) -> Any:
        """The value as the object holds it. Raises SettingsError naming the setting, what was given and what it takes."""
        match self.kind:
            case "names":
                if isinstance(value, str) or not isinstance(value, Iterable):
                    raise SettingsError(f'{self.name} = {value!r}; it takes a list of names, such as ["{self._example()}"]')
                names = frozenset(value)
                for name in sorted(names, key=str):
                    if name not in self._known():
                        raise SettingsError(f"{self.name}: no {name!r}; {suggest(str(name), self._known())}")
                return names
            case "choice" if value not in self.choices or isinstance(value, bool):
                raise SettingsError(f"{self.name} = {value!r}; it is one of {', '.join(map(repr, self.choices))}")
            case "number" if not isinstance(value, int) or isinstance(value, bool) or value < 0:
                raise SettingsError(f"{self.name} = {value!r}; it takes a whole number, zero or more")
            case "text" if not isinstance(value, str) or not value.isprintable() or '"' in value or "\\" in value:
                raise SettingsError(f"{self.name} = {value!r}; it takes a line of text without quotation marks and backslashes")
        return value

    def _known(self) -> frozenset[str]:
        return frozenset(loops() if self.name in ("rolled", "unrolled") else self.choices)

    def _example(self) -> str:
        return min(self._known(), default="name")


@cache
def loops() -> tuple[str, ...]:
    """The named loops of the kernels, sorted: `unroll(range(n), "sha256.rounds")`."""
    found: set[str] = set()
    for folder in ("kernels", "ports"):
        for path in (PACKAGE / folder).rglob("*.py"):
            found |= set(re.findall(r'unroll\([^"\n]*, "([a-z0-9_.]+)"\)', path.read_text(encoding="utf-8")))
    return tuple(sorted(found))


def operations() -> tuple[str, ...]:
    """The operations that a port may serve, sorted."""
    return tuple(sorted({operation for algorithm in ALGORITHMS for operation in algorithm.operations}))


TABLE_SIZES = tuple(
    f"{option.name}={value}" for option in OPTIONS.values() if option is not WINDOW_BITS for value in option.choices if value != option
)
MODERN = frozenset(algorithm.name for algorithm in ALGORITHMS if not algorithm.legacy)

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "algorithms",
        "names",
        MODERN,
        "The algorithms that are built. By default all but those for old protocols.",
        "the kernel files, akela.h, akela_api.c",
        tuple(algorithm.name for algorithm in ALGORITHMS),
    ),
    Setting(
        "ghash",
        "choice",
        "constant_time",
        "GHASH in AES-GCM: without a table in constant time, bit by bit in the least code, or from a table of 256 or 4096 bytes for each "
        "key, whose look-ups are for memory that has no cache.",
        "akela_gcm.c or akela_gcm_tables.c, akela.h",
        ("constant_time", "small", "table4", "table8"),
    ),
    Setting(
        "window_bits",
        "choice",
        4,
        "Bits of a secret exponent that RSA and Diffie-Hellman take at a time. Work areas have room for 2^window_bits numbers: 1 takes the "
        "least memory, 4 the least time.",
        "akela_exponentiation.c and its callers, work areas in akela.h",
        WINDOW_BITS.choices,
    ),
    Setting(
        "table_sizes",
        "names",
        frozenset(),
        "Tables of multiples of base points in flash, and windows of points on the stack, where they shall be larger or smaller than "
        "usual: NIST curves have combs of blocks * (2^teeth - 1) points and windows of 2^(width - 1), Edwards curves combs of "
        "combs * 2^(teeth - 1) points and 2^(base_width - 2) more for verification. For words of 32 bits.",
        "kernel files of elliptic curves",
        TABLE_SIZES,
    ),
    Setting("rolled", "names", frozenset(), "Loops that stay loops, which takes less flash and more time.", "the files that have them"),
    Setting("unrolled", "names", frozenset(), "Loops that are written out even where the target keeps them.", "the files that have them"),
    Setting(
        "inlining",
        "choice",
        "target",
        "Whether small functions become part of their callers: as is usual for the target, generously for speed, sparingly for flash.",
        "all kernel files",
        ("target", "generous", "sparing"),
    ),
    Setting(
        "products",
        "choice",
        "target",
        "How 64-bit products of secrets are made: as the target needs it, from 16-bit halves, or by the long multiply, which is faster and "
        "on a Cortex-M3 takes a time that depends on the operands.",
        "kernel files of Poly1305, RSA, Diffie-Hellman and elliptic curves",
        ("target", "split", "native"),
    ),
    Setting("word_bits", "choice", "target", "Bits of a word of large numbers.", "the same files", ("target", 32, 64)),
    Setting(
        "tables",
        "choice",
        "flash",
        "Where constant tables are: in flash, or in RAM, where every address answers in the same time.",
        "akela_settings.h",
        ("flash", "ram"),
    ),
    Setting(
        "accelerate",
        "names",
        frozenset(ACCELERATORS),
        "The families of accelerators that are used where the chip has them.",
        "akela_operations.h, the port's files",
        tuple(ACCELERATORS),
    ),
    Setting(
        "software_operations",
        "names",
        frozenset(),
        "Single operations that stay in software although an accelerator of an allowed family could serve them.",
        "akela_operations.h, the port's files",
        operations(),
    ),
    Setting(
        "fast_memory",
        "names",
        frozenset(),
        "Algorithms whose code goes to instruction RAM on chips that run from flash through a cache.",
        "linker.lf, Kconfig of ESP-IDF",
        tuple(algorithm.name for algorithm in ALGORITHMS),
    ),
    Setting(
        "stack_limit",
        "number",
        0,
        "Bytes of stack that a call may take, 0 for no limit: an algorithm that is stated to take more does not compile.",
        "akela.h",
    ),
    Setting("benchmark_arguments", "text", "-lng 0", "What the benchmark example is started with.", "akela_settings.h, Kconfig"),
)

BY_NAME = {setting.name: setting for setting in SETTINGS}


@dataclass(frozen=True)
class Settings:
    """What is built, and how. Raises SettingsError for values that are not taken, and for values that contradict each other."""

    algorithms: frozenset[str] = MODERN
    ghash: str = "constant_time"
    window_bits: int = 4
    table_sizes: frozenset[str] = frozenset()
    rolled: frozenset[str] = frozenset()
    unrolled: frozenset[str] = frozenset()
    inlining: str = "target"
    products: str = "target"
    word_bits: str | int = "target"
    tables: str = "flash"
    accelerate: frozenset[str] = field(default=frozenset(ACCELERATORS))
    software_operations: frozenset[str] = frozenset()
    fast_memory: frozenset[str] = frozenset()
    stack_limit: int = 0
    benchmark_arguments: str = "-lng 0"

    def __post_init__(self) -> None:
        for entry in fields(self):
            object.__setattr__(self, entry.name, BY_NAME[entry.name].checked(getattr(self, entry.name)))
        found = contradictions(self)
        if found:
            raise SettingsError("; ".join(found))

    @property
    def hash(self) -> str:
        """Eight hexadecimal digits that differ where any setting does."""
        return hashlib.sha256(self.to_toml().encode()).hexdigest()[:8]

    def changed(self) -> dict[str, Any]:
        """The settings that are not the default, by name."""
        return {entry.name: getattr(self, entry.name) for entry in fields(self) if getattr(self, entry.name) != BY_NAME[entry.name].default}

    def to_toml(self) -> str:
        """All settings as a TOML file that reads back to an equal object."""
        return "".join(f"{entry.name} = {_toml(getattr(self, entry.name))}\n" for entry in fields(self))


@dataclass(frozen=True)
class Loaded:
    """What was read: the settings, what is worth a warning, what is worth knowing, and the macros that the file defines."""

    settings: Settings
    source: str
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    defined: frozenset[str] = frozenset()


def _toml(value: Any) -> str:
    if isinstance(value, frozenset):
        return "[" + ", ".join(f'"{name}"' for name in sorted(value)) + "]"
    return str(value) if isinstance(value, int) else f'"{value}"'


def contradictions(settings: Settings) -> list[str]:
    """A sentence for each pair of settings that cannot hold together."""
    found = []
    both = settings.rolled & settings.unrolled
    if both:
        found.append(f"rolled and unrolled both name {', '.join(sorted(both))}: a loop is one or the other; take it out of one list")
    if settings.ghash != "constant_time" and not settings.algorithms & {"aes-gcm", "gmac"}:
        found.append(f"ghash = {settings.ghash!r}, but neither aes-gcm nor gmac is built: add one to algorithms, or leave ghash out")
    options = [size.partition("=")[0] for size in sorted(settings.table_sizes)]
    for option in sorted({option for option in options if options.count(option) > 1}):
        found.append(f"table_sizes has more than one value for {option}: leave one in")
    missing = settings.fast_memory - settings.algorithms
    if missing:
        found.append(f"fast_memory names {', '.join(sorted(missing))}, which algorithms does not: add it there, or leave it out here")
    if not settings.algorithms:
        found.append("algorithms is empty: name at least one")
    return found


def family(name: str) -> frozenset[str]:
    """The algorithms of a family; of "all" every one, of "modern" those that are not only for old protocols."""
    if name in ("all", "modern"):
        return frozenset(a.name for a in ALGORITHMS) if name == "all" else MODERN
    if name not in FAMILIES:
        raise SettingsError(f"no family {name!r}; {suggest(name, FAMILIES)}")
    return frozenset(algorithm.name for algorithm in ALGORITHMS if algorithm.family == name)
