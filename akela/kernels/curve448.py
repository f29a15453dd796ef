"""X448: RFC 7748 section 5, and Diffie-Hellman with it, section 6.2."""

from collections.abc import Callable

from akela.kernels.edwards448 import D, edwards448_multiply_base
from akela.kernels.field448 import FIELD_8X56, FIELD_16X28, FIELD_32X14, POWERS_8X56, POWERS_16X28, POWERS_32X14
from akela.kernels.limb_field import Field, Powers
from akela.kernels.montgomery_ladder import make_ladder
from akela.lang import SPLIT_PRODUCTS, WORD_BITS, Array, Status, helper, kernel, kernel_maker, table, u8

BITS = 448
A24 = (156326 - 2) // 4  # section 5: (A - 2) / 4

multiply_8x56 = make_ladder("x448_8x56", FIELD_8X56, BITS, A24, POWERS_8X56)
multiply_16x28 = make_ladder("x448_16x28", FIELD_16X28, BITS, A24, POWERS_16X28)
multiply_32x14 = make_ladder("x448_32x14", FIELD_32X14, BITS, A24, POWERS_32X14)


@kernel_maker
def make_from_edwards448(name: str, field: Field, powers: Powers) -> Callable[..., None]:
    """The helper (point, out) that gives the coordinate u of a point of edwards448: section 4.2, u = y^2/x^2."""
    Element = field.Element
    ONE = table(field.word, field.parts(1))
    MINUS_D = -D % field.p

    @helper(name=f"{name}_from_edwards")
    def from_edwards(point: Array[u8, 57], out: Array[u8, 56]) -> None:
        """By the equation of the curve, x^2 is (1 - y^2)/(1 - d·y^2)."""
        one = Element()
        y_squared = Element()
        divisor = Element()
        u = Element()
        t = Element()
        one[:] = ONE
        field.from_bytes(point[:56], t)
        field.square(t, y_squared)
        field.subtract(one, y_squared, divisor)
        powers.invert(divisor, t)
        field.scale(y_squared, MINUS_D, u)
        field.add(u, one, u)
        field.mul(u, t, divisor)
        field.mul(divisor, y_squared, u)
        field.to_bytes(u, out)

    return from_edwards


from_edwards_8x56 = make_from_edwards448("x448_8x56", FIELD_8X56, POWERS_8X56)
from_edwards_16x28 = make_from_edwards448("x448_16x28", FIELD_16X28, POWERS_16X28)
from_edwards_32x14 = make_from_edwards448("x448_32x14", FIELD_32X14, POWERS_32X14)


@helper
def decode_scalar(private_key: Array[u8, 56], k: Array[u8, 56]) -> None:
    """Section 5, decodeScalar448: a multiple of the cofactor 4 with its highest bit at 447."""
    k[:] = private_key
    k[0] &= 252
    k[55] |= 128


@helper
def from_edwards(point: Array[u8, 57], out: Array[u8, 56]) -> None:
    """The coordinate u of a point of edwards448."""
    if SPLIT_PRODUCTS:
        from_edwards_32x14(point, out)
    elif WORD_BITS == 64:
        from_edwards_8x56(point, out)
    else:
        from_edwards_16x28(point, out)


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
    point = Array[u8, 57]()
    decode_scalar(private_key, k[:56])
    k[56] = 0
    edwards448_multiply_base(k, point)
    from_edwards(point, out)
