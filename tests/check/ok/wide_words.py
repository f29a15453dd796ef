# ok: wide products and carries
from akela.lang import addc, helper, mul_wide, subb, truncate, u32, u64


@helper
def f(a: u32, b: u32, c: u64) -> u64:
    product = u64(a) * u64(b) + c
    high, low = mul_wide(a, b)
    total, carry = addc(high, low, 0)
    less, borrow = subb(total, b, carry)
    return product + u64(truncate(u32, product >> 32)) + u64(less) + u64(borrow)
