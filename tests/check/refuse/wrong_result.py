# refuse AK208: u32, not u64
from akela.lang import helper, u32, u64


@helper
def f(x: u64) -> u32:
    return x
