"""Digests of many messages of one size, a message in each lane of a vector: what the hashes have in common."""

from collections.abc import Callable
from typing import Any

from akela.kernels.block_hash import Hash
from akela.kernels.many import make_one_by_one
from akela.lang import (
    Array,
    Buffer,
    Bytes,
    ConstantTable,
    fill,
    helper,
    kernel_maker,
    load_be32,
    load_be64,
    load_le32,
    load_le64,
    provides,
    requires,
    splat,
    store_be32,
    store_be64,
    store_le32,
    store_le64,
    store_vector,
    u8,
    u64,
    unroll,
    vector,
)


@kernel_maker
def make_load(V: Any, little_endian: bool) -> Callable[..., Any]:
    """A helper that loads a word of each message."""
    word_bytes, four, eight = V.bits // 8, V.count == 4, V.count == 8
    big, little = (load_be32, load_le32) if word_bytes == 4 else (load_be64, load_le64)
    word, order = (little, "le") if little_endian else (big, "be")

    @helper(name=f"load_lanes_{V.__name__}_{order}")
    def load(data: Bytes, at: int, stride: int) -> V:
        """The word at `at`, and those that follow at a distance of `stride`."""
        x0, x1, x2, x3 = word(data, at), word(data, at + stride), word(data, at + 2 * stride), word(data, at + 3 * stride)
        if four:
            return vector(V, x0, x1, x2, x3)
        else:
            x4, x5, x6, x7 = (
                word(data, at + 4 * stride),
                word(data, at + 5 * stride),
                word(data, at + 6 * stride),
                word(data, at + 7 * stride),
            )
            if eight:
                return vector(V, x0, x1, x2, x3, x4, x5, x6, x7)
            else:
                at += 8 * stride
                y0, y1, y2, y3 = word(data, at), word(data, at + stride), word(data, at + 2 * stride), word(data, at + 3 * stride)
                at += 4 * stride
                y4, y5, y6, y7 = word(data, at), word(data, at + stride), word(data, at + 2 * stride), word(data, at + 3 * stride)
                return vector(V, x0, x1, x2, x3, x4, x5, x6, x7, y0, y1, y2, y3, y4, y5, y6, y7)

    return load


@kernel_maker
def make_store_digests(V: Any, words: int, digest_bytes: int, little_endian: bool) -> Callable[..., None]:
    """A helper that stores the digest of each message, the first bytes of its words."""
    lanes, word_bytes = V.count, V.bits // 8
    vector_bytes, value_bytes = lanes * word_bytes, words * word_bytes
    rows_bytes = words * vector_bytes
    big, little = (store_be32, store_le32) if word_bytes == 4 else (store_be64, store_le64)
    store = little if little_endian else big
    load = load_le32 if word_bytes == 4 else load_le64

    @helper(name=f"store_digests_{V.__name__}_{words}_{digest_bytes}_{'le' if little_endian else 'be'}")
    def store_digests(value: Array[V, words], out: Buffer) -> None:
        rows = Array[u8, rows_bytes]()
        digest = Array[u8, value_bytes]()
        for i in unroll(range(words)):
            store_vector(rows, vector_bytes * i, value[i])
        for j in range(lanes):
            for i in unroll(range(words)):
                store(digest, word_bytes * i, load(rows, vector_bytes * i + word_bytes * j))
            out[digest_bytes * j : digest_bytes * (j + 1)] = digest[:digest_bytes]

    return store_digests


@kernel_maker
def make_group(
    V: Any, hash: Hash, initial: ConstantTable, compress: Callable[..., None], little_endian: bool = False
) -> Callable[..., None]:
    """A helper for as many messages as V has lanes, of a hash of FIPS 180-4 or its kind.

    `compress(value, data, at, stride)` takes the blocks at `at`, `at + stride` … into the hash value.
    """
    lanes, words, block_bytes, digest_bytes = V.count, hash.value.length, hash.block_bytes, hash.digest_bytes
    room = 2 * block_bytes  # a message ends in one block more, or two
    ends_bytes = lanes * room
    length_bytes = block_bytes // 8
    store_length = store_le64 if little_endian else store_be64
    store_digests = make_store_digests(V, words, digest_bytes, little_endian)

    @helper(name=f"{hash.name}_group_{V.__name__}")
    def group(messages: Bytes, size: int, out: Buffer) -> None:
        value = Array[V, words]()
        ends = Array[u8, ends_bytes]()
        for i in unroll(range(words)):
            value[i] = splat(V, initial[i])
        rest = size % block_bytes
        whole = size - rest
        for at in range(0, whole, block_bytes):
            compress(value, messages, at, size)

        # Section 5.1: a one bit, zeros, and the length of the message in bits.
        used = block_bytes if rest < block_bytes - length_bytes else room
        fill(ends, 0)
        for j in range(lanes):
            ends[room * j : room * j + rest] = messages[size * j + whole : size * (j + 1)]
            ends[room * j + rest] = 0x80
            store_length(ends, room * j + used - 8, u64(size) << 3)
        for at in range(0, used, block_bytes):
            compress(value, ends[:], at, room)
        store_digests(value, out)

    return group


@kernel_maker
def make_many_lanes(
    feature: str, needs: tuple[str, ...], lanes: int, few: int, hash: Hash, group: Callable[..., None]
) -> Callable[..., None]:
    """The kernel `<hash>_many_<feature>`. What does not fill a group is taken with messages before it, or, up to `few`, one by one."""
    name, digest_bytes, one_by_one = hash.name, hash.digest_bytes, make_one_by_one(hash)

    @provides(f"{name}.many", needs=needs, name=f"{name}_many_{feature}")
    def many(messages: Bytes, size: int, out: Buffer) -> None:
        """The digests of messages of `size` bytes each, which lie one after the other, as the digests do.

        Leaks: the size and the number of the messages.
        """
        requires(size > 0)
        requires(len(messages) % size == 0)
        requires(len(out) == len(messages) // size * digest_bytes)
        count = len(messages) // size
        done = count - count % lanes
        for first in range(0, done, lanes):
            end = first + lanes
            group(messages[first * size : end * size], size, out[first * digest_bytes : end * digest_bytes])
        if done > 0 and count - done > few:
            first = count - lanes
            group(messages[first * size : count * size], size, out[first * digest_bytes : count * digest_bytes])
        else:
            one_by_one(messages[done * size :], size, out[done * digest_bytes :])

    return many
