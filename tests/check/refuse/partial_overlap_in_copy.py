# refuse AK303: apart from, or equal
from akela.lang import Array, kernel, u8


@kernel
def f(block: Array[u8, 16]) -> None:
    """Leaks: nothing."""
    block[0:8] = block[4:12]
