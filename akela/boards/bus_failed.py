"""What goes wrong on the way to a real chip."""

from __future__ import annotations

from akela.exceptions import AkelaError


class BusFailed(AkelaError):
    """A chip that does not answer, or is another one."""
