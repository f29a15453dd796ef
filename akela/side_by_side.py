"""Texts beside one another in columns, or below one another where the terminal is too narrow for that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

SEPARATOR = " │ "
NARROWEST = 40  # below that, code in a column can not be read


def column_widths(texts: Sequence[Sequence[str]], available: int) -> list[int] | None:
    """A width for each text: as wide as its lines where there is room, else a share. None where a share would be too narrow."""
    wanted = [max(map(len, text), default=0) for text in texts]
    room = available - len(SEPARATOR) * (len(texts) - 1)
    waiting = sorted(range(len(texts)), key=lambda column: wanted[column])
    widths = [0] * len(texts)
    while waiting:  # narrow columns first: what they leave goes to the others
        column = waiting.pop(0)
        widths[column] = min(wanted[column], room // (len(waiting) + 1))
        room -= widths[column]
    return widths if all(width >= min(NARROWEST, want) for width, want in zip(widths, wanted, strict=True)) else None


def beside(texts: Sequence[Sequence[str]], widths: Sequence[int]) -> Iterator[str]:
    """The texts in columns of these widths; long lines go on below, further in."""
    columns = [[piece for line in text for piece in folded(line, width)] for text, width in zip(texts, widths, strict=True)]
    for cells in zip_longest(*columns, fillvalue=""):
        yield SEPARATOR.join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def folded(line: str, width: int) -> Iterator[str]:
    """A line in pieces of at most `width` characters, broken at spaces where there are any."""
    indent = " " * min(len(line) - len(line.lstrip()) + 8, width // 2)
    while len(line) > width:
        cut = line.rfind(" ", len(indent) + 1, width + 1)
        cut = width if cut < 0 else cut
        yield line[:cut].rstrip()
        line = indent + line[cut:].lstrip()
    yield line
