"""Machine instructions: an expression of C, assembly with one and with two results."""

from akela.lang import (
    Buffer,
    Bytes,
    intrinsic,
    kernel,
    lane,
    load_le32,
    load_le64,
    load_vector,
    mul_wide,
    requires,
    shuffle,
    store_le32,
    store_le64,
    store_vector,
    table,
    u8,
    u32,
    u32x4,
    u64,
    vector,
)

ORDER = table(u8, [0, 1, 2, 3])


@intrinsic(c="(u32x4)_mm_add_epi32((__m128i){a}, _mm_shuffle_epi32((__m128i){b}, 0x1b))", header="emmintrin.h", needs=("sse2",))
def add_reversed(a: u32x4, b: u32x4) -> u32x4:
    """PADDD behind PSHUFD."""
    return a + shuffle(b, 3, 2, 1, 0)


@intrinsic(asm="movl {a}, {0}\nbswapl {0}")
def byte_swap(a: u32) -> u32:
    """BSWAP."""
    return (a >> 24) | ((a >> 8) & 0xFF00) | ((a << 8) & 0xFF0000) | (a << 24)


@intrinsic(asm="movq {a}, %%rax\nmulq {b}\nmovq %%rdx, {0}\nmovq %%rax, {1}", clobbers=("rax", "rdx"))
def multiply(a: u64, b: u64) -> tuple[u64, u64]:
    """MUL: high, low."""
    high, low = mul_wide(a, b)
    return high, low


@intrinsic(asm="movdqa {a}, {0}\npaddd {b}, {0}")
def add_lanes(a: u32x4, b: u32x4) -> u32x4:
    """PADDD, from a body that reads a table."""
    return vector(u32x4, lane(a, 0) + u32(ORDER[0]), lane(a, 1), lane(a, 2), lane(a, 3)) + b


@kernel
def instructions(data: Bytes, out: Buffer) -> None:
    """Leaks: nothing."""
    requires(len(data) == 32)
    requires(len(out) == 52)
    store_vector(out, 0, add_reversed(load_vector(u32x4, data, 0), load_vector(u32x4, data, 16)))
    store_le32(out, 16, byte_swap(load_le32(data, 5)))
    high, low = multiply(load_le64(data, 8), load_le64(data, 16))
    store_le64(out, 20, high)
    store_le64(out, 28, low)
    store_vector(out, 36, add_lanes(load_vector(u32x4, data, 16), load_vector(u32x4, data, 0)))
