"""P-256 on numbers of four words: keys, agreement and signatures. Numbers modulo p are those of `field_p256_mulx.py`; products modulo the
order are few, and are taken by the operation `montgomery.mul`.
"""

from akela.kernels.curve_group import Multiples, make_group_of
from akela.kernels.joint_multiplication import make_joint_multiplication
from akela.kernels.montgomery import mont_mul
from akela.kernels.p256 import P256
from akela.kernels.weierstrass import make_points
from akela.kernels.window import make_window
from akela.lang import INVALID_SIGNATURE, Array, Bytes, PublicBytes, Status, helper, provides, u8, u64
from akela.ports.x86_64.base_windows import make_base_windows
from akela.ports.x86_64.field_p256_mulx import add, multiply, square, subtract
from akela.ports.x86_64.word_field import LAYOUT, Words, add_modulo, make_word_field, subtract_modulo
from akela.ports.x86_64.word_products import NEEDS as NEEDS_MULX
from akela.ports.x86_64.word_tables import NEEDS as NEEDS_VECTORS
from akela.ports.x86_64.word_tables import make_find

NEEDS = (*NEEDS_MULX, *NEEDS_VECTORS)
ORDER = LAYOUT.table(LAYOUT.limbs(P256.n))
ORDER_FACTOR = -pow(P256.n, -1, 1 << 64) % (1 << 64)  # the multiple of n that makes a lowest word of 1 zero
BASE_WIDTH, POINT_WIDTH = 6, 5


@helper
def multiply_scalars(out: Words, a: Words, b: Words) -> None:
    """out = a·b/R modulo the order, for any number a and b below the order. `out` may be `a` or `b`."""
    work = Array[u64, 9]()
    mont_mul(ORDER[:], u64(ORDER_FACTOR), a[:], b[:], out[:], work[:])


@helper
def square_scalar(out: Words, a: Words) -> None:
    """out = a^2/R modulo the order."""
    multiply_scalars(out, a, a)


@helper
def add_scalars(out: Words, a: Words, b: Words) -> None:
    """out = a + b modulo the order."""
    add_modulo(ORDER, a, b, out)


@helper
def subtract_scalars(out: Words, a: Words, b: Words) -> None:
    """out = a - b modulo the order."""
    subtract_modulo(ORDER, a, b, out)


FIELD = make_word_field("p256_words", P256.p, multiply, square, add, subtract)
SCALARS = make_word_field("p256_order_words", P256.n, multiply_scalars, square_scalar, add_scalars, subtract_scalars)
POINTS = make_points(P256, FIELD)
BASE = make_base_windows(POINTS, SCALARS, BASE_WIDTH)
WINDOW = make_window(POINTS, SCALARS, POINT_WIDTH, make_find("p256_words", 1 << (POINT_WIDTH - 1)))
GROUP = make_group_of(POINTS, SCALARS, Multiples(BASE.multiply, WINDOW.multiply, make_joint_multiplication(POINTS, BASE, WINDOW)))


@provides("p256.public_key", needs=NEEDS)
def p256_public_key_mulx(private: Array[u8, 32], out: Array[u8, 65]) -> Status:
    """The public key of a private one, as an uncompressed point. INVALID_KEY where the private one is not from 1 to n - 1.

    Leaks: whether the private key is in range.
    """
    return GROUP.public_key(private, out)


@provides("p256.ecdh", needs=NEEDS)
def p256_ecdh_mulx(private: Array[u8, 32], peer: PublicBytes, out: Array[u8, 32]) -> Status:
    """The secret that two keys share, SP 800-56A section 5.7.1.2: x of private·peer. INVALID_KEY where either is not valid.

    Leaks: `peer`, and whether the private key is in range.
    """
    return GROUP.agree(private, peer, out)


@provides("p256.sign_with_nonce", needs=NEEDS)
def p256_sign_with_nonce_mulx(private: Array[u8, 32], nonce: Array[u8, 32], digest: Array[u8, 32], out: Array[u8, 64]) -> Status:
    """FIPS 186-5 section 6.4.1: r and s, for a digest that is reduced. BAD_PARAMETER where the nonce will not do, `out` then being zeros;
    INVALID_KEY where the private key is not from 1 to n - 1.

    Leaks: whether the private key is in range, and whether the nonce will do.
    """
    return GROUP.sign(private, nonce, digest, out)


@provides("p256.verify", needs=NEEDS, calls_vartime="a signature, its key and what it signs are public")
def p256_verify_mulx(public: PublicBytes, digest: Bytes, signature: PublicBytes) -> Status:
    """OK where r, s is a signature of the digest; INVALID_SIGNATURE where not, INVALID_KEY where the public key is not valid.

    Leaks: all its arguments.
    """
    if len(signature) != 64:
        return INVALID_SIGNATURE
    return GROUP.verify_vartime(public, digest, signature[:64])
