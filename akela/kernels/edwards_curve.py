"""Points of Edwards curves a·x^2 + y^2 = 1 + d·x^2·y^2, in extended coordinates: Hisil, Wong, Carter and Dawson, "Twisted Edwards curves
revisited". The sums that are used here hold for any two points, as d is no square and a is one.

The maker takes any form of a field. `a` is -1 (edwards25519) or 1 (edwards448), and decides how the operand of a sum is prepared:

a = -1      y + x, y - x, 2·d·x·y and 2·z: section 3.1 there
a = 1       x, y, d·x·y and z: section 3
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from akela.kernels.limb_field import Field, Powers
from akela.lang import Array, Mask, declassify, fill, helper, kernel_maker, nonzero_mask, struct, table, u8


@dataclass(frozen=True)
class Edwards:
    """One curve over one form of its field. `r` in these functions is a `Room` that the caller owns."""

    field: Field
    a: int
    d: int
    octets: int  # of an encoded point
    Point: Any
    Operand: Any
    Room: Any
    set_neutral: Callable[..., None]  # (p)
    double: Callable[..., None]  # (p, with_t, r)
    add: Callable[..., None]  # (p, q, affine, with_t, r)
    prepare: Callable[..., None]  # (p, q)
    negate: Callable[..., None]  # (wanted, q)
    encode: Callable[..., None]  # (p, out)
    invert: Callable[..., None]  # (a, out), of the field
    decode_vartime: Callable[..., bool]  # (data, p)
    is_small_vartime: Callable[..., bool]  # (p, r)


@kernel_maker
def make_edwards(name: str, field: Field, powers: Powers, a: int, d: int, cofactor_bits: int) -> Edwards:
    """The functions of points of a group whose order is a prime times 2^cofactor_bits."""
    Element, bits = field.Element, field.p.bit_length()
    mul, square, add_to, subtract = field.mul, field.square, field.add, field.subtract
    octets, number_octets = bits // 8 + 1, (bits + 7) // 8  # an encoded point has one bit more than a number
    twisted = a == -1
    carry_e = field.loose_differences and field.units < 4
    four_roots = field.p % 8 == 5  # of one
    ONE = table(field.word, field.parts(1))
    D = table(field.word, field.parts(d))
    FACTOR = table(field.word, field.parts(2 * d if twisted else d))  # of x·y in an operand
    ROOT = table(field.word, field.parts(pow(2, (field.p - 1) // 4, field.p)))  # of -1, where there is one

    @struct(name=f"{name}_point")
    class Point:
        """The point (x/z, y/z); t is x·y/z."""

        x: Element
        y: Element
        z: Element
        t: Element

    @struct(name=f"{name}_operand")
    class Operand:
        """A point as the second operand of a sum."""

        u: Element  # y + x, or x
        v: Element  # y - x, or y
        w: Element  # 2·d·x·y, or d·x·y
        z: Element  # 2·z, or z; not used where the point's z is 1

    @struct(name=f"{name}_room")
    class Room:
        """Intermediate results, by their names in the paper."""

        a: Element
        b: Element
        c: Element
        e: Element
        f: Element
        g: Element
        h: Element

    @helper(name=f"{name}_set_neutral")
    def set_neutral(p: Point) -> None:
        """The point (0, 1)."""
        fill(p.x, 0)
        p.y[:] = ONE
        p.z[:] = ONE
        fill(p.t, 0)

    @helper(name=f"{name}_finish")
    def finish(p: Point, with_t: bool, r: Room) -> None:
        """The last step of sum and double."""
        mul(r.f, r.e, p.x)
        mul(r.g, r.h, p.y)
        mul(r.f, r.g, p.z)
        if with_t:
            mul(r.e, r.h, p.t)

    @helper(name=f"{name}_double")
    def double(p: Point, with_t: bool, r: Room) -> None:
        """p = 2·p: section 3.3, for a = -1 with E, F, G and H negated. Without t the result can only be doubled or encoded."""
        add_to(p.x, p.y, r.e)
        square(r.e, r.h)
        square(p.x, r.a)
        square(p.y, r.b)
        square(p.z, r.c)
        if twisted:
            subtract(r.a, r.b, r.g)
            add_to(r.c, r.c, r.f)
            add_to(r.f, r.g, r.f)
            add_to(r.a, r.b, r.c)
            subtract(r.c, r.h, r.e)
            r.h[:] = r.c
        else:
            subtract(r.h, r.a, r.e)
            subtract(r.e, r.b, r.e)
            add_to(r.a, r.b, r.g)
            subtract(r.g, r.c, r.f)
            subtract(r.f, r.c, r.f)
            subtract(r.a, r.b, r.h)
        if carry_e:
            field.carry(r.e)
        finish(p, with_t, r)

    @helper(name=f"{name}_add")
    def add(p: Point, q: Operand, affine: bool, with_t: bool, r: Room) -> None:
        """p = p + q. `affine` says that the point of q has 1 for z."""
        mul(p.t, q.w, r.c)
        if affine and twisted:
            add_to(p.z, p.z, r.h)
        elif affine:
            r.h[:] = p.z
        else:
            mul(p.z, q.z, r.h)
        subtract(r.h, r.c, r.f)
        add_to(r.h, r.c, r.g)
        if twisted:
            subtract(p.y, p.x, r.h)
            mul(r.h, q.v, r.a)
            add_to(p.y, p.x, r.h)
            mul(r.h, q.u, r.b)
            subtract(r.b, r.a, r.e)
            add_to(r.b, r.a, r.h)
        else:
            mul(p.x, q.u, r.a)
            mul(p.y, q.v, r.b)
            add_to(p.x, p.y, r.c)
            add_to(q.u, q.v, r.h)
            mul(r.c, r.h, r.e)
            subtract(r.e, r.a, r.e)
            subtract(r.e, r.b, r.e)
            subtract(r.b, r.a, r.h)
        finish(p, with_t, r)

    @helper(name=f"{name}_prepare")
    def prepare(p: Point, q: Operand) -> None:
        """p as an operand."""
        if twisted:
            add_to(p.y, p.x, q.u)
            subtract(p.y, p.x, q.v)
            add_to(p.z, p.z, q.z)
        else:
            q.u[:] = p.x
            q.v[:] = p.y
            q.z[:] = p.z
        mul(p.t, FACTOR, q.w)

    @helper(name=f"{name}_negate_in_place")
    def negate_in_place(wanted: Mask[field.word], x: Element) -> None:
        """x = -x where wanted."""
        zero = Element.zeros()
        subtract(zero, x, zero)
        field.move(wanted, zero, x)

    @helper(name=f"{name}_negate")
    def negate(wanted: Mask[field.word], q: Operand) -> None:
        """q = -q where wanted."""
        if twisted:
            field.swap(wanted, q.u, q.v)
        else:
            negate_in_place(wanted, q.u)
        negate_in_place(wanted, q.w)

    @helper(name=f"{name}_encode")
    def encode(p: Point, out: Array[u8, octets]) -> None:
        """RFC 8032 sections 5.1.2 and 5.2.2: y, and the lowest bit of x as the highest one."""
        inverse = Element()
        number = Element()
        x = Array[u8, number_octets]()
        powers.invert(p.z, inverse)
        mul(p.x, inverse, number)
        field.to_bytes(number, x)
        mul(p.y, inverse, number)
        out[octets - 1] = 0
        field.to_bytes(number, out[:number_octets])
        out[octets - 1] |= (x[0] & 1) << 7

    @helper(name=f"{name}_is_zero_vartime")
    def is_zero_vartime(x: Element) -> bool:
        data = Array[u8, number_octets]()
        field.to_bytes(x, data)
        any_bit = u8(0)
        for i in range(number_octets):
            any_bit |= data[i]
        return not declassify(
            nonzero_mask(any_bit), why="public keys and signatures may be known, and so may all that is computed from them"
        )

    @helper(name=f"{name}_decode_vartime")
    def decode_vartime(data: Array[u8, octets], p: Point) -> bool:
        """Sections 5.1.3 and 5.2.3; False where no point is encoded so: y is p or more, x^2 would be no square, or -0 is asked for."""
        y = Array[u8, number_octets]()
        u = Element()
        v = Element()
        again = Array[u8, number_octets]()
        y[:] = data[:number_octets]
        sign = data[octets - 1] >> 7
        unused = data[octets - 1] & 127
        if octets == number_octets:
            y[octets - 1] &= 127
            unused = u8(0)
        field.from_bytes(y, p.y)
        field.to_bytes(p.y, again)
        for i in range(number_octets):
            unused |= y[i] ^ again[i]
        if declassify(nonzero_mask(unused), why="whether a public key or a signature is well-formed may be known"):
            return False

        # Step 2: x^2 = u/v with u = y^2 - 1 and v = d·y^2 - a. Step 3: if it is a square, u·(u·v)^((p - 5)/8) is a root of it or of
        # -u/v; where p mod 4 is 3, u·(u·v)^((p - 3)/4) is one.
        square(p.y, p.t)
        p.z[:] = ONE
        subtract(p.t, p.z, u)
        field.carry(u)
        mul(p.t, D, v)
        if twisted:
            add_to(v, p.z, v)
        else:
            subtract(v, p.z, v)
        mul(u, v, p.t)
        powers.root(p.t, p.z)
        mul(p.z, u, p.x)
        # Now v·x^2 is u or -u, or there is no root.
        square(p.x, p.t)
        mul(p.t, v, p.z)
        subtract(p.z, u, p.t)
        if not is_zero_vartime(p.t):
            add_to(p.z, u, p.t)
            if not (four_roots and is_zero_vartime(p.t)):
                return False
            p.t[:] = p.x
            mul(p.t, ROOT, p.x)
        # Step 4.
        field.to_bytes(p.x, again)
        if declassify(nonzero_mask(sign ^ (again[0] & 1)), why="a public key may be known"):
            if is_zero_vartime(p.x):
                return False
            fill(p.t, 0)
            subtract(p.t, p.x, p.x)
            field.carry(p.x)
        p.z[:] = ONE
        mul(p.x, p.y, p.t)
        return True

    @helper(name=f"{name}_is_small_vartime")
    def is_small_vartime(p: Point, r: Room) -> bool:
        """Whether the order of p divides the cofactor. p becomes its multiple by that, of odd order: x is 0 in the neutral one only."""
        for _ in range(cofactor_bits):
            double(p, False, r)
        return is_zero_vartime(p.x)

    functions = (set_neutral, double, add, prepare, negate, encode, powers.invert, decode_vartime, is_small_vartime)
    return Edwards(field, a, d, octets, Point, Operand, Room, *functions)
