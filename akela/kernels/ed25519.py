"""Ed25519: RFC 8032 section 5.1. What verification accepts is written down in `eddsa.py`."""

from akela.kernels.eddsa import make_eddsa
from akela.kernels.edwards25519 import ORDER, edwards25519_combine_vartime, edwards25519_multiply_base
from akela.kernels.group_order import make_order
from akela.kernels.sha512 import SHA512
from akela.lang import INVALID_SIGNATURE, OK, Array, Bytes, Status, kernel, struct, u8

# Section 5.1.5, step 2: a multiple of 8 with its highest bit at 254.
EDDSA = make_eddsa(
    "ed25519",
    SHA512,
    32,
    2**255 - 8,
    2**254,
    make_order("ed25519_order", ORDER, 256, 32),
    edwards25519_multiply_base,
    edwards25519_combine_vartime,
)

# --- what a user calls --------------------------------------------------------------------------------------------------------------------


@struct
class Ed25519:
    """A private key, expanded once for any number of signatures."""

    scalar: Array[u8, 32]  # modulo the order
    prefix: Array[u8, 32]
    public_key: Array[u8, 32]


@kernel
def ed25519_init(ctx: Ed25519, private_key: Array[u8, 32]) -> None:
    """Take a private key: any 32 bytes.

    Leaks: nothing.
    """
    EDDSA.expand(private_key, ctx.scalar, ctx.prefix, ctx.public_key)


@kernel
def ed25519_public_key(ctx: Ed25519, out: Array[u8, 32]) -> None:
    """The public key.

    Leaks: nothing.
    """
    out[:] = ctx.public_key[:]


@kernel
def ed25519_sign(ctx: Ed25519, data: Bytes, out: Array[u8, 64]) -> None:
    """The signature of a message.

    Leaks: the length of `data`.
    """
    EDDSA.sign(ctx.scalar, ctx.prefix, ctx.public_key, data[:0], data, out)


@kernel
def ed25519_expand_key(private_key: Array[u8, 32], out: Array[u8, 96]) -> None:
    """What a private key is expanded to, for `ed25519_sign_expanded`: the contents of a `Ed25519`.

    Leaks: nothing.
    """
    EDDSA.expand(private_key, out[:32], out[32:64], out[64:])


@kernel
def ed25519_sign_expanded(expanded: Array[u8, 96], data: Bytes, out: Array[u8, 64]) -> None:
    """The signature of a message by a key that `ed25519_expand_key` has expanded.

    Leaks: the length of `data`.
    """
    EDDSA.sign(expanded[:32], expanded[32:64], expanded[64:], data[:0], data, out)


@kernel(calls_vartime="a signature, its message and its key may be known")
def ed25519_verify(public_key: Array[u8, 32], data: Bytes, signature: Array[u8, 64]) -> Status:
    """Verify a signature. INVALID_SIGNATURE where it does not hold, or the public key is none.

    Leaks: the key, the signature, and the message by its hash and its length.
    """
    if EDDSA.verify_vartime(public_key, data[:0], data, signature):
        return OK
    return INVALID_SIGNATURE
