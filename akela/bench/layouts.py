"""The tables: the layout that the published logs have, the oldest one, and two executions side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from akela import __version__
from akela.bench.measure import Measurement
from akela.bench.units import unit_for
from akela.catalogue.entries import Row

RULE = "-" * 78


def banner(title: str) -> str:
    """The version between two rules, then what is about to be measured."""
    return f"{RULE}\n Akela version {__version__}\n{RULE}\n{title}"


CLOSING = "Benchmark complete"


def brief_seconds(seconds: float) -> str:
    """Seconds with one digit after the point, or with as many as a shorter time needs."""
    return f"{seconds:.1f}" if float(f"{seconds:.1f}") == seconds else f"{seconds:.4g}"


class WolfcryptLayout:
    """Rows as in the published logs since 2016."""

    name = "wolfcrypt"

    def __init__(self, base10: bool = False) -> None:
        self.base10 = base10

    def title(self, block_bytes: int, min_seconds: float) -> str:
        """The heading that names block size and time a row."""
        return banner(f"Akela Benchmark (block bytes {block_bytes}, min {brief_seconds(min_seconds)} sec each)")

    def line(self, m: Measurement) -> str:
        """One row."""
        row = m.job.row
        if row.per == "ops":
            average = 1000 * m.seconds / m.calls
            return f"{_name(m)} {m.calls:>9} ops took {m.seconds:.3f} sec, avg {average:.3f} ms, {m.ops_per_second:.3f} ops/sec"
        unit = unit_for(m.total_bytes, self.base10)
        text = (
            f"{m.job.label:<24} {m.total_bytes / unit.size:>5.0f} {unit.name} took {m.seconds:.3f} seconds, "
            f"{m.bytes_per_second / unit.size:>8.3f} {unit.name}/s"
        )
        return text if m.cycles_per_byte is None else f"{text} Cycles per byte = {m.cycles_per_byte:6.2f}"


class Stm32Layout:
    """The oldest rows: a fixed amount each, and 100 iterations of an operation, or of a call whose bytes are not the block size's."""

    name = "stm32"
    amount = 1 << 20
    iterations = 100

    def title(self, block_bytes: int, min_seconds: float) -> str:
        """The heading."""
        return banner(f"Akela Benchmark (block bytes {block_bytes}, 1024 KB each, MB = 1024 KB)")

    def calls(self, row: Row, block_bytes: int) -> int:
        """How many calls a row makes."""
        return self.iterations if row.per == "ops" or row.call_bytes else max(1, self.amount // block_bytes)

    def line(self, m: Measurement) -> str:
        """One row."""
        row = m.job.row
        if row.per == "ops":
            average = 1000 * m.seconds / m.calls
            return f"{m.job.label} {row.size} {row.action} took {average:6.2f} milliseconds, avg over {m.calls} iterations"
        return f"{m.job.label:<16} {m.total_bytes >> 10:>4} KB took {m.seconds:5.3f} seconds, {m.bytes_per_second / (1 << 20):6.2f} MB/s"


def comparison(names: Sequence[str], results: Iterable[Sequence[Measurement]], base10: bool) -> Iterator[str]:
    """A row a line, a column an execution, and the ratio of each to the last one (of the median samples)."""
    yield f"{'':<24}" + "".join(f"{name:>18}" for name in names) + "".join(f"{f'{name} / {names[-1]}':>18}" for name in names[:-1])
    for row in results:
        cells = "".join(f"{_speed(m, base10):>18}" for m in row)
        ratios = "".join(f"{row[-1].median / m.median:>18.1f}" for m in row[:-1])
        yield f"{_name(row[0]):<24}{cells}{ratios}"


def _name(m: Measurement) -> str:
    row = m.job.row
    return m.job.label if row.per == "bytes" else f"{m.job.label:<6} {row.size:>5} {row.action:>8}"


def _speed(m: Measurement, base10: bool) -> str:
    if m.job.row.per == "ops":
        return f"{1 / m.median:.1f} ops/sec"
    speed = 1 / m.median * m.block_bytes
    unit = unit_for(speed, base10)
    return f"{speed / unit.size:.1f} {unit.name}/s"
