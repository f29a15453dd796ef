# refuse AK301: an index from 0
from akela.lang import Bytes, helper, u8


@helper
def f(data: Bytes) -> u8:
    return data[-1]
