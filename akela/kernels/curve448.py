"""X448: RFC 7748 section 5, and Diffie-Hellman with it, section 6.2."""

from akela.kernels.edwards448 import edwards448_base_coordinate
from akela.kernels.field448 import FIELD_8X56, FIELD_16X28, FIELD_32X14, POWERS_8X56, POWERS_16X28, POWERS_32X14
from akela.kernels.montgomery_ladder import make_ladder
from akela.lang import SPLIT_PRODUCTS, WORD_BITS, Array, Status, helper, kernel, u8

BITS = 448
A24 = (156326 - 2) // 4  # section 5: (A - 2) / 4

multiply_8x56 = make_ladder("x448_8x56", FIELD_8X56, BITS, A24, POWERS_8X56)
multiply_16x28 = make_ladder("x448_16x28", FIELD_16X28, BITS, A24, POWERS_16X28)
multiply_32x14 = make_ladder("x448_32x14", FIELD_32X14, BITS, A24, POWERS_32X14)


@helper
def decode_scalar(private_key: Array[u8, 56], k: Array[u8, 56]) -> None:
    """Section 5, decodeScalar448: a multiple of the cofactor 4 with its highest bit at 447."""
    k[:] = private_key
    k[0] &= 252
    k[55] |= 128


@helper
def multiply(private_key: Array[u8, 56], u: Array[u8, 56], out: Array[u8, 56]) -> Status:
    """The multiple of a point, in the form of the field that suits the target. INVALID_KEY where it is the neutral element."""
    k = Array[u8, 56]()
    decode_scalar(private_key, k)
    if SPLIT_PRODUCTS:
        return multiply_32x14(k, u, out)
    elif WORD_BITS == 64:
        return multiply_8x56(k, u, out)
    else:
        return multiply_16x28(k, u, out)


@kernel
def x448(private_key: Array[u8, 56], public_key: Array[u8, 56], out: Array[u8, 56]) -> Status:
    """The shared secret of a private key and another's public key.

    As section 5 has it, a coordinate of p or more is taken modulo p. INVALID_KEY, with zeros in `out`, where the result is zero: the
    public key is then a point of low order, and the secret would be known to everybody.

    Leaks: whether the shared secret is zero.
    """
    return multiply(private_key, public_key, out)


@kernel
def x448_public_key(private_key: Array[u8, 56], out: Array[u8, 56]) -> None:
    """The public key of a private key: any 56 bytes. Computed on edwards448, where multiples of the base point come out of a table.

    Leaks: nothing.
    """
    k = Array[u8, 57]()
    decode_scalar(private_key, k[:56])
    k[56] = 0
    edwards448_base_coordinate(k, out)
