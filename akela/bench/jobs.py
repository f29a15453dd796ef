"""From a row of the catalogue to a call that can be timed.

Arguments are fixed bytes, the same in every run. A row that seals or hashes handles exactly the block size it claims,
per-message cost included.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from akela.catalogue.entries import Algorithm, Argument, Call, Data, Fresh, Given, Limbs, Made, Number, Row

AAD_BYTES = 13  # a TLS record header, as in the published logs


@dataclass(frozen=True)
class Job:
    """One call of a row, ready to be made any number of times."""

    algorithm: Algorithm
    row: Row
    label: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...]

    def run(self, count: int) -> float:
        """Seconds that `count` calls take."""
        function, arguments, repeat = self.function, self.arguments, itertools.repeat(None, count)
        start = time.perf_counter()
        for _ in repeat:
            function(*arguments)
        return time.perf_counter() - start


@dataclass(frozen=True)
class Sizes:
    """What the user may choose: message bytes a call, and bytes of additional data."""

    block_bytes: int
    aad_bytes: int = AAD_BYTES


def make_job(algorithm: Algorithm, row: Row, namespace: Any, sizes: Sizes) -> Job:
    """The call of a row on an execution.

    Raises LookupError where the execution lacks the kernel.
    """
    try:
        function, arguments = _ready(row.call, row.context, namespace, sizes)
    except AttributeError as error:
        raise LookupError(f"{row.label} cannot run: {error}") from error
    without_aad = Data.AAD in row.call.arguments and sizes.aad_bytes == 0
    label = f"{row.label}-no_AAD" if without_aad else row.label
    return Job(algorithm, row, label, function, arguments)


def _ready(call: Call, context: Call | None, namespace: Any, sizes: Sizes) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """The function of a call, and its arguments."""
    owner = namespace
    if context is not None:
        make, arguments = _ready(context, None, namespace, sizes)
        owner = make(*arguments)
    return getattr(owner, sized(call.name, namespace.word_sizes)), tuple(_value(argument, namespace, sizes) for argument in call.arguments)


def sized(name: str, word_sizes: Sequence[int]) -> str:
    """A kernel's name with a word size that there is: rows name the kernels of 64-bit hosts."""
    template, bits = name[:-4], name[-4:]
    return f"{template}_w{word_sizes[0]}" if bits in ("_w32", "_w64") and int(bits[2:]) not in word_sizes else name


def _value(argument: Argument, namespace: Any, sizes: Sizes) -> Any:
    match argument:
        case Made(call, context):
            function, arguments = _ready(call, context, namespace, sizes)
            return function(*arguments)
        case Given(value):
            return value
        case Fresh(count):
            return pattern(count)
        case Number(value):
            return value
        case Data.BLOCK:
            return pattern(sizes.block_bytes)
        case Data.AAD:
            return pattern(sizes.aad_bytes)
        case Data.COUNT:
            return sizes.block_bytes
        case Limbs(bits, odd):
            data = bytearray(pattern(bits // 8))
            if odd:
                data[0] |= 1
                data[-1] |= 0x80
            return bytes(data)


def pattern(count: int) -> bytes:
    """`count` fixed bytes that differ from one another."""
    period = bytes((37 * i + 11) & 0xFF for i in range(256))
    return (period * (count // 256 + 1))[:count]
