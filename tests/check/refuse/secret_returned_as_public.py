# refuse AK114: which is public
from akela.lang import Public, helper, u32


@helper
def f(x: u32) -> Public[u32]:
    return x + 1
