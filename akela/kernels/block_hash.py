"""From a compression function to a hash: messages of any length, in pieces of any size (FIPS 180-4 section 5).

A hash module has a struct and an operation that takes whole blocks into the hash value; the makers here add the kernels that a user calls.
The struct has the fields `h` (the hash value), `block` (message bytes that do not fill a block yet) and `total` (message bytes so far).
A message may have up to 2**61 - 1 bytes where the standard's limit is 2**64 bits, and up to 2**64 - 1 where it is 2**128.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from akela.lang import (
    Array,
    Bytes,
    ConstantTable,
    fill,
    helper,
    kernel,
    kernel_maker,
    operation,
    store_be32,
    store_be64,
    store_le32,
    store_le64,
    truncate,
    u8,
    u32,
    u64,
    unroll,
)


@dataclass(frozen=True)
class Chain:
    """Digests of digests, each behind a first block whose value is known: what HMAC of an HMAC's tag comes to."""

    word: Any  # what a hash value is made of, and how many
    words: int
    pad: Callable[..., None]  # (block): what follows a digest in a second and last block
    step: Callable[..., None]  # (h, start, block): the digest of a message whose first block led to `start`, and whose second is `block`


@dataclass(frozen=True)
class Hash:
    """A hash, for those that build on one (HMAC)."""

    name: str
    state: type  # the struct
    block_bytes: int
    digest_bytes: int
    init: Callable[..., None]
    update: Callable[..., None]
    final: Callable[..., None]
    digest: Callable[..., None]  # (data, out): of a message that is at hand
    value: Any  # the type of what `save` keeps
    save: Callable[..., None]  # (ctx, value): where a hash stands after its first block
    resume: Callable[..., None]  # (ctx, value): begin a message as if its first block, which led to `value`, had been taken
    chain: Chain | None = None  # for hashes that are made by `make_hash`


@kernel_maker
def make_hash(
    name: str, State: Any, blocks: Callable[..., None], initial: ConstantTable, digest_bytes: int, little_endian: bool = False
) -> Hash:
    """The kernels `<name>_init`, `<name>_final` and, for a message that is at hand, `<name>`; and `<struct>_update`, once for a struct.

    `blocks(h, data)` is the operation, `initial` the initial hash value of section 5.3. `little_endian`: the order of bytes in the digest's
    words and in the length.
    """
    block_bytes, value = field_type(State, "block").length, field_type(State, "h")
    words, word_bytes = value.length, value.element.bits // 8
    big, little = (store_be32, store_le32) if word_bytes == 4 else (store_be64, store_le64)
    store = little if little_endian else big
    update, pad = make_update_and_pad(State, blocks, little_endian)

    @kernel(name=f"{name}_init")
    def init(ctx: State) -> None:
        """Begin a message.

        Leaks: nothing.
        """
        ctx.h[:] = initial
        ctx.total = 0

    @kernel(name=f"{name}_final")
    def final(ctx: State, out: Array[u8, digest_bytes]) -> None:
        """Give the digest of the message, and begin the next message.

        Leaks: the length of the message.
        """
        pad(ctx)
        for i in unroll(range(words)):
            store(ctx.block, word_bytes * i, ctx.h[i])
        out[:] = ctx.block[:digest_bytes]
        init(ctx)

    @operation(f"{name}.digest", name=name)
    def digest(data: Bytes, out: Array[u8, digest_bytes]) -> None:
        """The digest of one message.

        Leaks: the length of the message.
        """
        ctx = State()
        init(ctx)
        update(ctx, data)
        final(ctx, out)

    save, resume = make_save_and_resume(State)
    chain = make_chain(name, State, blocks, digest_bytes, little_endian)
    return Hash(name, State, block_bytes, digest_bytes, init, update, final, digest, value, save, resume, chain)


@kernel_maker
def make_chain(name: str, State: Any, blocks: Callable[..., None], digest_bytes: int, little_endian: bool) -> Chain:
    """The `chain` of a Hash. The digest stands in the first bytes of the block, where the next step finds it."""
    block_bytes, Value = field_type(State, "block").length, field_type(State, "h")
    word_bytes = Value.element.bits // 8
    whole, half = digest_bytes // word_bytes, digest_bytes % word_bytes != 0  # SHA-512/224 ends with half a word
    big, little = (store_be32, store_le32) if word_bytes == 4 else (store_be64, store_le64)
    store = little if little_endian else big
    store_length = store_le64 if little_endian else store_be64

    @helper(name=f"{name}_chain_pad")
    def pad(block: Array[u8, block_bytes]) -> None:
        block[digest_bytes] = 0x80
        fill(block[digest_bytes + 1 :], 0)
        store_length(block, block_bytes - 8, u64(8 * (block_bytes + digest_bytes)))

    @helper(name=f"{name}_chain_step")
    def step(h: Value, start: Value, block: Array[u8, block_bytes]) -> None:
        h[:] = start
        blocks(h, block[:])
        for i in unroll(range(whole), "block_hash.words"):
            store(block, word_bytes * i, h[i])
        if half:
            store_be32(block, word_bytes * whole, truncate(u32, h[whole] >> 32))

    return Chain(u32 if word_bytes == 4 else u64, Value.length, pad, step)


@kernel_maker
def make_update_and_pad(State: Any, blocks: Callable[..., None], little_endian: bool) -> tuple[Callable[..., None], Callable[..., None]]:
    """The kernel `<struct>_update`, and the padding."""
    name = State.__akela_type__.name
    block_bytes = field_type(State, "block").length
    length_bytes = block_bytes // 8  # section 5.1: 64 bits in a block of 512, 128 in one of 1024
    long_length = length_bytes == 16
    store_length = store_le64 if little_endian else store_be64

    @kernel(name=f"{name}_update")
    def update(ctx: State, data: Bytes) -> None:
        """Take `data` as the next piece of the message.

        Leaks: the lengths of this piece and of those before it.
        """
        used = int(ctx.total & (block_bytes - 1))
        ctx.total += u64(len(data))
        start = 0
        if used > 0:
            free = block_bytes - used
            start = free if len(data) > free else len(data)
            ctx.block[used : used + start] = data[:start]
            if start == free:
                blocks(ctx.h, ctx.block[:])
        end = start + (len(data) - start) // block_bytes * block_bytes
        if end > start:
            blocks(ctx.h, data[start:end])
        ctx.block[: len(data) - end] = data[end:]

    @helper(name=f"{name}_pad")
    def pad(ctx: State) -> None:
        """Section 5.1: a one bit, zeros, and the length of the message in bits fill its last block."""
        used = int(ctx.total & (block_bytes - 1))
        ctx.block[used] = 0x80
        fill(ctx.block[used + 1 :], 0)
        if used >= block_bytes - length_bytes:
            blocks(ctx.h, ctx.block[:])
            fill(ctx.block, 0)
        if long_length:
            store_be64(ctx.block, block_bytes - 16, ctx.total >> 61)
        store_length(ctx.block, block_bytes - 8, ctx.total << 3)
        blocks(ctx.h, ctx.block[:])

    return update, pad


@kernel_maker
def make_save_and_resume(State: Any) -> tuple[Callable[..., None], Callable[..., None]]:
    """`save` and `resume` of a Hash: the hash value."""
    name, block_bytes, Value = State.__akela_type__.name, field_type(State, "block").length, field_type(State, "h")

    @helper(name=f"{name}_save")
    def save(ctx: State, value: Value) -> None:
        value[:] = ctx.h[:]

    @helper(name=f"{name}_resume")
    def resume(ctx: State, value: Value) -> None:
        ctx.h[:] = value
        ctx.total = block_bytes

    return save, resume


def field_type(State: Any, name: str) -> Any:
    """The type of a struct's field."""
    return State.__akela_type__.field_type(name)
