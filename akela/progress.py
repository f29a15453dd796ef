"""A line on the terminal that says what a long command is doing; nothing in a pipe."""

from __future__ import annotations

import sys


class Progress:
    """Written to standard error, so that results can be redirected while it is seen."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self.terminal = sys.stderr.isatty()

    def show(self, label: str) -> None:
        """Name the step that begins."""
        self.done += 1
        self._write(f"[{self.done}/{self.total}] {label}")

    def announce(self, label: str) -> None:
        """Say what goes on while no step has ended yet."""
        self._write(f"[0/{self.total}] {label}")

    def clear(self) -> None:
        """Make room for a printed line."""
        self._write("")

    def _write(self, text: str) -> None:
        if self.terminal:
            sys.stderr.write(f"\r\x1b[K{text}")
            sys.stderr.flush()
