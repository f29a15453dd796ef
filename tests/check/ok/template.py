# ok: one text, two word sizes
from akela.lang import WORD_BITS, DWord, MutSlice, Slice, Word, kernel, requires, truncate


@kernel
def add_limbs(a: Slice[Word], b: Slice[Word], out: MutSlice[Word]) -> None:
    """Leaks: lengths."""
    requires(len(a) == len(b) and len(out) == len(a))
    carry = DWord(0)
    for i in range(len(a)):
        carry += DWord(a[i]) + DWord(b[i])
        out[i] = truncate(Word, carry)
        carry >>= WORD_BITS
