"""HMAC_DRBG, SP 800-90A Rev. 1 section 10.1.2: a random bit generator that is as unpredictable as the entropy that it is given.

Names such as K, V and reseed counter are the standard's. K is never stored: what HMAC begins with under it is.
"""

from collections.abc import Callable
from dataclasses import dataclass

from akela.kernels.hmac import HMAC_SHA256, Hmac
from akela.lang import (
    BAD_LENGTH,
    BAD_STATE,
    LIMIT_EXCEEDED,
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
    pause,
    requires,
    struct,
    u8,
    u64,
)

# Section 10.1, table 2. Lengths in bytes.
STRENGTH_BYTES = 32
MAX_INPUT_BYTES = 1 << 32
MAX_REQUEST_BYTES = 1 << 16
RESEED_INTERVAL = 1 << 48


@dataclass(frozen=True)
class Drbg:
    """HMAC_DRBG over one hash, for those that draw from one (key generation, deterministic signatures)."""

    state: type
    init: Callable[..., Status]
    reseed: Callable[..., Status]
    generate: Callable[..., Status]
    uninstantiate: Callable[..., None]


@kernel_maker
def make_hmac_drbg(name: str, hmac: Hmac) -> Drbg:
    """The struct `name` and its kernels, over HMAC with a hash whose security strength is 256 bits."""
    Mac, digest_bytes = hmac.state, hmac.hash.digest_bytes
    mac_init, mac_update, mac_final = hmac.init, hmac.update, hmac.final

    @struct(name=name)
    class State:
        """The internal state, section 10.1.2.1."""

        mac: Mac  # keyed with K, and without a message
        v: Array[u8, digest_bytes]  # V
        counter: Public[u64]  # the reseed counter; 0 where there is no instance

    @helper(name=f"{name}_next_value")
    def next_value(ctx: State) -> None:
        """V = HMAC(K, V)."""
        mac_update(ctx.mac, ctx.v[:])
        mac_final(ctx.mac, ctx.v)

    @helper(name=f"{name}_rekey")
    def rekey(ctx: State, separator: int, a: Bytes, b: Bytes, c: Bytes) -> None:
        """K = HMAC(K, V || separator || a || b || c) and V = HMAC(K, V)."""
        key = Array[u8, digest_bytes]()
        byte = Array[u8, 1]()
        byte[0] = u8(separator)
        mac_update(ctx.mac, ctx.v[:])
        mac_update(ctx.mac, byte[:])
        mac_update(ctx.mac, a)
        mac_update(ctx.mac, b)
        mac_update(ctx.mac, c)
        mac_final(ctx.mac, key)
        mac_init(ctx.mac, key[:])
        next_value(ctx)

    @helper(name=f"{name}_absorb")
    def absorb(ctx: State, a: Bytes, b: Bytes, c: Bytes) -> None:
        """HMAC_DRBG_Update, section 10.1.2.2, with a || b || c as the provided data."""
        rekey(ctx, 0, a, b, c)
        if len(a) + len(b) + len(c) > 0:
            rekey(ctx, 1, a, b, c)

    @kernel(name=f"{name}_init")
    def init(ctx: State, entropy: Bytes, nonce: Bytes, personalization: Bytes) -> Status:
        """Instantiate, section 10.1.2.3, at a security strength of 256 bits.

        `entropy` has at least 32 bytes, and together with the nonce (section 8.6.7: 128 bits of entropy more, or a value that does not
        come again) at least 48: BAD_LENGTH otherwise. LIMIT_EXCEEDED where an input is longer than 2^32 bytes. There is no instance
        unless the status is OK.

        Leaks: the lengths of the inputs.
        """
        ctx.counter = 0
        if len(entropy) < STRENGTH_BYTES or len(entropy) + len(nonce) < STRENGTH_BYTES + STRENGTH_BYTES // 2:
            return BAD_LENGTH
        if u64(len(entropy)) > MAX_INPUT_BYTES or u64(len(nonce)) > MAX_INPUT_BYTES or u64(len(personalization)) > MAX_INPUT_BYTES:
            return LIMIT_EXCEEDED
        key = Array[u8, digest_bytes].zeros()
        mac_init(ctx.mac, key[:])
        fill(ctx.v, 1)
        absorb(ctx, entropy, nonce, personalization)
        ctx.counter = 1
        return OK

    @kernel(name=f"{name}_reseed")
    def reseed(ctx: State, entropy: Bytes, additional: Bytes) -> Status:
        """Reseed, section 10.1.2.4, with at least 32 bytes of entropy, and additional input or none.

        BAD_STATE without an instance, BAD_LENGTH for less entropy, LIMIT_EXCEEDED where an input is longer than 2^32 bytes; then nothing
        changes.

        Leaks: the lengths of the inputs.
        """
        if ctx.counter == 0:
            return BAD_STATE
        if len(entropy) < STRENGTH_BYTES:
            return BAD_LENGTH
        if u64(len(entropy)) > MAX_INPUT_BYTES or u64(len(additional)) > MAX_INPUT_BYTES:
            return LIMIT_EXCEEDED
        absorb(ctx, entropy, additional, additional[:0])
        ctx.counter = 1
        return OK

    @kernel(name=f"{name}_generate")
    def generate(ctx: State, additional: Bytes, count: int, out: Buffer) -> Status:
        """Generate `count` bytes, section 10.1.2.5, with additional input or none.

        BAD_STATE without an instance. LIMIT_EXCEEDED for more than 65536 bytes, where the additional input is longer than 2^32 bytes, and
        after 2^48 requests, when the instance wants to be reseeded. Then nothing changes, and `out` is untouched.

        Leaks: `count`, the length of the additional input, and how many requests there were.
        """
        requires(count >= 0)
        requires(len(out) == count)
        if ctx.counter == 0:
            return BAD_STATE
        if len(out) > MAX_REQUEST_BYTES or u64(len(additional)) > MAX_INPUT_BYTES or ctx.counter > RESEED_INTERVAL:
            return LIMIT_EXCEEDED
        if len(additional) > 0:
            absorb(ctx, additional, additional[:0], additional[:0])
        whole = len(out) // digest_bytes * digest_bytes
        for at in range(0, whole, digest_bytes):
            pause()
            next_value(ctx)
            out[at : at + digest_bytes] = ctx.v[:]
        if whole < len(out):
            next_value(ctx)
            out[whole:] = ctx.v[: len(out) - whole]
        absorb(ctx, additional, additional[:0], additional[:0])
        ctx.counter += 1
        return OK

    @kernel(name=f"{name}_uninstantiate")
    def uninstantiate(ctx: State) -> None:
        """Section 9.4: wipe the internal state. There is no instance then.

        Leaks: nothing.
        """
        fill(ctx.mac.inner, 0)
        fill(ctx.mac.outer, 0)
        fill(ctx.mac.hash.h, 0)
        fill(ctx.mac.hash.block, 0)
        ctx.mac.hash.total = 0
        fill(ctx.v, 0)
        ctx.counter = 0

    return Drbg(State, init, reseed, generate, uninstantiate)


HMAC_DRBG = make_hmac_drbg("hmac_drbg", HMAC_SHA256)
