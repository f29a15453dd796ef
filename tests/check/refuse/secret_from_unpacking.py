# refuse AK102: an index must be public
from akela.lang import Bytes, addc, helper, u32


@helper
def f(a: u32, b: u32, data: Bytes) -> u32:
    total, carry = addc(a, b, 0)
    return u32(data[carry]) + total
