# refuse AK501: a statement of the language
from akela.lang import helper


@helper
def f(n: int) -> int:
    for i in range(n):
        if i > 3:
            break
    return n
