"""An operation that pauses, and a function that provides it and does not: where builds pause, both have a status to hand up."""

from akela.lang import Buffer, fill, operation, pause, provides


@operation("example.fill")
def fill_slowly(out: Buffer) -> None:
    """Leaks: the length."""
    for i in range(len(out)):
        pause()
        out[i] = 0


@provides("example.fill")
def fill_at_once(out: Buffer) -> None:
    """Leaks: the length."""
    fill(out, 0)
