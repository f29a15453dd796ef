"""Kernels that ports provide: which operation each serves, which CPU features it needs, and on which features it is the one that serves.

The declarations are the ports' own (`akela/ports/port.py`). Tests, `akela audit` and the summary of a test run read
them here, so that a new port is covered by all three.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from akela.compiler.modules import ports
from akela.compiler.targets import Target, host_target
from akela.ports.port import Provider as Provider

Features = frozenset[str]


def providers(target: Target | None = None) -> tuple[Provider, ...]:
    """All of a target, by default this machine's, in the order in which later ones are preferred."""
    name = (target or host_target()).name
    return tuple(provider for port in ports() if name in port.targets for provider in port.providers())


def serving(known: Iterable[Provider], features: Collection[str]) -> dict[str, Provider]:
    """Which provider serves each operation where the CPU has these features; an operation that is not there is served portably."""
    return {each.operation: each for each in known if each.needs <= set(features)}


def paths(known: Iterable[Provider], operations: tuple[str, ...] = ("",)) -> tuple[Features, ...]:
    """Sets of CPU features such that on one of them each provider serves, of operations whose names begin in one of these ways.

    A provider's own needs are such a set: no later one does with fewer. The first set is empty: all is served portably.
    """
    needed = (each.needs for each in known if each.operation.startswith(operations))
    return tuple(dict.fromkeys((Features(), *needed)))


# --- what runs here -----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Running:
    """How providers run in an extension: by the machine's instructions, in soft form, or not, as the CPU lacks something."""

    natively: tuple[Provider, ...]
    softly: tuple[Provider, ...]
    lacking: tuple[Provider, ...]
    features: Features  # that the extension may use


def running(native: Any) -> Running:
    """How those of this machine run in an extension, `akela._native` or another; None is for none."""
    known = providers()
    features = Features(native.cpu_features()) if native is not None else Features()
    can = tuple(each for each in known if native is not None and each.needs <= features)
    soft = native is not None and native.BUILD["intrinsics"] == "soft"
    return Running(() if soft else can, can if soft else (), tuple(each for each in known if each not in can), features)


def running_lines(how: Running) -> Iterator[str]:
    """The same in words: how many kernels of ports run in which way, and which do not and what they lack."""
    total = len(how.natively) + len(how.softly) + len(how.lacking)
    if not total:
        yield "Kernels of ports: none for this machine"
        return
    yield (
        f"Kernels of ports: {len(how.natively)} of {total} run natively, {len(how.softly)} in soft form "
        f"(reference bodies of the instructions), {len(how.lacking)} not at all"
    )
    by_lack: dict[str, list[str]] = {}
    for each in how.lacking:
        by_lack.setdefault(", ".join(sorted(each.needs - how.features)), []).append(each.kernel)
    for lack, kernels in by_lack.items():
        yield f"  without {lack}: {', '.join(kernels)}"
