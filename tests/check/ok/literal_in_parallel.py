# ok: a literal takes the type of its name
from akela.lang import helper, u32


@helper
def f(a: u32, b: u32) -> u32:
    a, b = 0, a
    return a + b
