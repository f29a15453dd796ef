"""Results to keep: comma-separated values, and JSON with all that comparing two runs needs."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Iterable, Iterator, Sequence

from akela.bench.measure import Measurement
from akela.platform_report import platform_report

JSON_SCHEMA = "akela-benchmark-1"

COLUMNS = (
    "label",
    "algorithm",
    "per",
    "size",
    "action",
    "block_bytes",
    "calls",
    "seconds",
    "bytes_per_second",
    "ops_per_second",
    "median_ns",
    "min_ns",
    "max_ns",
    "spread",
    "cycles_per_byte",
)


def record(m: Measurement) -> dict[str, object]:
    """A row's figures by the names in COLUMNS; times are nanoseconds a call."""
    each = [sample.per_call * 1e9 for sample in m.samples]
    of_bytes = m.job.row.per == "bytes"
    return {
        "label": m.job.label,
        "algorithm": m.job.algorithm.name,
        "per": m.job.row.per,
        "size": m.job.row.size or None,
        "action": m.job.row.action or None,
        "block_bytes": m.block_bytes if of_bytes else None,
        "calls": m.calls,
        "seconds": m.seconds,
        "bytes_per_second": m.bytes_per_second if of_bytes else None,
        "ops_per_second": m.ops_per_second,
        "median_ns": m.median * 1e9,
        "min_ns": min(each),
        "max_ns": max(each),
        "spread": m.spread,
        "cycles_per_byte": m.cycles_per_byte,
    }


def csv_lines(measurements: Iterable[Measurement]) -> Iterator[str]:
    """A heading, then a line for each row as soon as it is measured."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="")
    writer.writeheader()
    yield out.getvalue()
    for measurement in measurements:
        out.seek(0)
        out.truncate()
        writer.writerow(record(measurement))
        yield out.getvalue()


def as_json(settings: dict[str, object], measurements: Sequence[Measurement]) -> dict[str, object]:
    """The results with platform, settings and samples."""
    return {
        "schema": JSON_SCHEMA,
        "how": "measured",
        "when": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "platform": platform_report().as_json(),
        "settings": settings,
        "rows": [
            {
                **record(m),
                "parameters": m.job.algorithm.parameters,
                "samples_ns": [round(sample.per_call * 1e9, 2) for sample in m.samples],
            }
            for m in measurements
        ],
    }
