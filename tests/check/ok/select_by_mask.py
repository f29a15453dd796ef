# ok: choosing by a secret
from akela.lang import bit_mask, eq_mask, helper, lt_mask, mask_word, nonzero_mask, select, swap_if, u32


@helper
def f(x: u32, a: u32, b: u32) -> u32:
    mask = lt_mask(a, b) & ~eq_mask(x, 0)
    a, b = swap_if(mask, a, b)
    return select(nonzero_mask(x), a, b) + mask_word(bit_mask(x & 1))
