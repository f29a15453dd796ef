"""Kernels that stretch the Python emitter: what each one shows is in its docstring."""

from akela.lang import (
    BAD_PARAMETER,
    OK,
    Array,
    Buffer,
    Bytes,
    DWord,
    MutSlice,
    Public,
    Reg,
    RegisterBlock,
    Slice,
    Status,
    Word,
    bits,
    declassify,
    ensures,
    eq_mask,
    fill,
    helper,
    kernel,
    load_vector,
    requires,
    rotl,
    shuffle,
    splat,
    store_be32,
    store_vector,
    struct,
    swap_if,
    table,
    truncate,
    u8,
    u16,
    u32,
    u32x4,
    u64,
    unroll,
)

SQUARES = table(u32, [n * n for n in range(16)])
ORDER = table(u8, [3, 1, 2, 0])


class Timer(RegisterBlock):
    """A peripheral."""

    CONTROL = Reg(0x00, enable=bits[0], mode=bits[5:4], secret=True)
    COUNT = Reg(0x10, access="r", count=4)


TIMER = Timer(name="TIMER", base=0x4000_1000)


@struct
class Inner:
    """A struct in a struct."""

    words: Array[u16, 2]


@struct
class Outer:
    """Words, an array and a struct."""

    total: u64
    public: Public[u32]
    bytes: Array[u8, 8]
    inner: Inner


# RFC 8439 section 2.1.
@helper
def quarter_round(a: u32, b: u32, c: u32, d: u32) -> tuple[u32, u32, u32, u32]:
    """RFC 8439 section 2.1."""
    a += b
    d = rotl(d ^ a, 16)
    c += d
    b = rotl(b ^ c, 12)
    a += b
    d = rotl(d ^ a, 8)  # the third of four
    c += d
    b = rotl(b ^ c, 7)
    return a, b, c, d


@kernel
def quarter(state: Array[u32, 4]) -> None:
    """Tuples from a helper.

    Leaks: nothing.
    """
    # All four at once.
    state[0], state[1], state[2], state[3] = quarter_round(state[0], state[1], state[2], state[3])


@kernel
def arithmetic(a: u8, b: u8, c: u32, n: int, out: Array[u32, 8]) -> None:
    """Where masks are needed and where not.

    Leaks: `n`.
    """
    requires(n >= 0 and n < 8)
    out[0] = u32(a) << 8 | u32(b)
    out[1] = u32(a + b)
    out[2] = ~c & 0xFF
    out[3] = c * c + 1
    out[4] = (c + c) >> 1
    out[5] = u32(truncate(u8, c >> n))
    out[6] = -c ^ u32(n)
    out[7] = truncate(u32, u64(c) * u64(c) >> 32)


@kernel
def memory(data: Bytes, start: int, out: Array[u8, 8]) -> None:
    """Views, copies, fills, and a table used whole.

    Leaks: the length of `data`, and `start`.
    """
    fill(out, 0)
    out[:4] = data[start : start + 4]
    tail = out[4:]
    tail[:2] = data[start + 2 : start + 4]
    for i in range(2):
        tail[2 + i] = ORDER[i] + data[start]


@kernel
def pick(data: Bytes, index: int, out: Array[u8, 1]) -> None:
    """An index that nothing is known of.

    Leaks: `index`.
    """
    out[0] = data[index]


@kernel
def branches(n: int, out: Array[u32, 2]) -> Status:
    """If, elif, else, while, an unrolled loop, a loop downwards, a conditional expression, statuses.

    Leaks: `n`.
    """
    if n < 0:
        return BAD_PARAMETER
    elif n == 0:
        out[0] = 1
    else:
        out[0] = 2
    rest = n
    steps = 0
    while rest > 0 and not (steps == 5 or n > 90):
        rest = rest // 2
        steps += 1
    for i in unroll(range(4)):
        out[0] += SQUARES[i]
    out[1] = 0
    for i in range(3, -1, -1):
        out[1] = out[1] * 16 + u32(i)
    out[1] += u32(steps if steps < 3 else 3)
    return OK


@kernel
def secrets(a: u32, b: u32, out: Array[u32, 3]) -> Status:
    """Masks.

    Leaks: whether `a` is `b`.
    """
    out[0], out[1] = swap_if(eq_mask(a, b), a, b + 1)
    same = eq_mask(a, b)
    out[2] = u32(1) if declassify(same, why="this is a test") else u32(0)
    return OK


@kernel
def wide(a: Slice[Word], b: Slice[Word], out: MutSlice[Word]) -> None:
    """Double words, in an array as well.

    Leaks: the lengths.
    """
    requires(len(a) == 4)
    requires(len(b) == 4)
    requires(len(out) == 8)
    columns = Array[DWord, 4]()
    for i in range(4):
        columns[i] = DWord(a[i]) * DWord(b[i])
    for i in range(4):
        out[2 * i] = truncate(Word, columns[i])
        out[2 * i + 1] = truncate(Word, columns[i] >> (len(out) * 4 if len(out) > 8 else 1))


@kernel
def vectors(data: Array[u8, 16], out: Array[u8, 32]) -> None:
    """Vectors, and an array of them.

    Leaks: nothing.
    """
    rows = Array[u32x4, 2]()
    rows[0] = load_vector(u32x4, data, 0)
    rows[1] = rotl(rows[0], 7) + splat(u32x4, u32(5)) ^ ~rows[0]
    store_vector(out, 0, shuffle(rows[1], 3, 2, 1, 0))
    store_vector(out, 16, (rows[0] - rows[1]) << 3)


@kernel
def outer_init(ctx: Outer, start: Public[u32]) -> None:
    """Sets every field.

    Leaks: `start`.
    """
    ctx.total = u64(start)
    ctx.public = start
    fill(ctx.bytes, 0)
    ctx.inner.words[0] = 7
    ctx.inner.words[1] = 9


@kernel
def outer_step(ctx: Outer, out: Array[u8, 4]) -> None:
    """Uses every field.

    Leaks: nothing.
    """
    local = Outer()
    outer_init(local, ctx.public + 1)
    ctx.total += local.total
    ctx.inner.words[0] += 1
    store_be32(out, 0, truncate(u32, ctx.total) + u32(ctx.inner.words[0]) + u32(ctx.bytes[7]))


@kernel
def outer_total(ctx: Outer, out: Array[u64, 1]) -> None:
    """Reads one field.

    Leaks: nothing.
    """
    out[0] = ctx.total


@kernel
def timer(mode: u32, index: int, out: Array[u32, 1]) -> None:
    """Registers on a bus.

    Leaks: `index`.
    """
    TIMER.CONTROL.write(mode << 4 | 1)
    out[0] = TIMER.COUNT.read_at(index)


@kernel
def names(view: Bytes, fill: int, label: Bytes, status: int, given: int, out: Array[u8, 1]) -> None:
    """Names that emitted modules and callables use themselves.

    Leaks: `fill`, `status` and `given`.
    """
    array = view[fill]
    out[0] = array + label[status + given]


# --- what only the checked form finds --------------------------------------------------------------------------------


@kernel
def unwritten(out: Array[u8, 1]) -> None:
    """Reads an element that was never written.

    Leaks: nothing.
    """
    x = Array[u8, 4]()
    x[0] = 1
    out[0] = x[0] + x[1]


@kernel
def shift(x: u32, n: int, out: Array[u32, 1]) -> None:
    """A count that nothing is known of.

    Leaks: `n`.
    """
    out[0] = x << n


@kernel
def rotate(x: u32, n: int, out: Array[u32, 1]) -> None:
    """A count that nothing is known of.

    Leaks: `n`.
    """
    out[0] = rotl(x, n)


@kernel
def divide(a: int, b: int, out: Array[u32, 2]) -> None:
    """Quotient and remainder.

    Leaks: `a` and `b`.
    """
    out[0] = u32(a // b)
    out[1] = u32(a % b)


@kernel
def add_ints(a: int, b: int, out: Array[u64, 1]) -> None:
    """A sum that may not fit.

    Leaks: `a` and `b`.
    """
    out[0] = u64(a + b)


@helper
def below_ten(n: int) -> int:
    """Has a contract."""
    requires(n < 10)
    result = n * n
    ensures(result < 50)
    return result


@kernel
def contract(n: int, out: Array[u32, 1]) -> None:
    """Calls what has a contract.

    Leaks: `n`.
    """
    out[0] = u32(below_ten(n))


@helper
def copy_up(source: Bytes, target: Buffer) -> None:
    """Element by element."""
    for i in range(len(source)):
        target[i] = source[i]


@kernel
def overlapping(data: Buffer, distance: int) -> None:
    """Two views of one buffer.

    Leaks: the length, and `distance`.
    """
    copy_up(data[: len(data) - distance], data[distance:])
