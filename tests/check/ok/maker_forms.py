"""A helper that a maker made for words of another size is not checked where nothing calls it."""

from akela.lang import WORD_BITS, Array, Word, helper, kernel, kernel_maker, u32, u64


@kernel_maker
def make_low_bits(word, bits):
    @helper(name=f"low_{bits}_bits")
    def low_bits(a: word) -> word:
        return Word(a) & ((1 << bits) - 1)

    return low_bits


low_51_bits = make_low_bits(u64, 51)
low_26_bits = make_low_bits(u32, 26)


@helper
def clear(a: Array[u64, 1]) -> None:
    if WORD_BITS == 64:
        a[0] = low_51_bits(a[0])
    else:
        a[0] = u64(low_26_bits(u32(1)))


@kernel
def cut(a: Array[u64, 1]) -> None:
    """A limb of the form that suits the target.

    Leaks: nothing.
    """
    clear(a)
