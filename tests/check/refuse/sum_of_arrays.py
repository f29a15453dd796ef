# refuse AK209: words on both sides, not
from akela.lang import Array, helper, u8


@helper
def f(a: Array[u8, 4], b: Array[u8, 4]) -> u8:
    return (a + b)[0]
