"""Help with an unknown name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

MOST_NAMES = 120


def suggest(name: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: the known ones nearest to it, whatever the case of their letters.

    Where none is near: all of them, or of very many those with a dot, as operations have: sha256.blocks.
    """
    names = {each.lower(): each for each in sorted(known)}
    near = [names[each] for each in difflib.get_close_matches(name.lower(), names, 3)]
    if near:
        return f"did you mean {' or '.join(near)}?"
    dotted = [each for each in names.values() if "." in each and "[" not in each]
    if len(names) > MOST_NAMES and dotted:
        return f"there are {len(names)}, such as {', '.join(dotted)}"
    return f"there are {', '.join(names.values())}"
