"""u32 and u64: arithmetic, shifts and rotations by constants and by public counts, products."""

from akela.lang import (
    Buffer,
    Bytes,
    Public,
    helper,
    kernel,
    load_be32,
    load_be64,
    load_le32,
    load_le64,
    requires,
    rotl,
    rotr,
    store_be32,
    store_be64,
    store_le32,
    store_le64,
    truncate,
    u32,
    u64,
)


@helper
def shifts(x: u64, y: u32, n: int) -> u64:
    """Counts from 0 to 31; twice and more for the longer word."""
    z = (x << n) ^ (x >> (2 * n)) ^ rotl(x, n + 32) ^ rotr(x, n) ^ u64(rotl(y, n) ^ rotr(y, n) ^ (y >> n))
    z ^= rotl(x, 0) ^ (x << 63) ^ (x >> 1) ^ rotr(x, 41)
    return z + u64(y << n)


@helper
def polynomial(a: u64, b: u64, c: u32) -> u64:
    """Sums, differences and products of 64 bits."""
    total = a + b - 1
    total -= b * a + 0x1_0000_0001
    total += u64(c) * u64(truncate(u32, a)) + u64(c) * 5 - u64(truncate(u32, b >> 32)) * 8
    total *= 0x9E37_79B9_7F4A_7C15
    return -total + (a * 4096)


@kernel
def words(data: Bytes, out: Buffer) -> None:
    """Leaks: nothing."""
    requires(len(data) == 24)
    requires(len(out) == 1064)
    x, y, z = load_le64(data, 0), load_be64(data, 8), load_be32(data, 16)
    for n in range(32):
        store_le64(out, 8 * n, shifts(x, z, n))
    for n in range(32):
        store_be64(out, 256 + 8 * n, shifts(x, z, n) ^ shifts(y, z, 31 - n))
    for n in range(64):
        store_le64(out, 512 + 8 * n, (x << n) | (y >> (63 - n)))
    store_be64(out, 1024, polynomial(x, y, z))
    store_le32(out, 1032, z * 0x8088405 + 1 - (z ^ (z >> 3 | z << 29)))
    store_be32(out, 1036, ~z & load_le32(data, 20))
    public: Public[u64] = u64(len(out))
    public = (public << 3) + 5 - (public * 3)
    store_be64(out, 1040, u64(public))
    store_be64(out, 1048, (u64(z) << 32) | u64(z))
    store_be64(out, 1056, (x & 1) * y + (x >> 63))
