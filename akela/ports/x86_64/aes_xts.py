"""XTS of IEEE 1619 with the processor's instructions, for vectors of any width: whole blocks, each with its tweak.

A tweak's first byte is the least significant, as a vector's is: multiplying by x^n is a shift by n, across the two lanes of every block.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from akela.kernels.aes import Aes
from akela.kernels.aes_modes import BLOCK_BYTES
from akela.kernels.xts import make_whole_blocks
from akela.lang import (
    OK,
    Array,
    Buffer,
    Bytes,
    Status,
    helper,
    kernel_maker,
    lane,
    load_vector,
    provides,
    requires,
    store_vector,
    u8,
    u32,
    u64x2,
    vector,
)
from akela.ports.x86_64.aes_fours import decrypt_block, encrypt_block, inverse_keys, make_fours
from akela.ports.x86_64.aes_instructions import Rounds
from akela.ports.x86_64.vector_width import XMM, Width, make_moves

LOW = (1 << 64) - 1


@kernel_maker
def make_low_lanes(V: Any) -> Callable[..., Any]:
    """A mask."""
    count = V.count

    @helper(name=f"low_lanes_{V.__name__}")
    def low_lanes() -> V:
        """Ones in the lower lane of every block."""
        if count == 2:
            return vector(V, LOW, 0)
        elif count == 4:
            return vector(V, LOW, 0, LOW, 0)
        else:
            return vector(V, LOW, 0, LOW, 0, LOW, 0, LOW, 0)

    return low_lanes


@kernel_maker
def make_times(width: Width, n: int) -> Callable[..., Any]:
    """The product of every block and x^n, IEEE 1619 section 5.2; n is less than 57."""
    V, down = width.lane, 64 - n
    swap, low_lanes = make_moves(width).swap, make_low_lanes(V)

    @helper(name=f"times_x{n}_{V.__name__}")
    def times(x: V) -> V:
        # What leaves the lower lane enters the upper one; what leaves the upper one comes back times x^7 + x^2 + x + 1.
        carry = swap(x >> down)
        return (x << n) ^ carry ^ (((carry << 1) ^ (carry << 2) ^ (carry << 7)) & low_lanes())

    return times


times_x = make_times(XMM, 1)


@kernel_maker
def make_xts(rounds_of: Rounds, inverse: bool, narrower: Any) -> Callable[..., Any]:
    """XTS for one width: the cipher on the key schedule, or the inverse cipher on `inverse_keys`.

    `narrower` takes what does not fill four vectors; where it is None, single blocks do.
    """
    width = rounds_of.width
    V, n, count = width.lane, width.bytes, width.lane.count
    narrowest = narrower is None
    Keys = Array[u64x2, 15] if inverse else Array[u32, 60]
    fours = make_fours(rounds_of, "xts")
    four, one = (fours.decrypt, decrypt_block) if inverse else (fours.encrypt, encrypt_block)
    next_vector, next_group = make_times(width, width.blocks), make_times(width, 4 * width.blocks)
    first = make_moves(width).first

    @helper(name=f"tweaks_{V.__name__}")
    def tweaks(t: u64x2) -> V:
        """T, T·x, T·x^2 … in the blocks."""
        if count == 2:
            return t
        else:
            t1 = times_x(t)
            if count == 4:
                return vector(V, lane(t, 0), lane(t, 1), lane(t1, 0), lane(t1, 1))
            else:
                t2 = times_x(t1)
                t3 = times_x(t2)
                a, b, c, d = lane(t, 0), lane(t, 1), lane(t1, 0), lane(t1, 1)
                return vector(V, a, b, c, d, lane(t2, 0), lane(t2, 1), lane(t3, 0), lane(t3, 1))

    @helper(name=f"xts_{'decrypt' if inverse else 'encrypt'}_{V.__name__}")
    def blocks(keys: Keys, rounds: int, t: u64x2, data: Bytes, out: Buffer) -> u64x2:
        """Whole blocks from tweak `t` on; returns the one that follows."""
        requires(len(data) % BLOCK_BYTES == 0)
        requires(len(out) == len(data))
        whole = len(data) // (4 * n) * (4 * n)
        if whole > 0:
            a = tweaks(t)
            b = next_vector(a)
            c = next_vector(b)
            d = next_vector(c)
            for at in range(0, whole, 4 * n):
                p, q = load_vector(V, data, at) ^ a, load_vector(V, data, at + n) ^ b
                r, s = load_vector(V, data, at + 2 * n) ^ c, load_vector(V, data, at + 3 * n) ^ d
                p, q, r, s = four(keys, rounds, p, q, r, s)
                store_vector(out, at, p ^ a)
                store_vector(out, at + n, q ^ b)
                store_vector(out, at + 2 * n, r ^ c)
                store_vector(out, at + 3 * n, s ^ d)
                a, b, c, d = next_group(a), next_group(b), next_group(c), next_group(d)
            t = first(a)
        if narrowest:
            for at in range(whole, len(data), BLOCK_BYTES):
                store_vector(out, at, one(keys, rounds, load_vector(u64x2, data, at) ^ t) ^ t)
                t = times_x(t)
        else:
            t = narrower(keys, rounds, t, data[whole:], out[whole:])
        return t

    return blocks


@kernel_maker
def make_xts_kernels(suffix: str, needs: tuple[str, ...], encrypt: Callable[..., Any], decrypt: Callable[..., Any]) -> None:
    """The kernels `aes_xts_encrypt_blocks<suffix>` and `aes_xts_decrypt_blocks<suffix>`."""

    @helper(name=f"xts_encrypt_whole{suffix}")
    def encrypt_whole(ctx: Aes, t: Array[u8, 16], data: Bytes, out: Buffer) -> Status:
        """The cipher."""
        store_vector(t, 0, encrypt(ctx.w, int(ctx.rounds), load_vector(u64x2, t, 0), data, out))
        return OK

    @helper(name=f"xts_decrypt_whole{suffix}")
    def decrypt_whole(ctx: Aes, t: Array[u8, 16], data: Bytes, out: Buffer) -> Status:
        """The inverse cipher."""
        keys = Array[u64x2, 15]()
        inverse_keys(ctx.w, int(ctx.rounds), keys)
        store_vector(t, 0, decrypt(keys, int(ctx.rounds), load_vector(u64x2, t, 0), data, out))
        return OK

    serve = partial(provides, needs=needs)
    make_whole_blocks(serve, "encrypt", suffix, encrypt_whole)
    make_whole_blocks(serve, "decrypt", suffix, decrypt_whole)
