# refuse AK501: an element type and a length that are known at compile time
from akela.lang import Array, Bytes, helper, u8


@helper
def f(data: Bytes) -> u8:
    copy = Array[u8, len(data)]()
    return copy[0]
