"""BLAKE2b and BLAKE2s, RFC 7693; the parameter block with salt, personalization and tree hashing is that of the BLAKE2 paper, section 2.5.

Both are made by one maker: BLAKE2b has words of 64 bits and 12 rounds, BLAKE2s words of 32 bits and 10 rounds. Names are the RFC's.
"""

from collections.abc import Callable
from typing import Any

from akela.kernels.pauses import pause_is_due
from akela.kernels.sha256 import INITIAL_256
from akela.kernels.sha512 import INITIAL_512
from akela.lang import (
    BAD_LENGTH,
    BAD_STATE,
    OK,
    Array,
    Bytes,
    ConstantTable,
    Public,
    Status,
    fill,
    helper,
    kernel,
    kernel_maker,
    load_le32,
    load_le64,
    operation,
    pause,
    rotr,
    store_le32,
    store_le64,
    struct,
    table,
    truncate,
    u8,
    u32,
    u64,
    unroll,
)

# Section 2.7. Rounds 10 and 11 of BLAKE2b are as 0 and 1.
SIGMA = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    (14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3),
    (11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4),
    (7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8),
    (9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13),
    (2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9),
    (12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11),
    (13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10),
    (6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5),
    (10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0),
)
ORDER = table(u8, [word for i in range(12) for word in SIGMA[i % 10]])

# Which blocks are the last: none, that of a node, or that of the last node of its level in a tree.
MORE, LAST, LAST_NODE = 0, 1, 2


@kernel_maker
def make_compress(name: str, word: Any, rounds: int, iv: ConstantTable, r1: int, r2: int, r3: int, r4: int) -> Callable[..., None]:
    """The operation `<name>.compress`."""
    word_bytes = word.bits // 8
    load = load_le64 if word_bytes == 8 else load_le32

    @helper(name=f"{name}_g")
    def g(a: word, b: word, c: word, d: word, x: word, y: word) -> tuple[word, word, word, word]:
        """Section 3.1, the mixing function."""
        a += b + x
        d = rotr(d ^ a, r1)
        c += d
        b = rotr(b ^ c, r2)
        a += b + y
        d = rotr(d ^ a, r3)
        c += d
        b = rotr(b ^ c, r4)
        return a, b, c, d

    @operation(f"{name}.compress", name=f"{name}_compress")
    def compress(h: Array[word, 8], block: Array[u8, 16 * word_bytes], total: Public[u64], last: int) -> None:
        """Section 3.2, F: take one block, with which the message has `total` bytes. `last` is 1 for the last block of a message or node,
        2 where it is also the last node of a tree's level, otherwise 0.

        Leaks: `total` and `last`.
        """
        m = Array[word, 16]()
        for i in unroll(range(16), "blake2.words"):
            m[i] = load(block, word_bytes * i)
        v0, v1, v2, v3, v4, v5, v6, v7 = h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7]
        v8, v9, v10, v11 = word(iv[0]), word(iv[1]), word(iv[2]), word(iv[3])
        v12, v13, v14, v15 = word(iv[4]), word(iv[5]), word(iv[6]), word(iv[7])
        if word_bytes == 8:
            v12 ^= total
        else:
            v12 ^= truncate(u32, total)
            v13 ^= truncate(u32, total >> 32)
        if last >= LAST:
            v14 = ~v14
        if last == LAST_NODE:
            v15 = ~v15
        for start in unroll(range(0, 16 * rounds, 16), "blake2.rounds"):
            v0, v4, v8, v12 = g(v0, v4, v8, v12, m[int(ORDER[start])], m[int(ORDER[start + 1])])
            v1, v5, v9, v13 = g(v1, v5, v9, v13, m[int(ORDER[start + 2])], m[int(ORDER[start + 3])])
            v2, v6, v10, v14 = g(v2, v6, v10, v14, m[int(ORDER[start + 4])], m[int(ORDER[start + 5])])
            v3, v7, v11, v15 = g(v3, v7, v11, v15, m[int(ORDER[start + 6])], m[int(ORDER[start + 7])])
            v0, v5, v10, v15 = g(v0, v5, v10, v15, m[int(ORDER[start + 8])], m[int(ORDER[start + 9])])
            v1, v6, v11, v12 = g(v1, v6, v11, v12, m[int(ORDER[start + 10])], m[int(ORDER[start + 11])])
            v2, v7, v8, v13 = g(v2, v7, v8, v13, m[int(ORDER[start + 12])], m[int(ORDER[start + 13])])
            v3, v4, v9, v14 = g(v3, v4, v9, v14, m[int(ORDER[start + 14])], m[int(ORDER[start + 15])])
        h[0] ^= v0 ^ v8
        h[1] ^= v1 ^ v9
        h[2] ^= v2 ^ v10
        h[3] ^= v3 ^ v11
        h[4] ^= v4 ^ v12
        h[5] ^= v5 ^ v13
        h[6] ^= v6 ^ v14
        h[7] ^= v7 ^ v15

    return compress


@kernel_maker
def make_blake2(name: str, word: Any, iv: ConstantTable, compress: Callable[..., None]) -> type:
    """The struct `<name>`, its kernels `_init`, `_update` and `_final`, and `<name>` for a message that is at hand."""
    word_bytes = word.bits // 8
    block_bytes, digest_bytes = 16 * word_bytes, 8 * word_bytes
    load, store = (load_le64, store_le64) if word_bytes == 8 else (load_le32, store_le32)

    @struct(name=name)
    class State:
        """A BLAKE2 computation. It makes one digest."""

        h: Array[word, 8]  # the state after the blocks so far
        block: Array[u8, block_bytes]  # message bytes that were not taken yet: one block is kept for `_final`
        total: Public[u64]  # message bytes that were taken
        used: Public[u32]  # bytes in `block`
        last: Public[u32]  # what the last block is: LAST or LAST_NODE; MORE once the digest was made

    @kernel(name=f"{name}_init")
    def init(ctx: State, parameters: Array[Public[u8], digest_bytes], key: Bytes, last_node: bool) -> Status:
        """Begin a message. `parameters` is the parameter block, whose second byte is the length of the key. BAD_LENGTH where the key
        is longer than a digest.

        Leaks: `parameters`, the length of the key and `last_node`.
        """
        if len(key) > digest_bytes:
            return BAD_LENGTH
        for i in range(8):
            ctx.h[i] = iv[i] ^ load(parameters, word_bytes * i)
        ctx.total = 0
        ctx.used = 0
        ctx.last = LAST
        if last_node:
            ctx.last = LAST_NODE
        fill(ctx.block, 0)
        if len(key) > 0:
            ctx.block[: len(key)] = key
            ctx.used = block_bytes
        return OK

    @kernel(name=f"{name}_update")
    def update(ctx: State, data: Bytes) -> Status:
        """Take `data` as the next piece of the message. BAD_STATE, and nothing is done, after the digest was made.

        Leaks: the lengths of this piece and of those before it.
        """
        if ctx.last == MORE:
            return BAD_STATE
        used = int(ctx.used)
        at = 0
        while at < len(data):
            if used == block_bytes:
                ctx.total += block_bytes
                compress(ctx.h, ctx.block, ctx.total, MORE)
                used = 0
            while used == 0 and len(data) - at > block_bytes:
                if pause_is_due(at // block_bytes * block_bytes):
                    pause()
                ctx.total += block_bytes
                compress(ctx.h, data[at : at + block_bytes], ctx.total, MORE)
                at += block_bytes
            taken = min(block_bytes - used, len(data) - at)
            ctx.block[used : used + taken] = data[at : at + taken]
            used += taken
            at += taken
        ctx.used = u32(used)
        return OK

    @kernel(name=f"{name}_final")
    def final(ctx: State, out: Array[u8, digest_bytes]) -> Status:
        """The digest, of which `parameters` says how many bytes count. BAD_STATE, and nothing is written, where it was made already.

        Leaks: the length of the message.
        """
        if ctx.last == MORE:
            return BAD_STATE
        used = int(ctx.used)
        ctx.total += u64(used)
        fill(ctx.block[used:], 0)
        compress(ctx.h, ctx.block, ctx.total, int(ctx.last))
        for i in range(8):
            store(out, word_bytes * i, ctx.h[i])
        fill(ctx.h, 0)
        fill(ctx.block, 0)
        ctx.last = MORE
        return OK

    @kernel(name=name)
    def digest(key: Bytes, data: Bytes, out: Array[u8, digest_bytes]) -> Status:
        """The digest of one message, of full length; with a key, its tag. BAD_LENGTH where the key is longer than a digest.

        Leaks: the lengths of the key and the message.
        """
        parameters = Array[Public[u8], digest_bytes].zeros()
        parameters[0] = digest_bytes
        parameters[1] = truncate(u8, u32(len(key) & 0xFF))
        parameters[2] = 1  # fanout and depth of what is no tree
        parameters[3] = 1
        ctx = State()
        status = init(ctx, parameters, key, False)
        if status != OK:
            return status
        status = update(ctx, data)
        if status != OK:
            return status
        return final(ctx, out)

    return State


blake2b_compress = make_compress("blake2b", u64, 12, INITIAL_512, 32, 24, 16, 63)
Blake2b = make_blake2("blake2b", u64, INITIAL_512, blake2b_compress)

blake2s_compress = make_compress("blake2s", u32, 10, INITIAL_256, 16, 12, 8, 7)
Blake2s = make_blake2("blake2s", u32, INITIAL_256, blake2s_compress)
