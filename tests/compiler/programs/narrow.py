"""Words narrower than 32 bits: every operator wraps at their width."""

from akela.lang import (
    Buffer,
    Bytes,
    eq_mask,
    helper,
    kernel,
    load_be16,
    load_le16,
    lt_mask,
    mask_word,
    nonzero_mask,
    requires,
    rotl,
    rotr,
    select,
    store_be16,
    store_le16,
    swap_if,
    truncate,
    u8,
    u16,
    u32,
    unroll,
)


@helper
def mix8(a: u8, b: u8, n: int) -> u8:
    """All operators, nested."""
    c = ((a + b) * 3 - (a ^ b)) & ~(b << 2)
    c |= (a >> n) + -b
    c ^= rotl(a, n) - rotr(b, 3)
    c += 0x80
    c -= a
    c <<= 1
    return c ^ (c >> 7) ^ (a & 0x0F) ^ truncate(u8, u32(a) * u32(b) >> 3)


@helper
def mix16(a: u16, b: u16) -> u16:
    """The widest narrow product would overflow a signed int."""
    c = a * b + (a << 9) - (~b >> 3)
    c ^= rotl(c, 5) | (rotr(a, 11) & 0xFF00)
    return -c


@kernel
def narrow(data: Bytes, out: Buffer) -> None:
    """Leaks: nothing."""
    requires(len(data) == 8)
    requires(len(out) == 24)
    for i in unroll(range(8)):
        out[i] = mix8(data[i], data[(i + 3) % 8], i)
    a, b = load_le16(data, 0), load_be16(data, 2)
    store_le16(out, 8, mix16(a, b))
    store_be16(out, 10, a + (b ^ 0x1234))
    less = lt_mask(data[0], data[1])
    same = eq_mask(data[2] & 1, data[3] & 1)
    out[12] = mask_word(less & ~same)
    out[13] = select(less | same, data[4], data[5])
    out[14], out[15] = swap_if(less, data[6], data[7])
    out[16] = mask_word(nonzero_mask(data[0] >> 4))
    out[17] = data[0]
    out[17] ^= data[1]
    out[17] &= data[2] | 1
    out[17] += 255
    out[18] = truncate(u8, a)
    store_le16(out, 19, select(lt_mask(a, b), a, u16(data[7])))
    out[21] = (data[0] >> 7) * data[1]
    out[22] = (data[0] & 1) ^ (data[1] >> 7)
    out[23] = u8(3) - data[4]
