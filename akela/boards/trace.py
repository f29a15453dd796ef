"""Two runs on an emulated core, compared: what each did as a sequence of events (`trace.h`), and where two sequences part."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from itertools import zip_longest

MARKS = 4096  # AKELA_MARKS of trace.h
STRIDE = 1024  # events between two marks, to begin with
BASIS = 0xCBF29CE484222325

STEP, ADDRESS, OPERAND = range(3)


@dataclass(frozen=True)
class Watch:
    """What to note of a call beside its costs.

    hits: how often each instruction is executed. trace: the events; `room` of them are recorded from number `first` on.
    """

    hits: bool = False
    trace: bool = False
    first: int = 0
    room: int = 0


NOTHING = Watch()


@dataclass(frozen=True)
class Event:
    """An instruction that was executed (STEP), what it addressed memory with (ADDRESS), or an operand of one of variable time (OPERAND)."""

    kind: int
    pc: int
    value: int


@dataclass(frozen=True)
class Recording:
    """The events of one call: their number, a digest of them all and after every `stride` of them, and those that were asked for."""

    events: int
    digest: int
    stride: int
    marks: tuple[int, ...]
    recorded: tuple[Event, ...]

    def alike(self, other: Recording) -> bool:
        """Whether both have the same events in the same order."""
        return (self.events, self.digest) == (other.events, other.digest)

    def window(self, other: Recording) -> Watch:
        """Where the first event lies in which the two differ."""
        stride = max(self.stride, other.stride)
        ours, theirs = (each.marks[stride // each.stride - 1 :: stride // each.stride] for each in (self, other))
        same = next((i for i, (a, b) in enumerate(zip_longest(ours, theirs)) if a != b), min(len(ours), len(theirs)))
        return Watch(trace=True, first=same * stride, room=stride)

    def parting(self, other: Recording) -> tuple[Event | None, Event | None, Event | None]:
        """The last event that the recorded parts have in common, and the first of each in which they differ; None where there is none."""
        before = None
        for ours, theirs in zip_longest(self.recorded, other.recorded):
            if ours != theirs:
                return before, ours, theirs
            before = ours
        return before, None, None


class CEvent(ctypes.Structure):
    """`akela_event` of trace.h."""

    _fields_ = [("kind", ctypes.c_uint32), ("pc", ctypes.c_uint32), ("value", ctypes.c_uint32)]


class CTrace(ctypes.Structure):
    """`akela_trace` of trace.h, without the recorded events, which follow it."""

    _fields_ = [
        ("digest", ctypes.c_uint64),
        ("events", ctypes.c_uint64),
        ("stride", ctypes.c_uint64),
        ("used", ctypes.c_uint64),
        ("marks", ctypes.c_uint64 * MARKS),
        ("first", ctypes.c_uint64),
        ("room", ctypes.c_uint64),
    ]

    def begin(self, watch: Watch) -> None:
        """Forget what was before."""
        self.digest, self.events, self.stride, self.used = BASIS, 0, STRIDE, 0
        self.first, self.room = watch.first, watch.room

    def recording(self, events: ctypes.Array[CEvent]) -> Recording:
        """What was noted; `events` is what follows this in memory."""
        count = min(max(self.events - self.first, 0), self.room)
        recorded = tuple(Event(event.kind, event.pc, event.value) for event in events[:count])
        return Recording(self.events, self.digest, self.stride, tuple(self.marks[: self.used]), recorded)
