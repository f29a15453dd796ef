# refuse AK202: truncate
from akela.lang import helper, u32, u64


@helper
def f(x: u64) -> u32:
    return u32(x)
