"""X25519: RFC 7748 section 5, and Diffie-Hellman with it, section 6.1."""

from akela.kernels.edwards25519 import edwards25519_base_coordinate
from akela.kernels.field25519 import FIELD_5X51, FIELD_10X25, FIELD_20X13, POWERS_5X51, POWERS_10X25, POWERS_20X13
from akela.kernels.montgomery_ladder import make_ladder
from akela.lang import SPLIT_PRODUCTS, WORD_BITS, Array, Status, helper, kernel, operation, u8

BITS = 255
A24 = (486662 - 2) // 4  # section 5: (A - 2) / 4

multiply_5x51 = make_ladder("x25519_5x51", FIELD_5X51, BITS, A24, POWERS_5X51)
multiply_10x25 = make_ladder("x25519_10x25", FIELD_10X25, BITS, A24, POWERS_10X25)
multiply_20x13 = make_ladder("x25519_20x13", FIELD_20X13, BITS, A24, POWERS_20X13)


@helper
def decode_scalar(private_key: Array[u8, 32], k: Array[u8, 32]) -> None:
    """Section 5, decodeScalar25519: a multiple of the cofactor 8 with its highest bit at 254."""
    k[:] = private_key
    k[0] &= 248
    k[31] = (k[31] & 127) | 64


@helper
def multiply(private_key: Array[u8, 32], u: Array[u8, 32], out: Array[u8, 32]) -> Status:
    """The multiple of a point, in the form of the field that suits the target. INVALID_KEY where it is the neutral element."""
    k = Array[u8, 32]()
    decode_scalar(private_key, k)
    if SPLIT_PRODUCTS:
        return multiply_20x13(k, u, out)
    elif WORD_BITS == 64:
        return multiply_5x51(k, u, out)
    else:
        return multiply_10x25(k, u, out)


@operation("x25519.exchange")
def x25519(private_key: Array[u8, 32], public_key: Array[u8, 32], out: Array[u8, 32]) -> Status:
    """The shared secret of a private key and another's public key.

    As section 5 has it, bit 255 of the public key is ignored and a coordinate of p or more is taken modulo p. INVALID_KEY, with zeros in
    `out`, where the result is zero: the public key is then a point of low order, and the secret would be known to everybody.

    Leaks: whether the shared secret is zero.
    """
    return multiply(private_key, public_key, out)


@kernel
def x25519_public_key(private_key: Array[u8, 32], out: Array[u8, 32]) -> None:
    """The public key of a private key: any 32 bytes. Computed on edwards25519, where multiples of the base point come out of a table.

    Leaks: nothing.
    """
    k = Array[u8, 32]()
    decode_scalar(private_key, k)
    edwards25519_base_coordinate(k, out)
