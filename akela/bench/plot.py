"""The picture of a comparison: a panel for each row, throughput over the size of messages, and one for operations."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from akela import __version__
from akela.bench.versus import Comparison, Result
from akela.bench.versus_table import size_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KINDS = (".png", ".svg")
COLUMNS = 4
PANEL = (4.2, 3.0)  # inches
BAR_PANEL_ROWS = 14  # operations side by side in a panel


def check(path: Path) -> None:
    """Raises ValueError for a file that is neither PNG nor SVG, LookupError where matplotlib is not installed."""
    if path.suffix.lower() not in KINDS:
        raise ValueError(f"--plot {path}: a picture is a file .png or .svg")
    if not path.resolve().parent.is_dir():
        raise ValueError(f"--plot {path}: there is no folder {path.parent}")
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise LookupError(
            "--plot draws with matplotlib, which is not installed: `pip install matplotlib`; akela's extra `plots` has it"
        ) from error


def draw(comparison: Comparison, results: Sequence[Result], path: Path) -> None:
    """Write the picture."""
    from matplotlib.figure import Figure

    by_row: dict[str, list[Result]] = {}
    for result in results:
        by_row.setdefault(result.task.name, []).append(result)
    curves = {name: each for name, each in by_row.items() if each[0].task.per == "bytes"}
    bars = [each[0] for each in by_row.values() if each[0].task.per == "ops"]
    groups = [bars[i : i + BAR_PANEL_ROWS] for i in range(0, len(bars), BAR_PANEL_ROWS)]
    count = len(curves) + len(groups)
    columns = min(COLUMNS, count)
    rows = math.ceil(count / columns)
    figure = Figure(figsize=(PANEL[0] * columns, PANEL[1] * rows + 0.6), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False).flatten()
    colours = {library.name: f"C{i}" for i, library in enumerate(comparison.libraries)}
    panels = iter(axes)
    for (name, each), panel in zip(curves.items(), panels, strict=False):
        _curve(panel, name, each, colours)
    for group, panel in zip(groups, itertools.islice(axes, len(curves), None), strict=False):
        _bars(panel, group, colours)
    for panel in axes[count:]:
        panel.set_visible(False)
    named = {label: handle for panel in axes for handle, label in zip(*panel.get_legend_handles_labels(), strict=True)}
    figure.legend(named.values(), named, loc="outside upper right", ncols=min(6, len(named)), frameon=False, fontsize="small")
    figure.suptitle(f"Akela {__version__}: calls from Python", x=0.01, ha="left", fontsize="medium")
    figure.savefig(path, format=path.suffix[1:].lower(), dpi=120)


def _curve(panel: Axes, name: str, results: Sequence[Result], colours: dict[str, str]) -> None:
    """Throughput over size, a line a library; dashed where several threads run."""
    for threads in dict.fromkeys(result.threads for result in results):
        for library, colour in colours.items():
            points = [
                (result.size, result.size / figure.median / 1e6)
                for result in results
                for figure in result.figures
                if result.threads == threads and figure.library == library and result.size is not None
            ]
            if points:
                style = "-" if threads == 1 else "--"
                label = library if threads == 1 else f"{library}, {threads} threads"
                panel.plot(*zip(*points, strict=True), style, marker=".", color=colour, label=label, linewidth=1.2)
    sizes = [result.size for result in results if result.size is not None]
    panel.set_xscale("log", base=2)
    panel.set_yscale("log")
    panel.set_xticks(sorted(set(sizes)), [size_text(size) for size in sorted(set(sizes))])
    panel.tick_params(labelsize="x-small")
    panel.minorticks_off()
    panel.grid(alpha=0.3)
    panel.set_title(name, fontsize="small")
    panel.set_ylabel("MB/s", fontsize="x-small")


def _bars(panel: Axes, results: Sequence[Result], colours: dict[str, str]) -> None:
    """How many times as fast as a library Akela is at an operation, on one thread."""
    width = 0.8 / max(1, len(colours) - 1)
    for i, (library, colour) in enumerate(list(colours.items())[1:]):
        known: list[tuple[float, Any]] = [
            (row + i * width, result.ratio(figure))
            for row, result in enumerate(results)
            for figure in result.figures
            if figure.library == library
        ]
        if known:
            panel.barh([place for place, _ in known], [ratio for _, ratio in known], height=width, color=colour, label=library)
    panel.axvline(1.0, color="black", linewidth=0.8)
    panel.set_yticks([row + 0.4 - width / 2 for row in range(len(results))], [result.task.name for result in results])
    panel.invert_yaxis()
    panel.tick_params(labelsize="xx-small")
    panel.set_title("operations: Akela's speed over the library's", fontsize="small")
