"""Layout of C: indented lines of at most 119 columns, comments, rows of numbers."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence

WIDTH = 119
INDENT = "    "

# Where a long line may be broken: behind a comma or an assignment, before a binary operator.
_BREAKS = re.compile(r"(?<=, )|(?<= = )|(?= (?:\+|-|\*|/|%|&|\||\^|<<|>>|&&|\|\||\?|:|==|!=|<|<=|>|>=) )")


class Lines:
    """Lines of C under construction, and what decides at those where the compiler may branch."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.branches: dict[int, str] = {}  # number of a line, from 1 -> the public condition
        self.public: set[int] = set()  # numbers of the lines that compute public values only

    def add(self, level: int, text: str, branch: str | None = None, *, public: bool = False) -> None:
        """One statement or head of a block, broken where it is too long."""
        first = len(self.lines) + 1
        self.lines.extend(wrap(INDENT * level, text))
        numbers = range(first, len(self.lines) + 1)
        if branch is not None:
            self.branches.update(dict.fromkeys(numbers, branch))
        if public:
            self.public.update(numbers)

    def blank(self) -> None:
        """An empty line, but never two."""
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def comment(self, level: int, paragraphs: Iterable[str]) -> None:
        """A block comment."""
        self.lines.extend(comment(INDENT * level, paragraphs))

    def remark(self, level: int, first: int, text: str) -> None:
        """A comment behind the last line where it fits there, else before the line of index `first`."""
        (line,) = comment("", [" ".join(text.split())])[:1]
        if len(self.lines[-1]) + 1 + len(line) <= WIDTH and line.endswith("*/"):
            self.lines[-1] += f" {line}"
            return
        above = comment(INDENT * level, [text])
        self.lines[first:first] = above
        self.branches = {number + (len(above) if number > first else 0): branch for number, branch in self.branches.items()}
        self.public = {number + (len(above) if number > first else 0) for number in self.public}

    def append(self, other: Lines) -> None:
        """All lines of another piece behind these."""
        offset = len(self.lines)
        self.lines.extend(other.lines)
        self.branches.update({offset + number: branch for number, branch in other.branches.items()})
        self.public.update(offset + number for number in other.public)

    @property
    def text(self) -> str:
        """The lines as a file."""
        return "\n".join(self.lines) + "\n"


def wrap(indent: str, text: str) -> list[str]:
    """A statement as lines; those after the first are indented once more."""
    lines: list[str] = []
    while len(indent) + len(text) > WIDTH:
        cut = _best_break(text, WIDTH - len(indent))
        if cut is None:
            break
        lines.append((indent + text[:cut]).rstrip())
        indent = indent if len(lines) > 1 else indent + INDENT
        text = text[cut:].lstrip()
    return [*lines, indent + text]


def _best_break(text: str, width: int) -> int | None:
    """The last place in the right half of the line where the fewest parentheses are open."""
    depths = [0]
    for character in text:
        depths.append(depths[-1] + (character in "([{") - (character in ")]}"))
    places = [match.start() for match in _BREAKS.finditer(text) if 0 < match.start() <= width]
    places = [place for place in places if place > width // 2] or places
    return max(places, key=lambda place: (-depths[place], place), default=None)


def comment(indent: str, paragraphs: Iterable[str]) -> list[str]:
    """A block comment of paragraphs; a short one on a single line."""
    lines: list[str] = []
    for paragraph in paragraphs:
        lines += ["", *_filled(paragraph, WIDTH - len(indent) - 3)] if lines else _filled(paragraph, WIDTH - len(indent) - 3)
    if len(lines) == 1 and len(indent) + len(lines[0]) + 6 <= WIDTH:
        return [f"{indent}/* {lines[0]} */"]
    return [f"{indent}/*", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


def _filled(paragraph: str, width: int) -> list[str]:
    """The paragraph's own lines where they fit, else filled anew."""
    paragraph = paragraph.replace("*/", "* /").replace("/*", "/ *")
    paragraph = re.sub(r"\?\?(?=[=/'()!<>-])", "? ?", paragraph)  # trigraphs
    lines = paragraph.splitlines()
    if all(len(line) <= width for line in lines):
        return lines
    return textwrap.wrap(" ".join(paragraph.split()), width, break_long_words=False, break_on_hyphens=False)


def paragraphs(doc: str) -> list[str]:
    """The paragraphs of a docstring."""
    return [part.strip("\n") for part in re.split(r"\n\s*\n", textwrap.dedent(doc).strip()) if part.strip()]


def rows(items: Sequence[str], indent: str = INDENT) -> list[str]:
    """Items of about equal length in rows of 4, 8 or 16."""
    longest = max(map(len, items)) + 2
    count = next(n for n in (16, 8, 4, 2, 1) if len(indent) + n * longest <= WIDTH or n == 1)
    padded = [items[i : i + count] for i in range(0, len(items), count)]
    return [f"{indent}{', '.join(row)}," for row in padded]
