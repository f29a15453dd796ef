# refuse AK303: apart from, or equal
from akela.lang import Buffer, kernel


@kernel
def f(data: Buffer, n: int) -> None:
    """Leaks: lengths."""
    front = data[n : n + 8]
    back = data[n + 4 : n + 12]
    front[:] = back
