# refuse AK505: Status or nothing
from akela.lang import kernel, u32


@kernel
def f(x: u32) -> u32:
    """Leaks: nothing."""
    return x
