"""The curve edwards25519: RFC 7748 section 4.1, RFC 8032 section 5.1. Points are encoded as in section 5.1.2 there."""

from akela.kernels.eddsa import make_eddsa_form
from akela.kernels.edwards_curve import make_edwards
from akela.kernels.field25519 import FIELD_5X51, FIELD_10X25, FIELD_20X13, POWERS_5X51, POWERS_10X25, POWERS_20X13, P
from akela.kernels.table_sizes import ED25519_BASE_WIDTH, ED25519_COMBS, ED25519_POINT_WIDTH, ED25519_TEETH
from akela.lang import INVALID_KEY, OK, SPLIT_PRODUCTS, WORD_BITS, Array, ByOptions, Status, helper, operation, u8

D = -121665 * pow(121666, -1, P) % P
ORDER = 2**252 + 27742317777372353535851937790883648493
BASE = (
    15112221349535400772501151409588531511454012693041857206046113283949847762202,
    46316835694926478169428394003475163141307993866256225615783033603165251855960,
)

CURVE_5X51 = make_edwards("edwards25519_5x51", FIELD_5X51, POWERS_5X51, -1, D, 3)
CURVE_10X25 = make_edwards("edwards25519_10x25", FIELD_10X25, POWERS_10X25, -1, D, 3)
CURVE_20X13 = make_edwards("edwards25519_20x13", FIELD_20X13, POWERS_20X13, -1, D, 3)

SMALL = {"teeth": ED25519_TEETH, "combs": ED25519_COMBS, "base_width": ED25519_BASE_WIDTH, "point_width": ED25519_POINT_WIDTH}

# A table of 64 points, 6 KiB, for keys and signatures; one of 32, 3 KiB, or of 16, 1.5 KiB, for verification.
FORM_5X51 = make_eddsa_form("ed25519_5x51", CURVE_5X51, BASE, ORDER, teeth=5, combs=4, base_width=7, point_width=5)
FORM_10X25 = ByOptions(lambda **sizes: make_eddsa_form("ed25519_10x25", CURVE_10X25, BASE, ORDER, **sizes), **SMALL)
FORM_20X13 = ByOptions(lambda **sizes: make_eddsa_form("ed25519_20x13", CURVE_20X13, BASE, ORDER, **sizes), **SMALL)


@helper
def multiply_base(k: Array[u8, 32], out: Array[u8, 32]) -> None:
    """The encoding of k·B, in the form of the field that suits the target."""
    if SPLIT_PRODUCTS:
        FORM_20X13.multiply_base(k, out)
    elif WORD_BITS == 64:
        FORM_5X51.multiply_base(k, out)
    else:
        FORM_10X25.multiply_base(k, out)


@helper
def base_coordinate(k: Array[u8, 32], out: Array[u8, 32]) -> None:
    """The coordinate u of k·B on the Montgomery curve, in the form of the field that suits the target."""
    if SPLIT_PRODUCTS:
        FORM_20X13.base_coordinate(k, out)
    elif WORD_BITS == 64:
        FORM_5X51.base_coordinate(k, out)
    else:
        FORM_10X25.base_coordinate(k, out)


@helper
def combine_vartime(s: Array[u8, 32], k: Array[u8, 32], public_key: Array[u8, 32], out: Array[u8, 32]) -> bool:
    """The encoding of s·B - k·A; False where the public key A is none."""
    if SPLIT_PRODUCTS:
        return FORM_20X13.combine_vartime(s, k, public_key, out)
    elif WORD_BITS == 64:
        return FORM_5X51.combine_vartime(s, k, public_key, out)
    else:
        return FORM_10X25.combine_vartime(s, k, public_key, out)


@operation("edwards25519.multiply_base")
def edwards25519_multiply_base(k: Array[u8, 32], out: Array[u8, 32]) -> None:
    """The multiple of the base point by a number, little-endian.

    Leaks: nothing.
    """
    multiply_base(k, out)


@operation("edwards25519.base_coordinate")
def edwards25519_base_coordinate(k: Array[u8, 32], out: Array[u8, 32]) -> None:
    """The coordinate u on curve25519 of the multiple of the base point by a number, little-endian, that is below 2^255 and no multiple of
    the order.

    Leaks: nothing.
    """
    base_coordinate(k, out)


@operation("edwards25519.combine_vartime")
def edwards25519_combine_vartime(s: Array[u8, 32], k: Array[u8, 32], point: Array[u8, 32], out: Array[u8, 32]) -> Status:
    """s·B - k·A for numbers s and k, the base point B and another point A. INVALID_KEY where A is not encoded canonically, is not on the
    curve, or has an order of 8 or less.

    Leaks: everything.
    """
    if combine_vartime(s, k, point, out):
        return OK
    return INVALID_KEY
