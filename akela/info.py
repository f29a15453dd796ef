"""What `akela info` prints."""

from __future__ import annotations

from collections.abc import Iterator

from akela.catalogue import ALGORITHMS
from akela.platform_report import PlatformReport, platform_report


def platform_lines(report: PlatformReport | None = None) -> Iterator[str]:
    """The platform report, a fact a line."""
    r = report or platform_report()
    yield f"Akela version             {r.version}"
    if r.git_commit:
        yield f"Git commit                {r.git_commit}{'' if r.git_clean else ' (with uncommitted changes)'}"
        yield f"Git branch, date          {r.git_branch}, {r.git_date}"
    yield f"Source digest             {r.source_digest or '(none)'}"
    yield f"Python                    {r.python}"
    yield f"System                    {r.system}"
    yield f"CPU                       {r.cpu}, {r.cores} cores{', virtual machine' if r.virtual_machine else ''}"
    yield f"CPU features              {' '.join(r.cpu_features) or '(known to the extension only)'}"
    yield f"Execution                 {r.execution}{f' ({r.why_not_native})' if r.why_not_native else ''}"
    yield f"Compiler                  {r.compiler or '(no extension)'}"
    yield f"Flags                     {r.flags or '(no extension)'}"
    for name, value in r.settings.items():
        yield f"{name:<26}{value}"
    yield ""
    width = max((24, *map(len, r.operations))) + 2
    yield f"{'Operation':<{width}}served by"
    for operation, implementation in sorted(r.operations.items()):
        yield f"{operation:<{width}}{implementation}"
    if not r.operations:
        yield f"{'(all)':<{width}}{'emitted Python' if r.execution == 'python' else 'nothing'}"


def algorithm_table() -> Iterator[str]:
    """The catalogue: name, family, standard, block operations."""
    rows = [("name", "family", "standard", "operations")]
    rows += [(a.name, a.family, a.standard, ", ".join(a.operations) + (" (legacy)" if a.legacy else "")) for a in ALGORITHMS]
    widths = [max(map(len, column)) + 2 for column in zip(*rows, strict=True)]
    for *cells, last in rows:
        yield "".join(f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=False)) + last
