# refuse AK209: a word or an int to shift
from akela.lang import eq_mask, helper, mask_word, u32


@helper
def f(x: u32) -> u32:
    return mask_word(eq_mask(x, 0) << 1)
