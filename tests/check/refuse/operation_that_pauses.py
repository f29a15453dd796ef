# refuse AK505: Status from an operation that pauses, as what replaces it may not pause
"""A port replaces an operation by a function of the same form: one that pauses has a status to hand up, whether the other does or not."""

from akela.lang import Buffer, operation, pause


@operation("example.fill")
def fill_slowly(out: Buffer) -> None:
    """Leaks: the length."""
    for i in range(len(out)):
        pause()
        out[i] = 0
