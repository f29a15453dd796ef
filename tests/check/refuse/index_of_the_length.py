# refuse AK301: an index below the length, not 1 behind it
from akela.lang import Bytes, helper, u8


@helper
def f(data: Bytes) -> u8:
    return data[len(data) + 1]
