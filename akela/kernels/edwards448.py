"""The curve edwards448, "Goldilocks": RFC 8032 section 5.2. Points are encoded as in section 5.2.2."""

from akela.kernels.eddsa import make_eddsa_form
from akela.kernels.edwards_curve import make_edwards
from akela.kernels.field448 import FIELD_8X56, FIELD_16X28, FIELD_32X14, POWERS_8X56, POWERS_16X28, POWERS_32X14, P
from akela.kernels.table_sizes import ED448_BASE_WIDTH, ED448_COMBS, ED448_TEETH
from akela.lang import INVALID_KEY, OK, SPLIT_PRODUCTS, WORD_BITS, Array, ByOptions, Status, helper, kernel, u8

D = -39081 % P
ORDER = 2**446 - 13818066809895115352007386748515426880336692474882178609894547503885
BASE = (
    224580040295924300187604334099896036246789641632564134246125461686950415467406032909029192869357953282578032075146446173674602635247710,
    298819210078481492676017930443930673437544040154080242095928241372331506189835876003536878655418784733982303233503462500531545062832660,
)

CURVE_8X56 = make_edwards("edwards448_8x56", FIELD_8X56, POWERS_8X56, 1, D, 2)
CURVE_16X28 = make_edwards("edwards448_16x28", FIELD_16X28, POWERS_16X28, 1, D, 2)
CURVE_32X14 = make_edwards("edwards448_32x14", FIELD_32X14, POWERS_32X14, 1, D, 2)

SMALL = {"teeth": ED448_TEETH, "combs": ED448_COMBS, "base_width": ED448_BASE_WIDTH}

# A table of 80 points, 13 KiB, or of 48, 8 KiB, for keys and signatures; one of 32, 5 KiB, or of 8, 1.3 KiB, for verification.
FORM_8X56 = make_eddsa_form("ed448_8x56", CURVE_8X56, BASE, ORDER, teeth=5, combs=5, base_width=7, point_width=5)
FORM_16X28 = ByOptions(lambda **sizes: make_eddsa_form("ed448_16x28", CURVE_16X28, BASE, ORDER, point_width=5, **sizes), **SMALL)
FORM_32X14 = ByOptions(lambda **sizes: make_eddsa_form("ed448_32x14", CURVE_32X14, BASE, ORDER, point_width=5, **sizes), **SMALL)


@helper
def multiply_base(k: Array[u8, 57], out: Array[u8, 57]) -> None:
    """The encoding of k·B, in the form of the field that suits the target."""
    if SPLIT_PRODUCTS:
        FORM_32X14.multiply_base(k, out)
    elif WORD_BITS == 64:
        FORM_8X56.multiply_base(k, out)
    else:
        FORM_16X28.multiply_base(k, out)


@helper
def base_coordinate(k: Array[u8, 57], out: Array[u8, 56]) -> None:
    """The coordinate u of k·B on the Montgomery curve, in the form of the field that suits the target."""
    if SPLIT_PRODUCTS:
        FORM_32X14.base_coordinate(k, out)
    elif WORD_BITS == 64:
        FORM_8X56.base_coordinate(k, out)
    else:
        FORM_16X28.base_coordinate(k, out)


@helper
def combine_vartime(s: Array[u8, 57], k: Array[u8, 57], public_key: Array[u8, 57], out: Array[u8, 57]) -> bool:
    """The encoding of s·B - k·A; False where the public key A is none."""
    if SPLIT_PRODUCTS:
        return FORM_32X14.combine_vartime(s, k, public_key, out)
    elif WORD_BITS == 64:
        return FORM_8X56.combine_vartime(s, k, public_key, out)
    else:
        return FORM_16X28.combine_vartime(s, k, public_key, out)


@kernel
def edwards448_multiply_base(k: Array[u8, 57], out: Array[u8, 57]) -> None:
    """The multiple of the base point by a number below 2^448, little-endian.

    Leaks: nothing.
    """
    multiply_base(k, out)


@kernel
def edwards448_base_coordinate(k: Array[u8, 57], out: Array[u8, 56]) -> None:
    """The coordinate u on curve448 of the multiple of the base point by a number, little-endian, that is below 2^448 and no multiple of
    the order.

    Leaks: nothing.
    """
    base_coordinate(k, out)


@kernel
def edwards448_combine_vartime(s: Array[u8, 57], k: Array[u8, 57], point: Array[u8, 57], out: Array[u8, 57]) -> Status:
    """s·B - k·A for numbers s and k, the base point B and another point A. INVALID_KEY where A is not encoded canonically, is not on the
    curve, or has an order of 4 or less.

    Leaks: everything.
    """
    if combine_vartime(s, k, point, out):
        return OK
    return INVALID_KEY
