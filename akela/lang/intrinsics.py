"""What a machine instruction is called in C. Its meaning is the body of the function that `@intrinsic` decorates."""

from __future__ import annotations

from dataclasses import dataclass

from akela.lang.errors import KindError


@dataclass(frozen=True)
class Intrinsic:
    """One of two spellings, with `{name}` for parameters: `c`, an expression; or `asm`, GNU assembly with `{0} {1} …` for results.

    Assembly has one instruction a line. Parameters and results are in registers, a parameter by reference as its address.
    """

    c: str = ""
    asm: str = ""
    header: str = ""  # that declares what `c` uses
    needs: tuple[str, ...] = ()  # CPU features
    clobbers: tuple[str, ...] = ()  # further registers that `asm` changes

    def __post_init__(self) -> None:
        if bool(self.c) == bool(self.asm):
            raise KindError('an intrinsic has either c="…" or asm="…"')
