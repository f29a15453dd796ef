# refuse AK304: something writable
from akela.lang import Bytes, kernel, u8


@kernel
def f(data: Bytes) -> None:
    """Leaks: nothing."""
    data[0] = u8(0)
