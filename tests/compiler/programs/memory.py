"""Arrays, slices, structs, tables: views, copies, filling, early returns with secrets to wipe."""

from akela.lang import (
    BAD_STATE,
    OK,
    Array,
    Buffer,
    Bytes,
    MutSlice,
    Public,
    Slice,
    Status,
    fill,
    helper,
    kernel,
    load_le32,
    requires,
    store_le32,
    struct,
    table,
    u8,
    u16,
    u32,
)

POWERS = table(u32, [3**i % 2**32 for i in range(40)])
SMALL = table(u8, [7, 1, 2, 3])


@struct
class Inner:
    """A part."""

    words: Array[u32, 4]
    count: Public[u32]  # calls so far


@struct
class Outer:
    """A whole."""

    inner: Inner
    bytes: Array[u8, 16]
    secret: u16


@helper
def total(words: Slice[u32]) -> u32:
    """Only the elements are read here, up to the length."""
    sum = u32(0)
    for i in range(len(words)):
        sum += words[i]
    return sum


@helper
def first(words: Slice[u32]) -> u32:
    """A slice whose length is not needed."""
    return words[0]


@helper
def bump(part: Inner, words: MutSlice[u32], by: u32) -> None:
    """Write through both kinds of reference."""
    part.words[1] += by
    part.count += 1
    words[0] ^= by


@helper
def digest(data: Bytes) -> u32:
    """A local array, and a return from inside of a loop."""
    w = Array[u32, 4].zeros()
    for i in range(len(data)):
        w[i % 4] += u32(data[i]) * POWERS[i]
        if i == 9:
            return w[0] ^ w[1]
    return total(w) + first(w[2:])


@kernel
def memory(data: Bytes, out: Buffer) -> Status:
    """Leaks: the length of data."""
    requires(len(out) == 64)
    if len(data) < 16:
        return BAD_STATE
    whole = Outer()
    fill(whole.inner.words, 3)
    whole.inner.count = 0
    whole.bytes[:] = data[:16]
    whole.secret = 0x8001
    head = data[4:12]
    tail = data[len(data) - 4 :]
    for i in range(4):
        scratch = Array[u32, 2]()
        scratch[0] = load_le32(head, i)
        scratch[1] = load_le32(tail, 0)
        bump(whole.inner, scratch[1:], scratch[0])
        whole.inner.words[i] ^= scratch[1]
    store_le32(out, 0, total(whole.inner.words))
    store_le32(out, 4, total(whole.inner.words[1:3]) + first(whole.inner.words[3:]))
    store_le32(out, 8, digest(data))
    store_le32(out, 12, digest(data[:8]) + u32(whole.inner.count) + u32(whole.secret))
    out[16:32] = whole.bytes
    copy = out[32:48]
    copy[:] = out[16:32]
    copy[1:4] = copy[1:4]
    fill(out[48:], 0)
    fill(out[60:], 0xA5)
    table_copy = Array[u32, 3]()
    table_copy[:] = POWERS[5:8]
    store_le32(out, 48, total(table_copy) + first(POWERS[20:]))
    for i in range(4):
        out[52 + i] = SMALL[i] ^ whole.bytes[i]
    return OK
