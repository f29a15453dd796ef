# refuse AK501: assign it to a name first
from akela.lang import helper


@helper
def g(n: int) -> int:
    return n + 1


@helper
def f(n: int) -> int:
    return 1 if 0 < g(n) < 5 else 0
