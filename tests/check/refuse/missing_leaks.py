# refuse AK504: Leaks:
from akela.lang import kernel, u32


@kernel
def f(x: u32) -> None:
    """No contract here."""
