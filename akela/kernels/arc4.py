"""ARC4, as RFC 6229 shows its output: for old protocols only. The keystream is biased, and no two messages may share a key.

It is defined by a table that is indexed, and changed, by secrets: where memory is read tells about the key. Do not use it where somebody
else runs on the same processor.
"""

from akela.kernels.pauses import pause_is_due
from akela.lang import BAD_LENGTH, OK, Array, Buffer, Bytes, Public, Status, declassify, helper, kernel, pause, requires, struct, u8, u32

TABLE_BYTES = 256
MAX_KEY_BYTES = 256


@struct
class Arc4:
    """A keystream, as far as it has been used."""

    table: Array[u8, 256]  # a permutation of 0 to 255
    i: Public[u32]
    j: u32  # less than 256


@helper
def swap_vartime(table: Array[u8, 256], i: int, j: u32) -> None:
    """Swap the entries at i and j."""
    other = int(declassify(j, why="ARC4 is defined by a table that is indexed by secrets"))
    a, b = table[i], table[other]
    table[i] = b
    table[other] = a


@helper
def entry_vartime(table: Array[u8, 256], index: u32) -> u8:
    """An entry."""
    return table[int(declassify(index, why="ARC4 is defined by a table that is indexed by secrets"))]


@kernel(calls_vartime="ARC4 is defined by a table that is indexed by secrets")
def arc4_init(ctx: Arc4, key: Bytes) -> Status:
    """Take a key of 1 to 256 bytes, and begin its keystream. BAD_LENGTH for a key of another length.

    Leaks: the length of the key, and where the table is read, which tells about the key.
    """
    if len(key) < 1 or len(key) > MAX_KEY_BYTES:
        return BAD_LENGTH
    for i in range(TABLE_BYTES):
        ctx.table[i] = u8(i)
    j = u32(0)
    for i in range(TABLE_BYTES):
        j = (j + u32(ctx.table[i]) + u32(key[i % len(key)])) & 0xFF
        swap_vartime(ctx.table, i, j)
    ctx.i = 0
    ctx.j = 0
    return OK


@kernel(calls_vartime="ARC4 is defined by a table that is indexed by secrets")
def arc4_xor(ctx: Arc4, data: Bytes, out: Buffer) -> None:
    """Encrypt or decrypt: `out` is `data` xor the next bytes of the keystream. `out` may be `data`.

    Leaks: the lengths of this piece and of those before it, and where the table is read, which tells about the key.
    """
    requires(len(out) == len(data))
    i, j = int(ctx.i), ctx.j
    for at in range(len(data)):
        if pause_is_due(at):
            pause()
        i = (i + 1) % TABLE_BYTES
        j = (j + u32(ctx.table[i])) & 0xFF
        swap_vartime(ctx.table, i, j)
        index = (u32(ctx.table[i]) + u32(entry_vartime(ctx.table, j))) & 0xFF
        out[at] = data[at] ^ entry_vartime(ctx.table, index)
    ctx.i = u32(i)
    ctx.j = j
