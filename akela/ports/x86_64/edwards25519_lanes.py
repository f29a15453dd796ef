"""Points of edwards25519, eight side by side: formulas and comb of `edwards_curve.py` and `fixed_base.py`, with a point in each lane.

A point is x, y, z and t in one array; as the second operand of a sum it is y + x, y - x, 2·d·t and 2·z. Beside the lines is the bound of
each result in multiples of p: products of a and b are below a·b/32 + 1. Those of a point are 2.6, 2, 2.3 and 2.
"""

from akela.kernels.edwards25519 import BASE, CURVE_5X51, ORDER, D
from akela.kernels.field25519 import P
from akela.kernels.fixed_base import comb_points, make_fixed_base, operand_numbers
from akela.lang import (
    Array,
    MutSlice,
    addc,
    helper,
    load_le64,
    load_vector,
    splat,
    store_le64,
    store_vector,
    table,
    u8,
    u64,
    u64x8,
    unroll,
)
from akela.ports.x86_64.lane_field import (
    LAYOUT,
    Number,
    Octets,
    choose_lanes,
    lanes_equal,
    lanes_zero,
    make_lane_field,
    store_words,
    unpack_words,
)

FIELD = make_lane_field("edwards25519_lanes", P)
add_to, subtract, multiply, square = FIELD.add, FIELD.subtract, FIELD.multiply, FIELD.square
invert, root = FIELD.invert, FIELD.power("root", (P - 5) // 8)
FACTOR, D_FORM, ROOT = (LAYOUT.table(LAYOUT.limbs((n << 260) % P)) for n in (2 * D, D, pow(2, (P - 1) // 4, P)))
Point, Operand, Room = Array[u64x8, 20], Array[u64x8, 20], Array[u64x8, 35]

TEETH, COMBS = 5, 4
FIXED = make_fixed_base("ed25519_5x51_base", CURVE_5X51, BASE, ORDER, TEETH, COMBS)
ENTRIES, SPACING, Code = 1 << TEETH - 1, FIXED.spacing, FIXED.code
WORD = (1 << 64) - 1
COMB = table(
    u64,
    [
        (number << 260) % P >> 64 * i & WORD
        for point in comb_points(P, -1, D, BASE, TEETH, COMBS, SPACING)
        for number in operand_numbers(P, -1, D, point)
        for i in range(4)
    ],
)

WIDTH, DIGITS = 5, 51
HALF = 1 << WIDTH - 1
Multiples = Array[u64x8, 20 * HALF]
OFFSET = table(u64, [sum(HALF << WIDTH * i for i in range(DIGITS)) >> 64 * i & WORD for i in range(4)])


@helper
def set_neutral(p: Point) -> None:
    """The points (0, 1)."""
    for i in unroll(range(20)):
        p[i] = splat(u64x8, u64(0))
    FIELD.put(p[5:10], FIELD.one)
    FIELD.put(p[10:15], FIELD.one)


@helper
def finish(p: Point, r: Room) -> None:
    """The last step of sum and double, from e, f, g and h."""
    multiply(p[:5], r[20:25], r[15:20])
    multiply(p[5:10], r[25:30], r[30:])
    multiply(p[10:15], r[20:25], r[25:30])
    multiply(p[15:], r[15:20], r[30:])


@helper
def double(p: Point, r: Room) -> None:
    """p = 2·p."""
    a = r[:5]
    b = r[5:10]
    c = r[10:15]
    e = r[15:20]
    f = r[20:25]
    g = r[25:30]
    h = r[30:]
    add_to(e, p[:5], p[5:10])  # 4.6
    square(e, e)  # 1.7
    square(a, p[:5])  # 1.3
    square(b, p[5:10])  # 1.2
    square(c, p[10:15])  # 1.2
    subtract(g, a, b)  # 5.3
    add_to(f, c, c)  # 2.4
    add_to(f, f, g)  # 7.7
    add_to(h, a, b)  # 2.5
    subtract(e, h, e)  # 6.5
    finish(p, r)  # 2.6, 1.5, 2.3, 1.6


@helper
def add(p: Point, q: Operand, r: Room) -> None:
    """p = p + q, for any two points."""
    c = r[10:15]
    h = r[30:]
    multiply(c, p[15:], q[10:15])  # 1.2
    multiply(h, p[10:15], q[15:])  # 1.4
    subtract(r[20:25], h, c)  # f: 5.4
    add_to(r[25:30], h, c)  # g: 2.6
    add_sides(p, q, r)


@helper
def add_affine(p: Point, q: Operand, r: Room) -> None:
    """p = p + q, where z of q is 1. The last part of q is not used."""
    c = r[10:15]
    h = r[30:]
    multiply(c, p[15:], q[10:15])  # 1.2
    add_to(h, p[10:15], p[10:15])  # 4.6
    FIELD.subtract_reduced(r[20:25], h, c)  # f: 2
    add_to(r[25:30], h, c)  # g: 5.8
    add_sides(p, q, r)


@helper
def add_sides(p: Point, q: Operand, r: Room) -> None:
    """The rest of a sum, from f and g."""
    a = r[:5]
    b = r[5:10]
    e = r[15:20]
    h = r[30:]
    subtract(h, p[5:10], p[:5])  # 6
    multiply(a, h, q[5:10])  # 2.2
    add_to(h, p[5:10], p[:5])  # 4.6
    multiply(b, h, q[:5])  # 1.7
    subtract(e, b, a)  # 5.7
    add_to(h, b, a)  # 3.9
    finish(p, r)  # 2, 1.8, 1.5, 1.7


@helper
def prepare(q: MutSlice[u64x8], p: Point) -> None:
    """p as an operand: 4.6, 6, 1.1 and 4.6."""
    factor = Number()
    FIELD.put(factor, FACTOR)
    add_to(q[:5], p[5:10], p[:5])
    subtract(q[5:10], p[5:10], p[:5])
    multiply(q[10:15], p[15:], factor)
    add_to(q[15:20], p[10:15], p[10:15])


@helper
def negate_operand(wanted: u64x8, q: Operand) -> None:
    """q = -q in the lanes that are wanted."""
    minus = Number()
    for i in range(5):
        difference = (q[i] ^ q[i + 5]) & wanted
        q[i] ^= difference
        q[i + 5] ^= difference
    minus[:] = q[10:15]
    FIELD.negate(minus)
    choose_lanes(wanted, q[10:15], minus[:])


# --- multiples of the base point ----------------------------------------------------------------------------------------------------------


@helper
def put_code(codes: Octets, j: int, k: Array[u8, 32]) -> None:
    """The digits of number j for the comb: 260 bits in five words, word i at 64·i + 8·j."""
    code = Code()
    FIXED.recode(k, code)
    for i in range(4):
        store_le64(codes, 64 * i + 8 * j, load_le64(code, 8 * i))
    store_le64(codes, 256 + 8 * j, u64(code[32]))


@helper
def look_up(q: Operand, comb: int, index: u64x8) -> None:
    """The entry of a comb by the index in each lane; all are read."""
    u0 = splat(u64x8, u64(0))
    u1, u2, u3, v0, v1, v2, v3, w0, w1, w2, w3 = u0, u0, u0, u0, u0, u0, u0, u0, u0, u0, u0
    for i in range(ENTRIES):
        wanted = lanes_equal(index, i)
        at = 12 * (comb * ENTRIES + i)
        u0 |= splat(u64x8, COMB[at]) & wanted
        u1 |= splat(u64x8, COMB[at + 1]) & wanted
        u2 |= splat(u64x8, COMB[at + 2]) & wanted
        u3 |= splat(u64x8, COMB[at + 3]) & wanted
        v0 |= splat(u64x8, COMB[at + 4]) & wanted
        v1 |= splat(u64x8, COMB[at + 5]) & wanted
        v2 |= splat(u64x8, COMB[at + 6]) & wanted
        v3 |= splat(u64x8, COMB[at + 7]) & wanted
        w0 |= splat(u64x8, COMB[at + 8]) & wanted
        w1 |= splat(u64x8, COMB[at + 9]) & wanted
        w2 |= splat(u64x8, COMB[at + 10]) & wanted
        w3 |= splat(u64x8, COMB[at + 11]) & wanted
    unpack_words(q[:5], u0, u1, u2, u3)
    unpack_words(q[5:10], v0, v1, v2, v3)
    unpack_words(q[10:15], w0, w1, w2, w3)


@helper
def multiply_base(p: Point, codes: Octets, r: Room) -> None:
    """p = the number in each lane times the base point."""
    q = Operand()
    set_neutral(p)
    for i in range(SPACING):
        if i > 0:
            double(p, r)
        for comb in range(COMBS):
            index = splat(u64x8, u64(0))
            for tooth in range(TEETH):
                at = SPACING - 1 - i + SPACING * (comb * TEETH + tooth)
                index |= ((load_vector(u64x8, codes, at // 64 * 64) >> (at % 64)) & 1) << tooth
            # Where the last tooth is negative, all of them are those of the negative point.
            negative = (index >> (TEETH - 1)) - 1
            look_up(q, comb, (index ^ negative) & (ENTRIES - 1))
            negate_operand(negative, q)
            add_affine(p, q, r)


# --- multiples of any points --------------------------------------------------------------------------------------------------------------


@helper
def put_digits(digits: Octets, j: int, k: Array[u8, 32]) -> None:
    """Number j, below 2^253, with HALF added in the place of each digit: word i at 64·i + 8·j."""
    carry = u64(0)
    for i in range(4):
        word = load_le64(k, 8 * i)
        total, over = addc(word, u64(OFFSET[i]), carry)
        carry = over
        store_le64(digits, 64 * i + 8 * j, total)


@helper
def take_digit(digits: Octets, i: int) -> u64x8:
    """Digit i of each number, with HALF added."""
    at, shift = WIDTH * i // 64, WIDTH * i % 64
    bits = load_vector(u64x8, digits, 64 * at) >> shift
    if shift > 64 - WIDTH and at < 3:
        bits |= load_vector(u64x8, digits, 64 * at + 64) << (64 - shift)
    return bits & (2 * HALF - 1)


@helper
def choose_multiple(q: Operand, multiples: Multiples, digit: u64x8) -> None:
    """The multiple for the digit in each lane, the neutral element for 0; all are read."""
    value = digit - HALF
    negative = -(value >> 63)
    size = (value ^ negative) - negative
    for j in unroll(range(20)):
        q[j] = splat(u64x8, u64(0))
    for i in range(HALF):
        wanted = lanes_equal(size, i + 1)
        for j in unroll(range(20)):
            q[j] |= multiples[20 * i + j] & wanted
    none = lanes_equal(size, 0)
    one = Number()
    FIELD.put(one, FIELD.one)
    choose_lanes(none, q[:5], one[:])
    choose_lanes(none, q[5:10], one[:])
    add_to(one, one, one)
    choose_lanes(none, q[15:], one[:])
    negate_operand(negative, q)


@helper
def multiply_points(p: Point, digits: Octets, r: Room) -> None:
    """p = number·p."""
    multiples = Multiples()
    q = Operand()
    prepare(multiples[:20], p)
    for i in range(1, HALF):
        add(p, multiples[:20], r)
        prepare(multiples[20 * i : 20 * i + 20], p)
    set_neutral(p)
    for i in range(DIGITS):
        if i > 0:
            for _ in range(WIDTH):
                double(p, r)
        choose_multiple(q, multiples, take_digit(digits, DIGITS - 1 - i))
        add(p, q, r)


# --- encoded points -----------------------------------------------------------------------------------------------------------------------


@helper
def encode(p: Point, words: Octets) -> None:
    """RFC 8032 section 5.1.2: y, and the lowest bit of x as the highest one, as `store_words` writes them."""
    inverse = Number()
    number = Number()
    y = Number()
    invert(inverse, p[10:15])
    multiply(number, p[5:10], inverse)
    FIELD.from_montgomery(y, number)
    store_words(words, y)
    multiply(number, p[:5], inverse)
    FIELD.from_montgomery(y, number)
    store_vector(words, 192, load_vector(u64x8, words, 192) | (y[0] << 63))


@helper
def decode(p: Point, words: Octets) -> u64x8:
    """Section 5.1.3; ones in the lanes where no point is encoded so: x^2 would be no square, or -0 is asked for. y is less than p."""
    y = Number()
    u = Number()
    v = Number()
    t = Number()
    constant = Number()
    sign = load_vector(u64x8, words, 192) >> 63
    unpack_words(
        y,
        load_vector(u64x8, words, 0),
        load_vector(u64x8, words, 64),
        load_vector(u64x8, words, 128),
        load_vector(u64x8, words, 192) & ((1 << 63) - 1),
    )
    FIELD.to_montgomery(p[5:10], y)
    # Step 2: x^2 = u/v with u = y^2 - 1 and v = d·y^2 + 1. Step 3: u·(u·v)^((p - 5)/8) is a root of it or of -u/v, if it is a square.
    square(t, p[5:10])
    FIELD.put(constant, FIELD.one)
    FIELD.subtract_reduced(u, t, constant)
    FIELD.put(v, D_FORM)
    multiply(v, t, v)
    add_to(v, v, constant)
    multiply(t, u, v)
    root(y, t)
    multiply(p[:5], y, u)
    # Now v·x^2 is u or -u, or there is no root.
    square(t, p[:5])
    multiply(t, t, v)
    subtract(y, t, u)
    is_root = FIELD.zero_mask(y)
    add_to(y, t, u)
    is_other = FIELD.zero_mask(y)
    FIELD.put(constant, ROOT)
    multiply(t, p[:5], constant)
    choose_lanes(~is_root, p[:5], t[:])
    # Step 4.
    FIELD.from_montgomery(y, p[:5])
    bad = ~(is_root | is_other) | (lanes_zero(y[0] | y[1] | y[2] | y[3] | y[4]) & -sign)
    t[:] = p[:5]
    FIELD.negate(t)
    choose_lanes(-((y[0] & 1) ^ sign), p[:5], t[:])
    FIELD.put(p[10:15], FIELD.one)
    multiply(p[15:], p[:5], p[5:10])
    return bad


@helper
def small_mask(p: Point, r: Room) -> u64x8:
    """Ones in the lanes whose point has an order of 8 or less. p becomes its multiple by 8."""
    for _ in range(3):
        double(p, r)
    return FIELD.zero_mask(p[:5])
