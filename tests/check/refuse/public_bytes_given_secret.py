# refuse AK110: which is public
from akela.lang import Bytes, PublicBytes, helper, u32


@helper
def g(data: PublicBytes) -> u32:
    return u32(data[0])


@helper
def f(data: Bytes) -> u32:
    return g(data)
