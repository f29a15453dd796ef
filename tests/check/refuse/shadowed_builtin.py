# refuse AK404: rename the local
from akela.lang import Bytes, helper


@helper
def f(data: Bytes) -> int:
    len = 3
    return len(data)
