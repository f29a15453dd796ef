# refuse AK303: apart from, or equal
from akela.lang import Array, helper, kernel, u8


@helper
def g(source: Array[u8, 8], target: Array[u8, 8]) -> None:
    target[:] = source


@kernel
def f(block: Array[u8, 16]) -> None:
    """Leaks: nothing."""
    g(block[0:8], block[7:15])
