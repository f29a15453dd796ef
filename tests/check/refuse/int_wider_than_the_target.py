# refuse AK203: an int of 32 bits
from akela.lang import helper


@helper
def f(n: int) -> int:
    return n + 0x1_0000_0000
