# refuse AK501: an expression of the language
from akela.lang import Bytes, helper


@helper
def f(data: Bytes) -> int:
    return len([b for b in data])
