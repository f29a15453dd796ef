# refuse AK205: not a type of the kernel language
from akela.lang import helper, u32


@helper
def f(a: u32) -> str:
    return a
