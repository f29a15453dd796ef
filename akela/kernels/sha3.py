"""SHA-3 and SHAKE, FIPS 202 sections 4 to 6: sponges around the permutation of `keccak.py`.

A sponge takes `rate` bytes into its state between permutations, and gives as many. SHA-3 gives a digest of half the capacity, which is the
200 - rate bytes that no input meets; SHAKE gives as much as is asked for, in pieces.
"""

from collections.abc import Callable
from dataclasses import dataclass

from akela.kernels.block_hash import Hash
from akela.kernels.keccak import keccak_permute
from akela.lang import (
    BAD_STATE,
    OK,
    Array,
    Buffer,
    Bytes,
    Public,
    Status,
    fill,
    helper,
    kernel,
    kernel_maker,
    load_le64,
    pause,
    requires,
    store_le64,
    struct,
    truncate,
    u8,
    u32,
    u64,
)

STATE_BYTES = 200

# The bits behind the message, 01 and 1111, with the first one bit of the padding (sections 6.1, 6.2 and B.2).
SHA3_SUFFIX = 0x06
SHAKE_SUFFIX = 0x1F


# --- the sponge, section 4 ----------------------------------------------------------------------------------------------------------------


@helper
def absorb(a: Array[u64, 25], rate: int, used: int, data: Bytes) -> int:
    """Take more of the message; gives the new `used`."""
    at = 0
    while at < len(data):
        if used == 0 and len(data) - at >= rate:
            for i in range(rate // 8):
                a[i] ^= load_le64(data, at + 8 * i)
            used = rate
            at += rate
        elif used % 8 == 0 and len(data) - at >= 8:
            a[used // 8] ^= load_le64(data, at)
            used += 8
            at += 8
        else:
            a[used // 8] ^= u64(data[at]) << (8 * (used % 8))
            used += 1
            at += 1
        if used == rate:
            pause()
            keccak_permute(a)
            used = 0
    return used


@helper
def pad(a: Array[u64, 25], rate: int, used: int, suffix: int) -> None:
    """End the message: the suffix, and pad10*1 of section 5.1. Output begins at the state's first byte."""
    a[used // 8] ^= u64(suffix) << (8 * (used % 8))
    a[rate // 8 - 1] ^= 1 << 63
    keccak_permute(a)


@helper
def squeeze(a: Array[u64, 25], rate: int, used: int, out: Buffer) -> int:
    """Give more output; gives the new `used`."""
    at = 0
    while at < len(out):
        if used == rate:
            pause()
            keccak_permute(a)
            used = 0
        if used % 8 == 0 and len(out) - at >= 8:
            store_le64(out, at, a[used // 8])
            used += 8
            at += 8
        else:
            out[at] = truncate(u8, a[used // 8] >> (8 * (used % 8)))
            used += 1
            at += 1
    return used


# --- SHA-3, section 6.1 -------------------------------------------------------------------------------------------------------------------


@kernel_maker
def make_sha3(bits: int) -> Hash:
    """The struct `sha3_<bits>`, its kernels `_init`, `_update` and `_final`, and `sha3_<bits>` for a message that is at hand."""
    name, digest_bytes = f"sha3_{bits}", bits // 8
    rate = STATE_BYTES - 2 * digest_bytes
    Value = Array[u64, 25]

    @struct(name=name)
    class State:
        """A SHA-3 computation."""

        a: Array[u64, 25]  # the state
        used: Public[u32]  # bytes of the rate that are taken

    @kernel(name=f"{name}_init")
    def init(ctx: State) -> None:
        """Begin a message.

        Leaks: nothing.
        """
        fill(ctx.a, 0)
        ctx.used = 0

    @kernel(name=f"{name}_update")
    def update(ctx: State, data: Bytes) -> None:
        """Take `data` as the next piece of the message.

        Leaks: the lengths of this piece and of those before it.
        """
        ctx.used = u32(absorb(ctx.a, rate, int(ctx.used), data))

    @kernel(name=f"{name}_final")
    def final(ctx: State, out: Array[u8, digest_bytes]) -> None:
        """Give the digest of the message, and begin the next message.

        Leaks: the length of the message.
        """
        pad(ctx.a, rate, int(ctx.used), SHA3_SUFFIX)
        ctx.used = u32(squeeze(ctx.a, rate, 0, out[:]))
        init(ctx)

    @kernel(name=name)
    def digest(data: Bytes, out: Array[u8, digest_bytes]) -> None:
        """The digest of one message.

        Leaks: the length of the message.
        """
        ctx = State()
        init(ctx)
        update(ctx, data)
        final(ctx, out)

    @helper(name=f"{name}_save")
    def save(ctx: State, value: Value) -> None:
        value[:] = ctx.a[:]

    @helper(name=f"{name}_resume")
    def resume(ctx: State, value: Value) -> None:
        ctx.a[:] = value
        ctx.used = 0

    return Hash(name, State, rate, digest_bytes, init, update, final, digest, Value, save, resume)


SHA3_224 = make_sha3(224)
SHA3_256 = make_sha3(256)
SHA3_384 = make_sha3(384)
SHA3_512 = make_sha3(512)

# --- SHAKE, section 6.2 -------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Xof:
    """An extendable-output function, for those that build on one."""

    name: str
    state: type
    init: Callable[..., None]
    update: Callable[..., Status]
    squeeze: Callable[..., None]


@kernel_maker
def make_shake(bits: int) -> Xof:
    """The struct `shake<bits>`, its kernels `_init`, `_update` and `_squeeze`, and `shake<bits>` for a message that is at hand."""
    name, rate = f"shake{bits}", STATE_BYTES - bits // 4

    @struct(name=name)
    class State:
        """A SHAKE computation."""

        a: Array[u64, 25]  # the state
        used: Public[u32]  # bytes of the rate that are taken, or given
        squeezing: Public[u32]  # 1 once output was asked for

    @kernel(name=f"{name}_init")
    def init(ctx: State) -> None:
        """Begin a message.

        Leaks: nothing.
        """
        fill(ctx.a, 0)
        ctx.used = 0
        ctx.squeezing = 0

    @kernel(name=f"{name}_update")
    def update(ctx: State, data: Bytes) -> Status:
        """Take `data` as the next piece of the message. BAD_STATE, and nothing is done, once output was asked for.

        Leaks: the lengths of this piece and of those before it.
        """
        if ctx.squeezing == 1:
            return BAD_STATE
        ctx.used = u32(absorb(ctx.a, rate, int(ctx.used), data))
        return OK

    @kernel(name=f"{name}_squeeze")
    def squeeze_more(ctx: State, length: int, out: Buffer) -> None:
        """The next `length` bytes of output. The first call ends the message.

        Leaks: `length`, and the lengths of the message and of the output before.
        """
        requires(len(out) == length)
        if ctx.squeezing == 0:
            pad(ctx.a, rate, int(ctx.used), SHAKE_SUFFIX)
            ctx.used = 0
            ctx.squeezing = 1
        ctx.used = u32(squeeze(ctx.a, rate, int(ctx.used), out))

    @kernel(name=name)
    def output(data: Bytes, length: int, out: Buffer) -> Status:
        """The first `length` bytes of output for one message.

        Leaks: `length`, and the length of the message.
        """
        requires(len(out) == length)
        ctx = State()
        init(ctx)
        status = update(ctx, data)
        squeeze_more(ctx, length, out)
        return status

    return Xof(name, State, init, update, squeeze_more)


SHAKE128 = make_shake(128)
SHAKE256 = make_shake(256)
