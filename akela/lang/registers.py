"""Peripheral registers as data, and the bus that accesses go to when a driver runs in Python.

    class EspSha(RegisterBlock):
        MODE = Reg(0x00, mode=bits[2:0])

    SHA = EspSha(name="SHA", base=0x6003_B000)

In C `SHA.MODE.write(2)` is a volatile access; in Python it is `write(address, value)` of the bus that `with bus(model):` installs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Protocol, overload

from akela.lang.errors import BoundsError, KindError, RangeError, TraceError
from akela.lang.types import WordType
from akela.lang.words import WordValue, coerce, integer


class Bus(Protocol):
    """Where register accesses go: a model of a peripheral, or a real chip behind a probe."""

    def read(self, address: int) -> int:
        """The 32-bit word at a byte address."""

    def write(self, address: int, value: int) -> None:
        """Store a 32-bit word at a byte address."""


class MemoryBus:
    """The simplest bus: words that keep what was written (0 before), and a log of all accesses."""

    def __init__(self) -> None:
        self.words: dict[int, int] = {}
        self.log: list[tuple[str, int, int]] = []  # ("read" | "write", address, value)

    def read(self, address: int) -> int:
        """The word last written to an address, or 0."""
        value = self.words.get(address, 0)
        self.log.append(("read", address, value))
        return value

    def write(self, address: int, value: int) -> None:
        """Keep a word."""
        self.words[address] = value
        self.log.append(("write", address, value))


_bus: ContextVar[Bus | None] = ContextVar("bus", default=None)


@contextmanager
def bus(model: Bus) -> Iterator[Bus]:
    """Within this context, register accesses go to `model`."""
    token = _bus.set(model)
    try:
        yield model
    finally:
        _bus.reset(token)


def installed_bus(register: str) -> Bus:
    """The bus that an access to the register of this name goes to. Raises TraceError where none is installed."""
    installed = _bus.get()
    if installed is None:
        raise TraceError(f"{register}: no bus is installed; run the driver within `with bus(model):`")
    return installed


@dataclass(frozen=True)
class Bits:
    """Bits `high` down to `low` of a register."""

    high: int
    low: int

    @property
    def mask(self) -> int:
        """Ones where the field is."""
        return (1 << self.high + 1) - (1 << self.low)

    def get(self, value: int) -> int:
        """The field's value in a register's value."""
        return (value & self.mask) >> self.low

    def place(self, value: int) -> int:
        """A register's value with this field set to `value`. Raises RangeError where it does not fit."""
        if not 0 <= value <= self.mask >> self.low:
            raise RangeError(f"bits[{self.high}:{self.low}] hold 0 to {self.mask >> self.low}, given {value}")
        return value << self.low


class _Bits:
    """`bits[2:0]` and `bits[5]`, as manuals write them."""

    def __getitem__(self, where: int | slice) -> Bits:
        high, low = (where.start, where.stop) if isinstance(where, slice) else (where, where)
        if not isinstance(high, int) or not isinstance(low, int) or not 31 >= high >= low >= 0:
            raise RangeError(f"bits[high:low] of a 32-bit register, 31 >= high >= low >= 0; given [{high}:{low}]")
        return Bits(high, low)


bits = _Bits()


class Reg:
    """A 32-bit register, or `count` of them `stride` bytes apart, at a byte offset; `fields` are its bits by name.

    `access` is "r", "w" or "rw". `secret` says whether reading gives a secret. `reset` is its value after reset.
    """

    def __init__(
        self, offset: int, *, access: str = "rw", count: int = 1, stride: int = 4, secret: bool = False, reset: int = 0, **fields: Bits
    ) -> None:
        if offset % 4 or offset < 0 or count < 1:
            raise RangeError(f"Reg({offset:#x}, count={count}): the offset is a multiple of 4, the count at least 1")
        if stride % 4 or stride < 4:
            raise RangeError(f"Reg({offset:#x}, stride={stride}): the stride is a multiple of 4, and not 0")
        if not 0 <= reset < 1 << 32:
            raise RangeError(f"Reg({offset:#x}, reset={reset:#x}): the value after reset has 32 bits")
        if access not in ("r", "w", "rw"):
            raise KindError(f'Reg(access={access!r}): the access is "r", "w" or "rw"')
        self.name = ""
        self.offset = offset
        self.access = access
        self.count = count
        self.stride = stride
        self.secret = secret
        self.reset = reset
        self.fields = fields

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def mask(self, *names: str) -> int:
        """Ones where these fields are; without names where any is. A register without fields has one of 32 bits."""
        return sum(self._field(name).mask for name in names or self.fields) if self.fields else 0xFFFF_FFFF

    def value(self, **fields: int) -> int:
        """The register's value with these fields, all others 0: `EspAes.MODE.value(mode=4)`, for a constant of a module.

        Raises KindError for a field that it does not have, RangeError for a value that does not fit.
        """
        return sum(self._field(name).place(value) for name, value in fields.items())

    def _field(self, name: str) -> Bits:
        if name not in self.fields:
            raise KindError(f"{self.name} has no field {name!r}; it has {', '.join(self.fields) or 'none'}")
        return self.fields[name]

    @overload
    def __get__(self, block: None, owner: type) -> Reg: ...
    @overload
    def __get__(self, block: RegisterBlock, owner: type) -> PlacedReg: ...
    def __get__(self, block: RegisterBlock | None, owner: type) -> Reg | PlacedReg:
        return self if block is None else PlacedReg(block, self)


class RegisterBlock:
    """The registers of a peripheral; an instance is one peripheral of a chip, at the byte address `base`.

    Instances of one class, name and base are the same peripheral.
    """

    def __init__(self, *, name: str, base: int) -> None:
        self.name = name
        self.base = base

    def __repr__(self) -> str:
        return f"{type(self).__name__}(name={self.name!r}, base={self.base:#x})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and (other.name, other.base) == (self.name, self.base)

    def __hash__(self) -> int:
        return hash((type(self), self.name, self.base))

    @classmethod
    def registers(cls) -> tuple[Reg, ...]:
        """Its registers by offset."""
        return tuple(sorted((value for value in vars(cls).values() if isinstance(value, Reg)), key=lambda each: each.offset))


@dataclass(frozen=True)
class PlacedReg:
    """A register of one peripheral, with the accesses that a kernel may write."""

    block: RegisterBlock
    register: Reg

    @property
    def name(self) -> str:
        """For errors: `SHA.MODE`."""
        return f"{self.block.name}.{self.register.name}"

    def read(self) -> WordValue:
        """The register's value. Raises KindError where it cannot be read or is one of several."""
        self._single("read", "read_at(i)")
        return self._read(0)

    def write(self, value: WordValue | int) -> None:
        """Write the register. Raises KindError where it cannot be written or is one of several, RangeError for bits that no field has."""
        self._single("write", "write_at(i, value)")
        self._write(0, value)

    def address(self) -> WordValue:
        """Where it is, or the first of a row: for what hardware is told of memory."""
        return coerce(WordType(32, secret=False), self._address(0), self.name)

    def read_at(self, index: int) -> WordValue:
        """The value of register `index` of a row. Raises BoundsError where there is none."""
        return self._read(self._index(index))

    def write_at(self, index: int, value: WordValue | int) -> None:
        """Write register `index` of a row. Raises BoundsError where there is none."""
        self._write(self._index(index), value)

    def _single(self, given: str, wanted: str) -> None:
        if self.register.count > 1:
            raise KindError(f"{self.name}.{given}: {self.name} is a row of {self.register.count} registers; write {wanted}")

    def _index(self, index: Any) -> int:
        n = integer(index, f"the index of {self.name}")
        if not 0 <= n < self.register.count:
            raise BoundsError(f"{self.name} has {self.register.count} registers, given index {n}")
        return n

    def _read(self, index: int) -> WordValue:
        if "r" not in self.register.access:
            raise KindError(f"{self.name} is write-only")
        return coerce(WordType(32, self.register.secret), installed_bus(self.name).read(self._address(index)), self.name)

    def _write(self, index: int, value: WordValue | int) -> None:
        if "w" not in self.register.access:
            raise KindError(f"{self.name} is read-only")
        word = coerce(WordType(32), value, f"the value for {self.name}")
        reserved = word.value & ~sum(field.mask for field in self.register.fields.values())
        if self.register.fields and reserved:
            raise RangeError(f"{self.name}: the value sets reserved bits {reserved:#x}; its fields are {self.register.fields}")
        installed_bus(self.name).write(self._address(index), word.value)

    def _address(self, index: int) -> int:
        return self.block.base + self.register.offset + self.register.stride * index
