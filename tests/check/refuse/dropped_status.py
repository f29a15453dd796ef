# refuse AK213: status != OK
from akela.lang import OK, Status, kernel, u32


@kernel
def g(x: u32) -> Status:
    """Leaks: nothing."""
    return OK


@kernel
def f(x: u32) -> None:
    """Leaks: nothing."""
    g(x)
