"""Multiples of points of edwards25519, for keys and signatures, on numbers of four words: `field25519_mulx.py`."""

from akela.kernels.eddsa import make_eddsa_form
from akela.kernels.edwards25519 import BASE, ORDER, D
from akela.kernels.edwards_curve import make_edwards
from akela.lang import INVALID_KEY, OK, Array, Status, provides, u8
from akela.ports.x86_64.field25519_mulx import FIELD_MULX, POWERS_MULX
from akela.ports.x86_64.word_products import NEEDS

CURVE = make_edwards("edwards25519_mulx", FIELD_MULX, POWERS_MULX, -1, D, 3)
FORM = make_eddsa_form("ed25519_mulx", CURVE, BASE, ORDER, teeth=5, combs=4, base_width=7, point_width=5)


@provides("edwards25519.multiply_base", needs=NEEDS)
def edwards25519_multiply_base_mulx(k: Array[u8, 32], out: Array[u8, 32]) -> None:
    """The multiple of the base point by a number, little-endian.

    Leaks: nothing.
    """
    FORM.multiply_base(k, out)


@provides("edwards25519.base_coordinate", needs=NEEDS)
def edwards25519_base_coordinate_mulx(k: Array[u8, 32], out: Array[u8, 32]) -> None:
    """The coordinate u on curve25519 of the multiple of the base point by a number, little-endian, that is below 2^255 and no multiple of
    the order.

    Leaks: nothing.
    """
    FORM.base_coordinate(k, out)


@provides("edwards25519.combine_vartime", needs=NEEDS)
def edwards25519_combine_mulx_vartime(s: Array[u8, 32], k: Array[u8, 32], point: Array[u8, 32], out: Array[u8, 32]) -> Status:
    """s·B - k·A for numbers s and k, the base point B and another point A. INVALID_KEY where A is not encoded canonically, is not on the
    curve, or has an order of 8 or less.

    Leaks: everything.
    """
    if FORM.combine_vartime(s, k, point, out):
        return OK
    return INVALID_KEY
