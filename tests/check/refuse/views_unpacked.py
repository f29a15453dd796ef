# refuse AK302: bind a view by itself
from akela.lang import Bytes, kernel


@kernel
def f(data: Bytes) -> None:
    """Leaks: nothing."""
    x, y = data[0:4], data[4:8]
    x[0] = y[0]
