"""Nonces of DSA and ECDSA from the key and the message: RFC 6979 section 3.2, with the additional data of section 3.6.

The names K, V and T are the RFC's. Numbers are big-endian bytes, as long as the order of the group.
"""

from collections.abc import Callable
from dataclasses import dataclass

from akela.kernels.hmac import Hmac
from akela.lang import Array, Buffer, Bytes, fill, helper, kernel_maker, struct, u8


@dataclass(frozen=True)
class Nonces:
    """The struct and the functions that make nonces of one length with one hash."""

    state: type
    begin: Callable[..., None]
    draw: Callable[..., None]
    reject: Callable[..., None]


@helper
def drop_low_bits(number: Buffer, count: int) -> None:
    """RFC 6979 section 2.3.2, bits2int: of whole bytes the leftmost bits, `count` fewer, which is less than 8."""
    if count > 0:
        for i in range(len(number) - 1, 0, -1):
            number[i] = (number[i] >> count) | (number[i - 1] << (8 - count))
        number[0] >>= count


@kernel_maker
def make_nonces(name: str, hmac: Hmac, order_bits: int) -> Nonces:
    """Nonces of so many bits, as HMAC_DRBG over this hash gives them."""
    number_bytes = (order_bits + 7) // 8
    spare_bits = 8 * number_bytes - order_bits
    HmacState, hash_bytes = hmac.state, hmac.hash.digest_bytes
    hmac_init, hmac_update, hmac_final = hmac.init, hmac.update, hmac.final

    @struct(name=f"{name}_nonces")
    class State:
        """The generator between two nonces."""

        k: Array[u8, hash_bytes]
        v: Array[u8, hash_bytes]
        hmac: HmacState

    @helper(name=f"{name}_nonce_next_v")
    def next_v(ctx: State) -> None:
        """V = HMAC_K(V)."""
        hmac_init(ctx.hmac, ctx.k[:])
        hmac_update(ctx.hmac, ctx.v[:])
        hmac_final(ctx.hmac, ctx.v)

    @helper(name=f"{name}_nonce_mix")
    def mix(ctx: State, separator: u8, private: Bytes, digest: Bytes, extra: Bytes) -> None:
        """K = HMAC_K(V || separator || private || digest || extra), V = HMAC_K(V)."""
        byte = Array[u8, 1]()
        byte[0] = separator
        hmac_init(ctx.hmac, ctx.k[:])
        hmac_update(ctx.hmac, ctx.v[:])
        hmac_update(ctx.hmac, byte[:])
        hmac_update(ctx.hmac, private)
        hmac_update(ctx.hmac, digest)
        hmac_update(ctx.hmac, extra)
        hmac_final(ctx.hmac, ctx.k)
        next_v(ctx)

    @helper(name=f"{name}_nonce_begin")
    def begin(ctx: State, private: Array[u8, number_bytes], digest: Array[u8, number_bytes], extra: Bytes) -> None:
        """Steps b to g. `digest` is that of the message, reduced modulo the order: bits2octets."""
        fill(ctx.v, 0x01)
        fill(ctx.k, 0x00)
        mix(ctx, u8(0x00), private[:], digest[:], extra)
        mix(ctx, u8(0x01), private[:], digest[:], extra)

    @helper(name=f"{name}_nonce_draw")
    def draw(ctx: State, out: Array[u8, number_bytes]) -> None:
        """Steps h.2 and h.3: a number from the bits of T."""
        for start in range(0, number_bytes, hash_bytes):
            next_v(ctx)
            size = min(hash_bytes, number_bytes - start)
            out[start : start + size] = ctx.v[:size]
        drop_low_bits(out[:], spare_bits)

    @helper(name=f"{name}_nonce_reject")
    def reject(ctx: State) -> None:
        """Step h.3, where a nonce would not do: on to the next one."""
        nothing = Array[u8, 1].zeros()
        mix(ctx, u8(0x00), nothing[:0], nothing[:0], nothing[:0])

    return Nonces(State, begin, draw, reject)
