# refuse AK115: may vary in time
from akela.lang import Public, helper, u32


@helper
def search_vartime(n: Public[u32]) -> Public[u32]:
    while n > 1:
        n >>= 1
    return n


@helper
def f(n: Public[u32]) -> Public[u32]:
    return search_vartime(n)
