# refuse AK307: bound once
from akela.lang import Bytes, helper, u8


@helper
def f(data: Bytes) -> u8:
    rest = data[1:]
    rest = data[2:]
    return rest[0]
