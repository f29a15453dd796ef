"""Several results and parallel assignment: Python's order of evaluation."""

from akela.lang import Array, Buffer, Bytes, MutSlice, helper, kernel, load_le32, requires, store_le32, u32


@helper
def both(a: u32, b: u32) -> tuple[u32, u32]:
    """Sum and difference."""
    return a + b, a - b


@helper
def last_two(words: MutSlice[u32]) -> tuple[u32, u32]:
    """Results may go to where the next is read from."""
    return words[1] + 1, words[0] + words[1]


@helper
def from_local(a: u32) -> tuple[u32, u32]:
    """Results from memory that is wiped."""
    w = Array[u32, 2]()
    w[0] = a
    w[1] = ~a
    return w[0] * 3, w[1] ^ w[0]


@kernel
def tuples(data: Bytes, out: Buffer) -> None:
    """Leaks: nothing."""
    requires(len(data) == 16)
    requires(len(out) == 60)
    a, b, c, d = load_le32(data, 0), load_le32(data, 4), load_le32(data, 8), load_le32(data, 12)
    a, b = b, a
    a, b, c, d = d + 1, a, b, c ^ a
    a, b = both(a, b)
    c, _ = both(c, c)
    store_le32(out, 0, a)
    store_le32(out, 4, b)
    store_le32(out, 8, c)
    store_le32(out, 12, d)
    w = Array[u32, 4]()
    w[0], w[1], w[2], w[3] = a, b, c, d
    w[0], w[1] = w[1], w[0]
    w[0], w[1] = last_two(w)
    w[1], w[0] = last_two(w[:])
    w[2], w[3], a = w[3] + a, w[2], w[0]
    w[3], w[1] = from_local(w[3])
    i = 1
    i, w[i] = 2, w[0] + 9
    w[i], i = w[3], 0
    for j in range(4):
        store_le32(out, 16 + 4 * j, w[j])
    previous, current = u32(0), u32(1)
    for j in range(7):
        previous, current = current, previous + current * a
        store_le32(out, 32 + 4 * j, previous)
    total = 0
    stop = 3
    for j in range(stop):
        stop, total = stop + 1, total + stop + j
    out[0] ^= out[total % 32]
