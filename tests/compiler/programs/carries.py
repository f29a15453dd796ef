"""Carries and wide products, in Words and in 32 and 64 bits."""

from akela.lang import (
    Array,
    Buffer,
    Bytes,
    DWord,
    Word,
    addc,
    helper,
    kernel,
    load_le32,
    load_le64,
    mul_wide,
    requires,
    store_le32,
    store_le64,
    subb,
    truncate,
    u32,
    u64,
)


@helper
def product(a: Word, b: Word) -> tuple[Word, Word]:
    """The same twice: by mul_wide, and by double words."""
    high, low = mul_wide(a, b)
    p = DWord(a) * DWord(b) + DWord(low)
    return high, truncate(Word, p)


@kernel
def carries(data: Bytes, out: Buffer) -> None:
    """Leaks: nothing."""
    requires(len(data) == 32)
    requires(len(out) == 64)
    a = Array[u32, 4]()
    b = Array[u32, 4]()
    for i in range(4):
        a[i] = load_le32(data, 4 * i)
        b[i] = load_le32(data, 16 + 4 * i)
    carry, borrow = u32(0), u32(1)
    for i in range(4):
        a[i], carry = addc(a[i], b[i], carry)
        b[i], borrow = subb(a[i], b[i], borrow)
    store_le32(out, 0, carry)
    store_le32(out, 4, borrow)
    for i in range(4):
        store_le32(out, 8 + 4 * i, a[i] ^ b[i])
    x, y = load_le64(data, 8), load_le64(data, 24)
    x, wide_carry = addc(x, y, 1)
    y, _ = subb(y, x, wide_carry)
    store_le64(out, 24, x)
    store_le64(out, 32, y)
    store_le64(out, 40, wide_carry)
    high, low = mul_wide(a[0], b[1])
    store_le32(out, 48, high)
    store_le32(out, 52, low)
    _, low = mul_wide(a[2], b[3])
    store_le64(out, 56, u64(low) << 1)


@kernel
def products(data: Bytes, out: Buffer) -> None:
    """Leaks: nothing."""
    requires(len(data) == 16)
    requires(len(out) == 16)
    a = Word(load_le32(data, 0)) * Word(load_le32(data, 4))
    b = Word(load_le32(data, 8)) - Word(load_le32(data, 12))
    high, low = product(a, b)
    store_le64(out, 0, u64(high))
    store_le64(out, 8, u64(low))
