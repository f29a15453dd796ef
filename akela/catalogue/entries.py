"""What an entry of the catalogue is made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum


@dataclass(frozen=True)
class Fresh:
    """An argument of `count` bytes that does not matter otherwise: a key, a nonce, an IV."""

    count: int


@dataclass(frozen=True)
class Number:
    """An int argument."""

    value: int


class Data(Enum):
    """An argument that the benchmark's settings decide."""

    BLOCK = "block"  # the message: as many bytes as the block size
    AAD = "aad"  # additional data, 13 bytes (a TLS record header), or none
    COUNT = "count"  # how many bytes the message would have: a call that makes bytes makes so many


@dataclass(frozen=True)
class Limbs:
    """An argument of a `bits`-bit number in words, least significant first; `odd` sets the top bit and bit 0 (a modulus)."""

    bits: int
    odd: bool = False


@dataclass(frozen=True)
class Call:
    """A kernel, or a method of a context, and its arguments."""

    name: str
    arguments: tuple[Argument, ...]


@dataclass(frozen=True)
class Made:
    """An argument that another call gives, before anything is measured: a public key, a signature to verify."""

    call: Call
    context: Call | None = None


@dataclass(frozen=True)
class Given:
    """An argument with these bytes: a key that cannot be any bytes."""

    value: bytes


Argument = Fresh | Number | Data | Limbs | Made | Given


def calls_of(call: Call, context: Call | None = None) -> Iterator[tuple[Call, Call | None]]:
    """A call with its context, and before it all that make its arguments and the context's."""
    for argument in (*(context.arguments if context else ()), *call.arguments):
        if isinstance(argument, Made):
            yield from calls_of(argument.call, argument.context)
    yield call, context


@dataclass(frozen=True)
class Lengths:
    """Which block sizes a row can be measured with: the multiples of so many bytes, from the least to the most."""

    multiple: int = 1
    least: int = 1
    most: int = 0  # 0: any

    def __contains__(self, count: int) -> bool:
        return count % self.multiple == 0 and self.least <= count <= (self.most or count)

    def __str__(self) -> str:
        rules = [
            f"multiples of {self.multiple} bytes" if self.multiple > 1 else "",
            f"{self.least} bytes or more" if self.least > max(1, self.multiple) else "",
            f"{self.most} bytes or fewer" if self.most else "",
        ]
        return ", ".join(rule for rule in rules if rule) or "any"


ANY_LENGTH = Lengths()


@dataclass(frozen=True)
class Row:
    """One line of the benchmark.

    `context` is made once (a key schedule); `call` is what is measured. `per` is "bytes" where a call handles one block,
    "ops" where it is one operation.
    For "ops" rows `size` is the key size in bits and `action` the verb of the log line.
    `call_bytes` is how many bytes a call handles where the block size does not decide it; `takes` says which block sizes it can handle.
    """

    label: str
    call: Call
    context: Call | None = None
    per: str = "bytes"
    size: int = 0
    action: str = ""
    call_bytes: int = 0
    takes: Lengths = ANY_LENGTH

    @property
    def name(self) -> str:
        """The row as the logs name it, with single spaces: label, size and action."""
        return " ".join(f"{self.label} {self.size or ''} {self.action}".split())


@dataclass(frozen=True)
class Algorithm:
    """One algorithm.

    name: how the user says it. family: group for selection. standard: where it is defined. module: kernel module that defines it.
    operations: block operations that a port may serve. kernels: exported kernels of its own, a template's without word size.
    vectors: sets that the tests read, by file of `cryptography_vectors` or Wycheproof name.
    parameters: fixed choices of the rows, such as a KDF's hash and iterations.
    """

    name: str
    title: str
    family: str
    standard: str
    module: str
    kernels: tuple[str, ...]
    rows: tuple[Row, ...]
    operations: tuple[str, ...] = ()
    key_bits: tuple[int, ...] = ()
    vectors: tuple[str, ...] = ()
    parameters: dict[str, str | int] = field(default_factory=dict)
    legacy: bool = False
