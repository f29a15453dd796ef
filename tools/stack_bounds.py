"""Write akela/firmware/stack.toml, the stack that the C API states, from docs/footprint.md: `python -m tools.stack_bounds`.

A quarter is added for other compilers, optimisations and settings, and 96 bytes for the C API's own frame, in steps of 64.
"""

from __future__ import annotations

from akela.catalogue import ALGORITHMS
from akela.firmware.api import STACK
from tools.footprint import PAGE

HEAD = """# Bytes of stack for each algorithm and target: what docs/footprint.md has, a quarter more for other compilers and settings,
# and 96 for the C API; in steps of 64. `python -m tools.stack_bounds` makes this file.
"""


def stated(measured: int) -> int:
    """What is stated for so many measured bytes."""
    return -(-(measured * 5 // 4 + 96) // 64) * 64


def text(page: str) -> str:
    """The file for a page of figures."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line.startswith("| ")]
    targets, names = rows[0][1:], {algorithm.title: algorithm.name for algorithm in ALGORITHMS}
    costs = [(names[row[0]], row[1:]) for row in rows[1:] if len(row) == len(rows[0]) and row[0] in names]
    lines = [HEAD]
    for column, target in enumerate(targets):
        lines.append(f"[{target}]")
        lines += [f'"{name}" = {stated(int(cells[column].split("/")[1]))}' for name, cells in costs if "/" in cells[column]]
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    STACK.write_text(text(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
