# refuse AK111: a public value
from akela.lang import MutSlice, Public, kernel, u32


@kernel
def f(n: int, s: u32, p: Public[u32], out: MutSlice[Public[u32]]) -> None:
    """Leaks: nothing."""
    for i in range(n):
        x = p
        out[i] = x
    for i in range(n):
        x = s
