# ok: a branch chosen at compile time may return
from akela.lang import WORD_BITS, MutSlice, Slice, Word, helper, kernel


@helper
def f(a: Word) -> Word:
    if WORD_BITS == 64:
        return a + 1
    return a


@kernel
def g(a: Slice[Word], out: MutSlice[Word]) -> None:
    """Leaks: nothing."""
    out[0] = f(a[0])
    return None
