"""The points as a picture: flash against speed, RAM as colour, the front marked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from akela.explore.measure import Measured

SUFFIXES = (".png", ".svg")


def check_plot(path: Path) -> None:
    """See that a plot can be drawn, before anything is measured.

    Raises ValueError for a name that ends in neither .png nor .svg, ImportError without matplotlib.
    """
    if path.suffix not in SUFFIXES:
        raise ValueError(f"{path.name} ends in none of {', '.join(SUFFIXES)}; write {path.with_suffix('.svg').name}")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise ImportError("--plot needs the package matplotlib, which is not installed: pip install 'akela[plots]'") from None


def plot(title: str, measured: Sequence[Measured], best: Sequence[Measured], path: Path) -> None:
    """Draw the points of one algorithm on one board into a file."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "akela"  # the same file for the same figures
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(9, 6), layout="constrained")
    drawn = axes.scatter(
        [m.flash for m in measured], [m.speed for m in measured], c=[m.ram for m in measured], cmap="viridis", s=24, zorder=2
    )
    axes.plot([m.flash for m in best], [m.speed for m in best], "o", mfc="none", mec="crimson", ms=11, zorder=3, label="Pareto front")
    for number, m in enumerate(best, 1):
        axes.annotate(str(number), (m.flash, m.speed), xytext=(7, 5), textcoords="offset points", fontsize=8)
    axes.set_title(title)
    axes.set_xlabel("flash (bytes)")
    axes.set_ylabel("estimated cycles (geometric mean of the rows)")
    axes.set_yscale("log")
    axes.grid(True, which="both", alpha=0.3)
    axes.legend()
    figure.colorbar(drawn, label="RAM (bytes)")
    metadata = {"Date": None} if path.suffix == ".svg" else None
    figure.savefig(path, metadata=metadata)
    pyplot.close(figure)
