# refuse AK506: a literal sentence
from akela.lang import declassify, eq_mask, helper, u32


@helper
def f(x: u32) -> bool:
    return declassify(eq_mask(x, 0), why="")
