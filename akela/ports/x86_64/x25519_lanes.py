"""X25519 of eight pairs of keys at a time: RFC 7748 section 5, each in a lane of `lane_field.py`. Names are those of its pseudocode."""

from akela.kernels.curve25519 import A24, BITS, decode_scalar
from akela.kernels.field25519 import P
from akela.lang import (
    OK,
    Array,
    Buffer,
    Bytes,
    MutSlice,
    Public,
    Status,
    declassify,
    helper,
    load_le64,
    load_vector,
    provides,
    requires,
    splat,
    store_le64,
    store_vector,
    truncate,
    u8,
    u64,
    u64x8,
)
from akela.ports.x86_64.ifma import NEEDS
from akela.ports.x86_64.lane_field import (
    LANES,
    LAYOUT,
    Number,
    Octets,
    lanes_zero,
    load_numbers,
    make_lane_field,
    put_lane,
    store_words,
)

FIELD = make_lane_field("field25519_lanes", P)
add, subtract, multiply, square = FIELD.add, FIELD.subtract, FIELD.multiply, FIELD.square
A24_FORM = LAYOUT.table(LAYOUT.limbs((A24 << 260) % P))
Scalars = Array[u8, 32 * LANES]  # word i of scalar j at 64·i + 8·j
HIGHEST_63 = (1 << 63) - 1
invert = FIELD.invert


@helper
def swap_lanes(wanted: u64x8, a: Number, b: Number) -> None:
    """Exchange a and b in the lanes that are wanted."""
    for i in range(5):
        difference = (a[i] ^ b[i]) & wanted
        a[i] ^= difference
        b[i] ^= difference


@helper
def ladder(scalars: Scalars, x_1: Number, out: Number) -> None:
    """out = the coordinate u of each scalar's multiple of the point with the coordinate x_1."""
    x_2 = Number()
    z_2 = Number()
    x_3 = Number()
    z_3 = Number()
    a = Number()
    b = Number()
    c = Number()
    d = Number()
    a24 = Number()
    FIELD.put(a24, A24_FORM)
    FIELD.put(x_2, FIELD.one)
    FIELD.put(z_3, FIELD.one)
    x_3[:] = x_1
    for i in range(5):
        z_2[i] = splat(u64x8, u64(0))
    swapped = splat(u64x8, u64(0))
    # Beside each line the bound of its result in multiples of p; those of x_2 to z_3 are 2.
    for i in range(BITS):
        t = BITS - 1 - i
        bit = -((load_vector(u64x8, scalars, t // 64 * 64) >> (t % 64)) & 1)
        swap_lanes(swapped ^ bit, x_2, x_3)
        swap_lanes(swapped ^ bit, z_2, z_3)
        swapped = bit
        add(a, x_2, z_2)  # A: 4
        subtract(b, x_2, z_2)  # B: 6
        add(c, x_3, z_3)  # C: 4
        subtract(d, x_3, z_3)  # D: 6
        multiply(d, d, a)  # DA: 1.8
        multiply(c, c, b)  # CB: 1.8
        add(x_3, d, c)  # 3.6
        subtract(z_3, d, c)  # 5.8
        square(x_3, x_3)  # 1.5
        square(z_3, z_3)  # 2.1
        multiply(z_3, x_1, z_3)  # 1.1
        square(a, a)  # AA: 1.5
        square(b, b)  # BB: 2.2
        multiply(x_2, a, b)  # 1.2
        subtract(b, a, b)  # E: 5.5
        multiply(z_2, a24, b)  # 1.2
        add(z_2, a, z_2)  # 2.7
        multiply(z_2, b, z_2)  # 1.5
    swap_lanes(swapped, x_2, x_3)
    swap_lanes(swapped, z_2, z_3)
    invert(z_3, z_2)
    multiply(x_2, x_2, z_3)
    FIELD.from_montgomery(out, x_2)


@helper
def put_pair(scalars: Scalars, numbers: Octets, j: int, private_key: Array[u8, 32], public_key: Array[u8, 32]) -> None:
    """The scalar and the coordinate of lane j."""
    k = Array[u8, 32]()
    decode_scalar(private_key, k)
    for i in range(4):
        store_le64(scalars, 64 * i + 8 * j, load_le64(k, 8 * i))
    w0, w1, w2, w3 = load_le64(public_key, 0), load_le64(public_key, 8), load_le64(public_key, 16), load_le64(public_key, 24)
    put_lane(numbers, j, w0, w1, w2, w3 & HIGHEST_63)


@helper
def multiply_lanes(scalars: Scalars, numbers: Octets) -> None:
    """Put the coordinates of the multiples in place of the numbers, and first into `scalars` ones for those that are zero."""
    number = Number()
    x_1 = Number()
    load_numbers(number, numbers)
    FIELD.to_montgomery(x_1, number)
    ladder(scalars, x_1, number)
    store_vector(scalars, 0, lanes_zero(number[0] | number[1] | number[2] | number[3] | number[4]))
    store_words(numbers, number)


@helper
def take_secret(numbers: Octets, j: int, out: Array[u8, 32]) -> None:
    """The coordinate of lane j."""
    for i in range(4):
        store_le64(out, 8 * i, load_le64(numbers, 64 * i + 8 * j))


@provides("x25519.many", needs=NEEDS)
def x25519_many_ifma(private_keys: Bytes, public_keys: Bytes, out: Buffer, statuses: MutSlice[Public[u8]]) -> Status:
    """The shared secrets of pairs of keys, all in columns, one behind the other; for each its status, as `columns.py` writes it.

    Where the status of a pair is not OK its secret is zeros.

    Leaks: the number of pairs, and which shared secrets are zero.
    """
    requires(len(private_keys) == 32 * len(statuses))
    requires(len(public_keys) == 32 * len(statuses))
    requires(len(out) == 32 * len(statuses))
    scalars = Scalars()
    numbers = Octets()
    count = len(statuses)
    for first in range(0, count, LANES):
        for j in range(LANES):
            # Lanes that are left over do what the last one does.
            at = 32 * min(first + j, count - 1)
            put_pair(scalars, numbers, j, private_keys[at : at + 32], public_keys[at : at + 32])
        multiply_lanes(scalars, numbers)
        for i in range(first, min(first + LANES, count)):
            take_secret(numbers, i - first, out[32 * i : 32 * i + 32])
            none = load_le64(scalars, 8 * (i - first))
            statuses[i] = truncate(u8, declassify(none, why="a secret of zero means a point of low order, and the caller is told")) & 9
    return OK
