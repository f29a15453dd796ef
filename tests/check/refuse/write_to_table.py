# refuse AK304: something writable
from akela.lang import kernel, table, u32

K = table(u32, [1, 2, 3])


@kernel
def f(x: u32) -> None:
    """Leaks: nothing."""
    K[0] = x
