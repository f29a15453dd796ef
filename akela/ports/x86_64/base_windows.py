"""Multiples of a curve's base point by signed windows, with a table for each: Brickell, Gordon, McCurley and Wilson, "Fast exponentiation
with precomputation", 1992. There are no doublings, and the table of P-256 with six bits a window is 86 KB.

A scalar k, or n - k where that is less, is written in digits as in `window.py`, from -2^(width-1) to 2^(width-1) - 1. From the lowest digit
on, the sum gets the point that stands in the window's table for the digit, or its negative. In the end the sum for n - k is negated.

No exceptional case arises for 0 <= k < n. Let A be the sum's scalar before window i, and B = d·2^(width·i) what the window adds, for a d
other than 0. A is what lower digits stand for, so that |A| <= 2^(width-1)·(2^(width·i) - 1)/(2^width - 1) < 2^(width·i) <= |B|: as integers
the two are neither equal nor opposite, and A is zero only where all its digits are. Nor are they so modulo n, as |A| + |B| < n. Below the
highest window that is plain, as there |B| < 2^(width·i + width - 1) <= n/4. In the highest A + B is the lesser scalar, at most n/2, so that
|B| <= n/2 + |A| and |A| + |B| <= n/2 + 2·|A| < n, for |A| < 2^(width·i) <= n/4. Zeros are dealt with by masks.
"""

from akela.kernels.comb import Comb
from akela.kernels.prime_field import PrimeField
from akela.kernels.weierstrass import WORK, Curve, Points
from akela.kernels.window import make_window
from akela.lang import (
    Array,
    Mask,
    declassify,
    fill,
    helper,
    kernel_maker,
    load_le64,
    load_vector,
    lt_mask,
    nonzero_mask,
    pause,
    select,
    splat,
    table,
    u8,
    u64,
    u64x4,
)
from akela.ports.x86_64.word_tables import equal_lanes, store_words

OCTETS = 64  # of a point


def window_points(curve: Curve, width: int, windows: int) -> list[tuple[int, int]]:
    """For each window the points for the digits 1 … 2^(width-1)."""
    points: list[tuple[int, int]] = []
    unit = (curve.gx, curve.gy)
    for _ in range(windows):
        multiples = [unit, curve.sum(unit, unit)]
        while len(multiples) < 1 << (width - 1):
            multiples.append(curve.sum(multiples[-1], unit))
        points += multiples
        unit = curve.sum(multiples[-1], multiples[-1])
    return points


@kernel_maker
def make_base_windows(points: Points, scalars: PrimeField, width: int) -> Comb:
    """Multiplication of the base point of a curve whose numbers are four words. What it makes is a comb with a block for each window."""
    curve, field = points.curve, points.field
    name, half = f"{curve.name}_base", 1 << (width - 1)
    Element, Affine, Point, Work = Array[u64, 4], Array[u64, 8], Array[u64, 12], Array[u64, WORK * 4]
    window = make_window(points, scalars, width)
    digits, recode, lesser_of = window.digits, window.recode, window.lesser
    Places, Scalar = Array[u8, digits], Array[u8, 32]
    add_affine, negate, choose, one = points.add_affine, field.negate, field.choose, field.one
    TABLE = table(
        u8,
        b"".join(
            ((coordinate << 256) % curve.p).to_bytes(32, "little") for point in window_points(curve, width, digits) for coordinate in point
        ),
    )

    @helper(name=f"{name}_negate_if")
    def negate_if(wanted: Mask[u64], y: Element) -> None:
        """y = -y where wanted."""
        minus_y = Element()
        minus_y[:] = y
        negate(minus_y)
        choose(wanted, y[:], minus_y[:])

    @helper(name=f"{name}_choose_entry")
    def choose_entry(entry: Affine, place: int, digit: u64) -> None:
        """The point for a secret digit with 2^(width-1) added; the window's whole table is read. Zeros for the digit 0."""
        negative = lt_mask(digit, u64(half))
        size = splat(u64x4, select(negative, half - digit, digit - half))
        number = splat(u64x4, u64(0))
        x = splat(u64x4, u64(0))
        y = splat(u64x4, u64(0))
        for i in range(half):
            number += 1
            wanted = equal_lanes(size, number)
            start = OCTETS * (place * half + i)
            x |= load_vector(u64x4, TABLE, start) & wanted
            y |= load_vector(u64x4, TABLE, start + 32) & wanted
        store_words(entry[:4], x)
        store_words(entry[4:], y)
        negate_if(negative, entry[4:8])

    @helper(name=f"{name}_multiply")
    def multiply(point: Point, scalar: Scalar, work: Work) -> None:
        """point = scalar·G, for a scalar below n in big-endian bytes; Z = 0 where it is 0."""
        places = Places()
        half_scalar = Scalar()
        entry = Affine()
        total = Point()
        above = lesser_of(half_scalar, scalar)
        recode(places, half_scalar)
        fill(point, 0)
        begun = nonzero_mask(u64(0))
        for i in range(digits):
            pause()
            digit = u64(places[i])
            choose_entry(entry, i, digit)
            total[:] = point
            add_affine(total, entry, work)
            present = nonzero_mask(digit ^ half)
            choose(present & begun, point[:], total[:])
            choose(present & ~begun, point[:8], entry[:])
            choose(present & ~begun, point[8:], one[:])
            begun = begun | present
        negate_if(above, point[4:8])

    @helper(name=f"{name}_entry_vartime")
    def entry_vartime(entry: Affine, scalar: Places, block: int, column: int) -> bool:
        """The point for a digit of a scalar that anyone may know; False, and nothing, where it is 0. There is one column."""
        digit = int(declassify(scalar[block], why="the scalar comes from a signature, which is public")) - half
        start = OCTETS * (block * half + max(digit, -digit) - 1) + column
        if digit == 0:
            return False
        for i in range(8):
            entry[i] = load_le64(TABLE, start + 8 * i)
        if digit < 0:
            negate(entry[4:8])
        return True

    return Comb(digits, 1, Places, recode, multiply, entry_vartime)
