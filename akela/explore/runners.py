"""Running many points at once: in processes on this machine, or on the workers of a Dask cluster."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any

from akela.explore.measure import Measured, Processes, measure_elsewhere
from akela.explore.points import Point

RETRIES = 5  # of a point whose worker is lost, before it is measured on this machine


class DaskMissing(ImportError):
    """The package that talks to a Dask cluster is not installed."""


def locally(points: Sequence[Point], jobs: int | None = None) -> Iterator[Measured]:
    """Each point as soon as it is measured, `jobs` at a time: by default as many as this machine has processors.

    Where the caller stops early, and at Ctrl-C, processes that still measure are ended.
    """
    processes = Processes()
    with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        futures = [pool.submit(processes.measure, point) for point in points]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            processes.end()
            pool.shutdown(cancel_futures=True)


def on_dask(
    address: str, points: Sequence[Point], measure: Callable[[Point], Measured] = measure_elsewhere, seconds: float = 30
) -> Iterator[Measured]:
    """Each point as soon as a worker of the cluster has measured it. Workers need Akela and what boards need.

    A point whose worker is lost is given to another; one that a cluster cannot measure is measured here.
    Raises DaskMissing without the package, OSError where no cluster answers at `address` within `seconds`.
    """
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise DaskMissing("--dask needs the package distributed, which is not installed: pip install 'akela[dask]'") from None
    try:
        client = distributed.Client(address, timeout=seconds)
    except (OSError, ValueError, TimeoutError) as error:
        raise OSError(f"no Dask scheduler answers at {address!r} ({error}); write the address that it prints, as tcp://host:8786") from None
    with client:
        futures = {client.submit(measure, point, retries=RETRIES, pure=False): point for point in points}
        for future in distributed.as_completed(list(futures)):
            yield future.result() if future.status == "finished" else measure(futures[future])
