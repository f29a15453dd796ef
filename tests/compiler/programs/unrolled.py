"""Unrolled loops: locals, views, branches that constants decide, factors from the target."""

from akela.lang import Array, Buffer, Bytes, helper, kernel, load_le32, requires, rotl, store_le32, table, u32, unroll

AMOUNTS = table(u32, range(16))


@helper
def step(x: u32, i: int) -> u32:
    """A rotation by a constant, once unrolled."""
    return rotl(x, i) + AMOUNTS[i]


@kernel
def unrolled(data: Bytes, out: Buffer) -> None:
    """Leaks: nothing."""
    requires(len(data) == 64)
    requires(len(out) == 64)
    w = Array[u32, 16]()
    for i in unroll(range(16)):
        part = data[4 * i : 4 * i + 4]
        x = load_le32(part, 0)
        y = step(x, i)
        if i % 4 == 0:
            z = x ^ y
            w[i] = z
        else:
            w[i] = w[(i + 15) % 16] + y
    for i in unroll(range(12), "test.rounds"):
        t = w[i] ^ w[i + 4]
        w[i + 2], w[i] = w[i], t
    for _ in unroll(range(4), "test.plain"):
        w[0] += w[1]
    for i in range(15, 7, -1):
        for j in unroll(range(4, 0, -2)):
            w[i] += w[i - j]
    for i in unroll(range(0)):
        w[i] = 0
    for i in unroll(range(16)):
        store_le32(out, 4 * i, w[i])
