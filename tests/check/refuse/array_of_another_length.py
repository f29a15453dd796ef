# refuse AK205: Array[u8, 16]
from akela.lang import Array, Bytes, helper, u8


@helper
def g(block: Array[u8, 16]) -> u8:
    return block[0]


@helper
def f(data: Bytes) -> u8:
    return g(data[0:15])
