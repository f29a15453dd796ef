"""What settings mean to the compiler: a target's data with the settings over it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from akela.compiler.targets import Target
from akela.settings.model import Settings, SettingsError

WINDOW = "exponent.window_bits"


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
    if settings.window_bits != 4:
        changes["options"] = {**target.options, WINDOW: settings.window_bits}
    return replace(target, **changes)
