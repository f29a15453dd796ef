"""Vectors: lane by lane."""

from akela.lang import (
    Buffer,
    Bytes,
    helper,
    kernel,
    lane,
    load_vector,
    requires,
    rotl,
    rotr,
    shuffle,
    splat,
    store_le32,
    store_vector,
    u8x16,
    u32,
    u32x4,
    u32x8,
    u64x2,
    vector,
)


@helper
def mix(a: u32x4, b: u32x4) -> tuple[u32x4, u32x4]:
    """A quarter of a quarter round, four times."""
    a += b
    b = rotl(b ^ a, 7)
    return a, b


@kernel
def lanes(data: Bytes, out: Buffer) -> None:
    """Leaks: nothing."""
    requires(len(data) == 64)
    requires(len(out) == 100)
    a, b = load_vector(u32x4, data, 0), load_vector(u32x4, data, 16)
    a, b = mix(a, shuffle(b, 1, 2, 3, 0))
    store_vector(out, 0, a)
    store_vector(out, 16, -b + ~a - 5)
    c = load_vector(u8x16, data, 32)
    c = (c * 3 ^ rotr(c, 3)) + (c >> 2)
    store_vector(out, 32, c)
    d = load_vector(u64x2, data, 48) + 1
    store_vector(out, 48, d * d - splat(u64x2, 3))
    e = load_vector(u32x8, data, 32)
    e = shuffle(e, 7, 6, 5, 4, 3, 2, 1, 0) ^ (e << 4)
    for n in range(3):
        e = rotl(e, n) + vector(u32x8, 1, 2, 3, 4, 5, 6, 7, u32(n))
    store_vector(out, 64, e)
    store_le32(out, 96, lane(a, 3) + lane(e, 0))
