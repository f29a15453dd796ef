# refuse AK501: a value, not a type; Array[u8, 4]() makes one
from akela.lang import Array, helper, u8


@helper
def f() -> u8:
    scratch = Array[u8, 4]
    return scratch[0]
