"""Multiples of points of P-256, eight side by side: the combs and windows of `comb.py` and `window.py` with a scalar in each lane.

That no exceptional case arises is shown there, for every lane by itself.
"""

from akela.kernels.comb import comb_points
from akela.kernels.ecdsa import LARGE
from akela.kernels.p256 import P256
from akela.kernels.prime_field import make_prime_field
from akela.kernels.weierstrass import WORK, make_points
from akela.kernels.window import make_window
from akela.lang import (
    Array,
    MutSlice,
    helper,
    load_be64,
    load_vector,
    mask_word,
    splat,
    store_le64,
    table,
    u8,
    u64,
    u64x8,
    unroll,
)
from akela.ports.x86_64.lane_field import LANES, LAYOUT, Number, choose_lanes, lanes_equal, make_lane_field, unpack_words

FIELD = make_lane_field("p256_lanes", P256.p)
ORDER = make_lane_field("p256_order_lanes", P256.n)
POINTS = make_points(P256, FIELD)
# As in `curve_group.py`: what makes the digits of one scalar.
PORTABLE = make_points(P256, make_prime_field("p256", P256.p, LAYOUT))
WINDOW = make_window(PORTABLE, make_prime_field("p256_order", P256.n, LAYOUT), LARGE.width)

Affine, Point, Work = Array[u64x8, 10], Array[u64x8, 15], Array[u64x8, WORK * 5]
Scalars = Array[u8, 32 * LANES]  # word i of scalar j, the least significant first, at 64·i + 8·j
WIDTH, DIGITS = WINDOW.width, WINDOW.digits
HALF = 1 << (WIDTH - 1)
Digits = Array[u8, 8 * LANES * DIGITS]  # digit i of scalar j, with HALF added, at 64·i + 8·j; last whether the scalar was negated
Places, Multiples = Array[u8, DIGITS], Array[u64x8, 15 * HALF]
double, add, add_affine = POINTS.double, POINTS.add, POINTS.add_affine

TEETH, BLOCKS = LARGE.teeth, LARGE.blocks
COLUMNS = -(-256 // (TEETH * BLOCKS))
ROW_BITS, ENTRIES = BLOCKS * COLUMNS, (1 << TEETH) - 1
WORD = (1 << 64) - 1
COMB = table(
    u64,
    [
        (coordinate << 260) % P256.p >> 64 * i & WORD
        for point in comb_points(P256, LARGE, COLUMNS)
        for coordinate in point
        for i in range(4)
    ],
)


@helper
def put_scalar(scalars: Scalars, j: int, number: Array[u8, 32]) -> None:
    """Scalar j, from big-endian bytes."""
    for i in range(4):
        store_le64(scalars, 64 * i + 8 * j, load_be64(number, 24 - 8 * i))


# --- multiples of the base point ----------------------------------------------------------------------------------------------------------


@helper
def comb_digit(scalars: Scalars, at: int) -> u64x8:
    """The bits of a column, one of each row, `at` being that in the lowest one."""
    digit = splat(u64x8, u64(0))
    for tooth in range(TEETH):
        position = tooth * ROW_BITS + at
        if position < 256:
            digit |= ((load_vector(u64x8, scalars, position // 64 * 64) >> (position % 64)) & 1) << tooth
    return digit


@helper
def choose_entry(out: Affine, block: int, digit: u64x8) -> None:
    """An entry of a block's table by the digit in each lane, zeros for 0; all entries are read."""
    x0 = splat(u64x8, u64(0))
    x1, x2, x3, y0, y1, y2, y3 = x0, x0, x0, x0, x0, x0, x0
    for i in range(ENTRIES):
        wanted = lanes_equal(digit, i + 1)
        at = 8 * (block * ENTRIES + i)
        x0 |= splat(u64x8, COMB[at]) & wanted
        x1 |= splat(u64x8, COMB[at + 1]) & wanted
        x2 |= splat(u64x8, COMB[at + 2]) & wanted
        x3 |= splat(u64x8, COMB[at + 3]) & wanted
        y0 |= splat(u64x8, COMB[at + 4]) & wanted
        y1 |= splat(u64x8, COMB[at + 5]) & wanted
        y2 |= splat(u64x8, COMB[at + 6]) & wanted
        y3 |= splat(u64x8, COMB[at + 7]) & wanted
    unpack_words(out[:5], x0, x1, x2, x3)
    unpack_words(out[5:], y0, y1, y2, y3)


@helper
def multiply_base(point: Point, scalars: Scalars, work: Work) -> None:
    """point = scalar·G, for scalars below n; Z = 0 where a scalar is 0."""
    entry = Affine()
    total = Point()
    unit = Number()
    FIELD.put(unit, FIELD.one)
    zero = splat(u64x8, u64(0))
    for i in unroll(range(15)):
        point[i] = zero
    begun = zero
    for step in range(COLUMNS):
        if step > 0:
            double(point, work)
        for block in range(BLOCKS):
            digit = comb_digit(scalars, (block + 1) * COLUMNS - 1 - step)
            choose_entry(entry, block, digit)
            total[:] = point
            add_affine(total, entry, work)
            present = ~lanes_equal(digit, 0)
            choose_lanes(present & begun, point[:], total[:])
            choose_lanes(present & ~begun, point[:10], entry[:])
            choose_lanes(present & ~begun, point[10:], unit[:])
            begun |= present


# --- multiples of any points --------------------------------------------------------------------------------------------------------------


@helper
def put_digits(digits: Digits, negated: Array[u8, 64], j: int, scalar: Array[u8, 32]) -> None:
    """The digits of scalar j, or of n less it where that is less; ones in `negated` then."""
    half_scalar = Array[u8, 32]()
    places = Places()
    store_le64(negated, 8 * j, mask_word(WINDOW.lesser(half_scalar, scalar)))
    WINDOW.recode(places, half_scalar)
    for i in range(DIGITS):
        store_le64(digits, 64 * i + 8 * j, u64(places[i]))


@helper
def make_multiples(out: MutSlice[u64x8], point: Affine, work: Work) -> None:
    """The points times 1 … HALF: 2i from i by doubling, and one more by adding the point."""
    out[:10] = point
    FIELD.put(out[10:15], FIELD.one)
    for i in range(1, HALF):
        if i % 2 == 1:
            out[15 * i : 15 * i + 15] = out[15 * (i // 2) : 15 * (i // 2) + 15]
            double(out[15 * i : 15 * i + 15], work)
        else:
            out[15 * i : 15 * i + 15] = out[15 * i - 15 : 15 * i]
            add_affine(out[15 * i : 15 * i + 15], point, work)


@helper
def negate_if(wanted: u64x8, y: Number) -> None:
    """y = -y in the lanes that are wanted."""
    minus_y = Number()
    minus_y[:] = y
    FIELD.negate(minus_y)
    choose_lanes(wanted, y[:], minus_y[:])


@helper
def choose_multiple(out: Point, multiples: Multiples, digit: u64x8) -> None:
    """The multiple for the digit in each lane; all are read. Zeros for the digit 0."""
    value = digit - HALF
    negative = -(value >> 63)
    size = (value ^ negative) - negative
    zero = splat(u64x8, u64(0))
    for j in unroll(range(15)):
        out[j] = zero
    for i in range(HALF):
        wanted = lanes_equal(size, i + 1)
        for j in unroll(range(15)):
            out[j] |= multiples[15 * i + j] & wanted
    negate_if(negative, out[5:10])


@helper
def multiply_points(out: Point, digits: Digits, negated: Array[u8, 64], point: Affine, work: Work) -> None:
    """out = scalar·point, for scalars from 1 to n - 1."""
    multiples = Multiples()
    multiple = Point()
    total = Point()
    make_multiples(multiples[:], point, work)
    digit = load_vector(u64x8, digits, 64 * (DIGITS - 1))
    choose_multiple(out, multiples, digit)
    begun = ~lanes_equal(digit, HALF)
    for i in range(1, DIGITS):
        for _ in range(WIDTH):
            double(out, work)
        digit = load_vector(u64x8, digits, 64 * (DIGITS - 1 - i))
        choose_multiple(multiple, multiples, digit)
        total[:] = out
        add(total, multiple, work)
        present = ~lanes_equal(digit, HALF)
        choose_lanes(present & begun, out[:], total[:])
        choose_lanes(present & ~begun, out[:], multiple[:])
        begun |= present
    negate_if(load_vector(u64x8, negated, 0), out[5:10])
