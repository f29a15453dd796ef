# refuse AK507: words, slices, arrays
from akela.lang import kernel, u32x4


@kernel
def f(v: u32x4) -> None:
    """Leaks: nothing."""
