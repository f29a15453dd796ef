# refuse AK207: use another name
from akela.lang import Array, helper, u32


@helper
def f(n: int) -> u32:
    if n > 0:
        x = Array[u32, 4].zeros()
    else:
        x = Array[u32, 8].zeros()
    return x[3]
