# refuse AK208: write through a parameter
from akela.lang import Bytes, helper, u8


@helper
def f(data: Bytes) -> tuple[Bytes, u8]:
    return data[1:], data[0]
