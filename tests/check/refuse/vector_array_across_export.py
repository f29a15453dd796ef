# refuse AK507: words, slices, arrays
from akela.lang import MutSlice, kernel, u32x4


@kernel
def f(out: MutSlice[u32x4]) -> None:
    """Leaks: nothing."""
