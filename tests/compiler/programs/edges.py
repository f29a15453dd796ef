"""Public ints and narrow words at the edges of what C defines."""

from akela.lang import Buffer, PublicBytes, kernel, load_le64, requires, store_be16, u8, u16


@kernel
def shifts(data: PublicBytes, out: Buffer) -> None:
    """Leaks: everything."""
    requires(len(data) == 8)
    requires(len(out) == 6)
    low = int(data[0]) - 4
    twice = low << 1
    low <<= 2
    out[0] = u8(1) if twice < 0 else u8(2)
    out[1] = u8(twice & 255)
    out[2] = u8(low & 255)
    w, v = u16(data[0]), u16(data[1])
    mixed = ((w if twice < 0 else u16(3)) >> (twice & 7)) ^ (v + w)
    out[3] = u8(1) if data[0] < ~data[0] and data[1] != data[0] ^ 0xFF and mixed != 9 else u8(2)
    mixed ^= (v << 3) & (w >> (twice & 3))
    store_be16(out, 4, mixed >> (twice & 15) if twice > 3 else mixed)


@kernel
def lengths(data: PublicBytes, out: Buffer) -> None:
    """Leaks: everything."""
    requires(len(data) == 8)
    requires(len(out) == 1)
    out[0] = u8(int(load_le64(data, 0)) & 255)
