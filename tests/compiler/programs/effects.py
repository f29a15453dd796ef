"""Calls that write memory inside of larger expressions: evaluated from left to right."""

from akela.lang import Array, Buffer, Bytes, MutSlice, Public, helper, kernel, load_le32, requires, store_le32, u32


@helper
def step(w: MutSlice[u32], by: u32) -> u32:
    """Changes two words and gives one."""
    w[0] += by
    w[1] ^= w[0]
    return w[1]


@helper
def count(position: MutSlice[Public[u32]]) -> int:
    """The next index."""
    position[0] = (position[0] + 1) & 3
    return int(position[0])


@helper
def two(w: MutSlice[u32]) -> tuple[u32, u32]:
    """Changes a word and gives both."""
    w[0] += 1
    return w[0], w[1]


@kernel
def effects(data: Bytes, out: Buffer) -> None:
    """Leaks: nothing."""
    requires(len(data) == 16)
    requires(len(out) == 64)
    w = Array[u32, 4]()
    for i in range(4):
        w[i] = load_le32(data, 4 * i)
    p = Array[Public[u32], 1]()
    p[0] = 0
    store_le32(out, 0, w[0] + step(w, 1))
    store_le32(out, 4, step(w, 2) - w[0] * 3)
    store_le32(out, 8, (step(w, 3) ^ w[1]) + step(w, w[0]))
    w[0] += step(w, 5)
    w[int(p[0])] = u32(count(p)) + w[2]
    w[count(p)] = w[0]
    a, b = step(w, 7), w[0]
    b, a = w[1], step(w, b)
    store_le32(out, 12, a)
    store_le32(out, 16, b)
    w[int(p[0])], w[3] = two(w)
    c = w[0] - step(w[:2], step(w[2:], w[1]))
    store_le32(out, 20, c)
    store_le32(out, 24, u32(10 * int(p[0]) + count(p)))
    plain = step(w, 9)
    store_le32(out, 28, plain)
    for i in range(count(p) + int(p[0])):
        store_le32(out, 32, step(w, w[i % 4]))
    for i in range(4):
        store_le32(out, 36 + 4 * i, w[i])
    i, j = int(p[0]), int(p[0] & 3)
    w[i], w[j] = w[3 - i], w[i] + 1
    store_le32(out, 52, w[i])
    view = data[count(p) :]
    store_le32(out, 56, u32(len(view)) ^ u32(view[0]) << 8 ^ u32(p[0]) << 16)
    if count(p) < 3 and False:
        store_le32(out, 56, 0)
    store_le32(out, 60, u32(p[0]))
