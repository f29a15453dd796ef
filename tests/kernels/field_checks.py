"""What the tests of curves share: the operations of a form of a field against integers, at their extremes; and the C for a target."""

from __future__ import annotations

import ctypes
import itertools
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from akela.compiler.emit_c import emit
from akela.compiler.frontend import compile_module
from akela.compiler.passes import lower
from akela.compiler.targets import load_target
from akela.kernels.fixed_base import Affine, affine_add
from akela.kernels.limb_field import Field, Powers
from tests.compiler.emitting import shared_library, write_files

Limbs = Any


def value(field: Field, limbs: Limbs) -> int:
    """The number that limbs stand for."""
    return sum(int(limb) << start for limb, start in zip(_list(limbs), field.starts, strict=False))


def _list(limbs: Limbs) -> list[int]:
    return limbs if isinstance(limbs, list) else list(limbs.tolist())


def widths(field: Field) -> list[int]:
    return [end - start for start, end in itertools.pairwise(field.starts)]


def numbers(field: Field, units: float = 1.25) -> Iterator[list[int]]:
    """Edges, random numbers, and limbs of `units` each."""
    source = random.Random(25519)
    for number in (0, 1, field.p - 1, field.p - 2, source.randrange(field.p)):
        yield list(field.parts(number))
    yield [(1 << width) - 1 for width in widths(field)]
    yield [min(int(units * (1 << width)), 1 << field.word.__akela_type__.bits) - 1 for width in widths(field)]


def is_tight(field: Field, limbs: Limbs) -> bool:
    return all(limb < (1 << width) * 5 // 4 for limb, width in zip(_list(limbs), widths(field), strict=True))


def check_field(field: Field, *factors: int) -> None:
    """Every operation, with operands up to its bounds; `factors` are for `scale`."""
    p = field.p
    first_units = field.first_units if field.first_units > 1 else 1.25
    units = field.units if field.units > 1 else 1.25
    for a, b in itertools.product(numbers(field, first_units), numbers(field, units)):
        out = field.Element()
        field.mul(a, b, out)
        assert value(field, out) % p == value(field, a) * value(field, b) % p
        assert is_tight(field, out)
    for a, b in itertools.product(numbers(field), numbers(field)):
        for operation, wanted in ((field.add, value(field, a) + value(field, b)), (field.subtract, value(field, a) - value(field, b))):
            out = field.Element()
            operation(a, b, out)
            assert value(field, out) % p == wanted % p
            if field.units > 1:
                field.carry(out)
            assert value(field, out) % p == wanted % p
            assert is_tight(field, out)
    for a in numbers(field, units):
        out = field.Element()
        field.square(a, out)
        assert value(field, out) % p == value(field, a) ** 2 % p
        assert is_tight(field, out)
        for factor in factors:
            field.scale(a, factor, out)
            assert value(field, out) % p == value(field, a) * factor % p
            assert is_tight(field, out)
        data = bytearray((p.bit_length() + 7) // 8)
        field.to_bytes(a, data)
        assert int.from_bytes(data, "little") == value(field, a) % p
    for excess in range(-2, 4):
        data = bytearray((p + excess).to_bytes((p.bit_length() + 7) // 8, "little"))
        out = field.Element()
        field.from_bytes(data, out)
        assert value(field, out) == p + excess
        field.to_bytes(out, data)
        assert int.from_bytes(data, "little") == (p + excess) % p


def check_powers(field: Field, powers: Powers, root: int) -> None:
    """Inverses, and the power with the exponent `root`."""
    p = field.p
    a, out = list(field.parts(random.Random(448).randrange(p))), field.Element()
    powers.invert(a, out)
    assert value(field, out) * value(field, a) % p == 1
    powers.root(a, out)
    assert value(field, out) % p == pow(value(field, a), root, p)
    powers.invert(list(field.parts(0)), out)
    assert value(field, out) % p == 0


def multiple(p: int, a: int, d: int, k: int, point: Affine) -> Affine:
    """k times a point, by the definition of the curve."""
    total = (0, 1)
    for bit in bin(k)[2:]:
        total = affine_add(p, a, d, total, total)
        if bit == "1":
            total = affine_add(p, a, d, total, point)
    return total


def compiled_for(name: str, folder: Path, *modules: str, options: Mapping[str, int] | None = None) -> ctypes.CDLL:
    """Kernel modules in the C for a target with these build options, compiled for this machine."""
    target = replace(load_target(name), options=options or {})
    lowered = [lower(compile_module(f"akela.kernels.{module}", target), target) for module in modules]
    return shared_library([path for module in lowered for path in write_files(emit(module, target), folder)], "-O1")
