# refuse AK305: nothing is clipped
from akela.lang import Array, helper, u8


@helper
def f(h: Array[u8, 8]) -> u8:
    tail = h[4:12]
    return tail[0]
