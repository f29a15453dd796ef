"""What settings mean to the compiler: a target's data with the settings over it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from akela.compiler.targets import Target
from akela.kernels.table_sizes import WINDOW_BITS
from akela.settings.model import Settings, SettingsError


def for_target(settings: Settings, target: Target) -> Target:
    """The target with the choices of the settings.

    Raises SettingsError where the processor cannot do what they ask.
    """
    changes: dict[str, Any] = {}
    if settings.word_bits != "target":
        if settings.word_bits > target.word_bits:  # type: ignore[operator]
            raise SettingsError(f"word_bits = {settings.word_bits}, but words of {target.name} have {target.word_bits} bits; leave it out")
        changes["word_bits"] = settings.word_bits
    if settings.products != "target":
        if settings.products == "native" and target.u64 == "pairs":
            raise SettingsError(f"products = 'native', but {target.name} has no long multiply: leave it out, or write 'split'")
        changes["wide_mul"] = settings.products
    if settings.inlining != "target":
        changes["inlining"] = settings.inlining
    factors = {name: factor for name, factor in target.unroll.items() if name not in settings.unrolled}
    changes["unroll"] = {**factors, **dict.fromkeys(sorted(settings.rolled), 1)}
    sizes = {name: int(value) for name, _, value in (size.partition("=") for size in sorted(settings.table_sizes))}
    if settings.window_bits != WINDOW_BITS:
        sizes[WINDOW_BITS.name] = settings.window_bits
    changes["options"] = {**target.options, **sizes}
    return replace(target, **changes)
