"""A kernel module with a parameter of every shape that has a Python form. The tests here build an extension of it."""

from akela.lang import (
    AUTHENTICATION_FAILED,
    BAD_LENGTH,
    BAD_PARAMETER,
    BAD_STATE,
    HARDWARE_FAILED,
    INTERRUPTED,
    INVALID_KEY,
    INVALID_SIGNATURE,
    LIMIT_EXCEEDED,
    NOT_SUPPORTED,
    OK,
    Array,
    Buffer,
    Bytes,
    MutSlice,
    Public,
    Slice,
    Status,
    fill,
    kernel,
    operation,
    requires,
    store_le64,
    struct,
    u8,
    u16,
    u32,
    u64,
)

# --- buffers ------------------------------------------------------------------------------------------------------------------------------


@kernel
def xor_bytes(a: Bytes, b: Bytes, out: Buffer) -> None:
    """a xor b. `out` may be `a` or `b`.

    Leaks: the lengths.
    """
    requires(len(a) == len(b))
    requires(len(out) == len(a))
    for i in range(len(a)):
        out[i] = a[i] ^ b[i]


@kernel
def describe_bytes(data: Bytes, out: Array[u64, 2]) -> None:
    """The length and the last byte of `data`.

    Leaks: the length.
    """
    requires(len(data) > 0)
    out[0] = u64(len(data))
    out[1] = u64(data[len(data) - 1])


@kernel
def without_ends(default: Bytes, out: Buffer) -> None:
    """`default` without its first and last byte. It is called like a keyword of C.

    Leaks: the length.
    """
    requires(len(out) == len(default) - 2)
    out[:] = default[1 : len(default) - 1]


@kernel
def fixed(key: Array[u8, 4], aad: Bytes, out: Array[u8, 5]) -> None:
    """The key and the number of bytes of `aad`, modulo 256.

    Leaks: the length of `aad`.
    """
    out[0:4] = key
    out[4] = u8(len(aad) % 256)


@kernel
def add_words(total: MutSlice[u32], addend: Slice[u32]) -> None:
    """Adds word by word.

    Leaks: the lengths.
    """
    requires(len(total) == len(addend))
    for i in range(len(total)):
        total[i] += addend[i]


@kernel
def rotate_words(state: Array[u16, 3], out: Array[u16, 3]) -> None:
    """Moves the words of `state` by one place, and gives those before.

    Leaks: nothing.
    """
    out[:] = state
    state[0] = out[1]
    state[1] = out[2]
    state[2] = out[0]


@kernel
def reverse(data: Slice[u64], out: MutSlice[u64], work: MutSlice[u64]) -> None:
    """The words of `data`, last first. `work` holds a copy, so that `out` may be `data`.

    Leaks: the length.
    """
    requires(len(out) == len(data))
    requires(len(work) >= len(data))
    for i in range(len(data)):
        work[i] = data[i]
    for i in range(len(data)):
        out[i] = work[len(data) - 1 - i]


# --- numbers, conditions, statuses --------------------------------------------------------------------------------------------------------


@kernel
def scalars(flag: bool, number: int, byte: u8, word: Public[u32], wide: u64, out: Array[u64, 5]) -> None:
    """The arguments as words.

    Leaks: `flag` and `number`.
    """
    requires(number >= -5 and (number < 1 << 40 or flag))
    out[0] = u64(1) if flag else u64(0)
    out[1] = u64(number + 5)
    out[2] = u64(byte)
    out[3] = u64(word)
    out[4] = wide


@kernel
def repeated(byte: u8, count: int, out: Buffer) -> None:
    """A byte, twice `count` times, and once more where `count` is over 3.

    Leaks: `count`.
    """
    requires(len(out) == count * 2 + (1 if count > 3 else 0))
    fill(out, byte)


@kernel
def finish_with(code: int) -> Status:
    """The status of this number.

    Leaks: the number.
    """
    if code == 1:
        return AUTHENTICATION_FAILED
    if code == 2:
        return BAD_LENGTH
    if code == 3:
        return BAD_PARAMETER
    if code == 4:
        return BAD_STATE
    if code == 5:
        return LIMIT_EXCEEDED
    if code == 6:
        return NOT_SUPPORTED
    if code == 7:
        return HARDWARE_FAILED
    if code == 8:
        return INVALID_SIGNATURE
    if code == 9:
        return INVALID_KEY
    if code == 10:
        return INTERRUPTED
    return OK


@kernel
def sealed(data: Bytes, count: int, word: Public[u32], secret: u32) -> Status:
    """Fails in the words of this docstring; messages never name `secret`.

    BAD_LENGTH, and nothing is done, where `data` is not a multiple of 4
    bytes; LIMIT_EXCEEDED beyond four messages, AUTHENTICATION_FAILED where `word` is 13, and BAD_STATE after the last one.

    Leaks: the length of `data`, `count` and `word`.
    """
    if len(data) % 4 != 0:
        return BAD_LENGTH
    if count > 4:
        return LIMIT_EXCEEDED
    if word == 13:
        return AUTHENTICATION_FAILED
    if word == 14:
        return BAD_STATE
    if word == 15:
        return INVALID_KEY
    return OK


# --- objects ------------------------------------------------------------------------------------------------------------------------------


@struct
class ByteSum:
    """A sum of bytes."""

    total: u64
    marker: Array[u8, 16]


@kernel
def bytesum_init(ctx: ByteSum, start: Public[u64], marker: Array[u8, 16]) -> Status:
    """Begins at `start`. BAD_PARAMETER where `start` is 13.

    Leaks: `start`.
    """
    if start == 13:
        return BAD_PARAMETER
    ctx.total = start
    ctx.marker[:] = marker
    return OK


@kernel
def bytesum_update(ctx: ByteSum, data: Bytes) -> None:
    """Adds bytes, one after the other, each time through memory.

    Leaks: the length.
    """
    for i in range(len(data)):
        ctx.total += u64(data[i])


@kernel
def bytesum_final(ctx: ByteSum, out: Array[u8, 8]) -> None:
    """The sum.

    Leaks: nothing.
    """
    store_le64(out, 0, ctx.total)


@struct
class Plain:
    """A struct without an `_init` kernel: its objects begin as zeros."""

    total: u64


@kernel
def plain_next(ctx: Plain, out: Array[u64, 1]) -> None:
    """1, 2, 3 …

    Leaks: nothing.
    """
    ctx.total += 1
    out[0] = ctx.total


# --- an operation -------------------------------------------------------------------------------------------------------------------------


@operation("shapes.serve")
def serve(out: Array[u8, 1]) -> None:
    """Says which kernel serves: 0 is the portable one.

    Leaks: nothing.
    """
    out[0] = u8(0)
