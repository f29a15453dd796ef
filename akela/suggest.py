"""Help with an unknown name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def suggest(name: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: the known ones nearest to it, whatever the case of their letters, or all of them."""
    names = {each.lower(): each for each in sorted(known)}
    near = [names[each] for each in difflib.get_close_matches(name.lower(), names, 3)]
    return f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(names.values())}"
