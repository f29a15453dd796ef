"""Ed448: RFC 8032 section 5.2. What verification accepts is written down in `eddsa.py`."""

from collections.abc import Callable
from dataclasses import dataclass

from akela.kernels.eddsa import make_eddsa
from akela.kernels.edwards448 import ORDER, edwards448_combine_vartime, edwards448_multiply_base
from akela.kernels.group_order import make_order
from akela.kernels.sha3 import SHAKE256, absorb
from akela.lang import (
    BAD_LENGTH,
    INVALID_SIGNATURE,
    OK,
    Array,
    Bytes,
    Status,
    helper,
    kernel,
    struct,
    table,
    truncate,
    u8,
    u32,
)

ShakeState = SHAKE256.state
SHAKE_RATE = 136  # bytes: 1600 bits less twice 256

MAX_CONTEXT = 255
DOM4_BYTES = 8 + 2 + MAX_CONTEXT
DOM4_NAME = table(u8, b"SigEd448")


# --- the hash, section 5.2: SHAKE256 with 114 bytes of output -----------------------------------------------------------------------------


@helper
def hash_update(state: ShakeState, data: Bytes) -> None:
    """More of the message."""
    state.used = u32(absorb(state.a, SHAKE_RATE, int(state.used), data))


@helper
def hash_final(state: ShakeState, out: Array[u8, 114]) -> None:
    """The digest."""
    SHAKE256.squeeze(state, 114, out[:])


@dataclass(frozen=True)
class Shake256Digest:
    """What `make_eddsa` asks of a hash."""

    state: type = ShakeState
    init: Callable[..., None] = SHAKE256.init
    update: Callable[..., None] = hash_update
    final: Callable[..., None] = hash_final


# Section 5.2.5, step 2: a multiple of 4 with its highest bit at 447.
EDDSA = make_eddsa(
    "ed448",
    Shake256Digest(),
    57,
    2**448 - 4,
    2**447,
    make_order("ed448_order", ORDER, 448, 57),
    edwards448_multiply_base,
    edwards448_combine_vartime,
)


@helper
def dom4(context: Bytes, out: Array[u8, DOM4_BYTES]) -> None:
    """Section 2, dom4(0, context): for Ed448 itself, not Ed448ph."""
    out[:8] = DOM4_NAME
    out[8] = 0
    out[9] = truncate(u8, u32(len(context)))
    out[10 : 10 + len(context)] = context


# --- what a user calls --------------------------------------------------------------------------------------------------------------------


@struct
class Ed448:
    """A private key, expanded once for any number of signatures."""

    scalar: Array[u8, 57]  # modulo the order
    prefix: Array[u8, 57]
    public_key: Array[u8, 57]


@kernel
def ed448_init(ctx: Ed448, private_key: Array[u8, 57]) -> None:
    """Take a private key: any 57 bytes.

    Leaks: nothing.
    """
    EDDSA.expand(private_key, ctx.scalar, ctx.prefix, ctx.public_key)


@kernel
def ed448_public_key(ctx: Ed448, out: Array[u8, 57]) -> None:
    """The public key.

    Leaks: nothing.
    """
    out[:] = ctx.public_key[:]


@kernel
def ed448_sign(ctx: Ed448, data: Bytes, context: Bytes, out: Array[u8, 114]) -> Status:
    """The signature of a message, in a context that is empty as a rule. BAD_LENGTH where `context` has more than 255 bytes.

    Leaks: the lengths of `data` and `context`.
    """
    if len(context) > MAX_CONTEXT:
        return BAD_LENGTH
    domain = Array[u8, DOM4_BYTES]()
    dom4(context, domain)
    EDDSA.sign(ctx.scalar, ctx.prefix, ctx.public_key, domain[: 10 + len(context)], data, out)
    return OK


@kernel(calls_vartime="a signature, its message and its key may be known")
def ed448_verify(public_key: Array[u8, 57], data: Bytes, context: Bytes, signature: Array[u8, 114]) -> Status:
    """Verify a signature. INVALID_SIGNATURE where it does not hold, or the public key is none; BAD_LENGTH where `context` has more than 255
    bytes.

    Leaks: the key, the signature, and the message by its hash and its length, and that of `context`.
    """
    if len(context) > MAX_CONTEXT:
        return BAD_LENGTH
    domain = Array[u8, DOM4_BYTES]()
    dom4(context, domain)
    if EDDSA.verify_vartime(public_key, domain[: 10 + len(context)], data, signature):
        return OK
    return INVALID_SIGNATURE
