# refuse AK503: without a cycle
from akela.lang import helper


@helper
def f(n: int) -> int:
    return f(n - 1) if n > 0 else 0
