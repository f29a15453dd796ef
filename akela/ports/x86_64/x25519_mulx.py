"""X25519 on numbers of four words: `field25519_mulx.py`."""

from akela.kernels.curve25519 import A24, BITS, decode_scalar
from akela.kernels.montgomery_ladder import make_ladder
from akela.lang import Array, Status, provides, u8
from akela.ports.x86_64.field25519_mulx import LADDER_MULX, POWERS_MULX
from akela.ports.x86_64.word_products import NEEDS

multiply = make_ladder("x25519_mulx", LADDER_MULX, BITS, A24, POWERS_MULX)


@provides("x25519.exchange", needs=NEEDS)
def x25519_exchange_mulx(private_key: Array[u8, 32], public_key: Array[u8, 32], out: Array[u8, 32]) -> Status:
    """The shared secret of a private key and another's public key, as `x25519` gives it.

    INVALID_KEY, with zeros in `out`, where the result is zero: the public key is then a point of low order.

    Leaks: whether the shared secret is zero.
    """
    k = Array[u8, 32]()
    decode_scalar(private_key, k)
    return multiply(k, public_key, out)
