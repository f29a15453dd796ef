"""Points of the curves y^2 = x^3 - 3x + b over a prime field, of prime order: SEC 1 section 2.2.1.

A point is (X, Y, Z) in Jacobian coordinates, x = X/Z^2 and y = Y/Z^3, in one array; X and Y are reduced, Z is less than 4p. An affine point
is (x, y) in one array. Coordinates are in Montgomery form. `work` is room for `WORK` elements.

The formulas do not hold where a sum's points are equal, opposite or at infinity. Who calls them says why that does not happen, or looks at
Z: the sum of two points has Z = 0 exactly where these have the same x, or Z = 0.

Bounds, with multiples of p for the values and k = R/p >= 16: a product of values a and b is less than a·b/k + 1. What does not depend on
each other stands side by side, for processors that do several products at a time.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from akela.kernels.prime_field import PrimeField
from akela.lang import Array, helper, kernel_maker

WORK = 6


@dataclass(frozen=True)
class Curve:
    """The parameters of a curve, named as in SP 800-186 section 3.2.1; (gx, gy) is the base point, n its order and the curve's."""

    name: str
    p: int
    n: int
    b: int
    gx: int
    gy: int

    def sum(self, first: tuple[int, int], second: tuple[int, int]) -> tuple[int, int]:
        """The sum of two affine points that are not opposite, when a module is imported."""
        (x1, y1), (x2, y2) = first, second
        rise, run = (3 * x1 * x1 - 3, 2 * y1) if first == second else (y2 - y1, x2 - x1)
        slope = rise * pow(run, -1, self.p) % self.p
        x = (slope * slope - x1 - x2) % self.p
        return x, (slope * (x1 - x) - y1) % self.p


@dataclass(frozen=True)
class PointTables:
    """How large the tables of points are.

    A comb for the base point, whose table is constant, has blocks · (2^teeth - 1) affine points; more teeth make fewer additions, more
    blocks fewer doublings. A window for any other point has 2^(width - 1) points of three coordinates on the stack.
    """

    teeth: int
    blocks: int
    width: int


@dataclass(frozen=True)
class Points:
    """The functions of one curve and layout."""

    curve: Curve
    field: PrimeField
    double: Callable[..., None]
    add: Callable[..., None]
    add_affine: Callable[..., None]
    right_side: Callable[..., None]
    on_curve_mask: Callable[..., Any]
    to_affine: Callable[..., None]


@kernel_maker
def make_points(curve: Curve, field: PrimeField) -> Points:
    """The point functions of a curve over its field, or over one with the same functions for vectors of numbers."""
    name, count, word, mask = f"{field.name}_points", field.layout.count, field.word, field.mask
    Element, Affine, Point, Work = Array[word, count], Array[word, 2 * count], Array[word, 3 * count], Array[word, WORK * count]
    b = field.layout.table(field.layout.limbs((curve.b << field.layout.bits * count) % curve.p))
    multiply, square, add_elements, subtract, scale = field.multiply, field.square, field.add, field.subtract, field.scale
    subtract_reduced, is_zero, put, invert = field.subtract_reduced, field.zero_mask, field.put, field.invert

    @helper(name=f"{name}_double")
    def double(point: Point, work: Work) -> None:
        """point = 2·point: "dbl-2001-b", Bernstein 2001. Holds for every point: none has order two, and at infinity Z stays 0."""
        x = point[:count]
        y = point[count : 2 * count]
        z = point[2 * count :]
        delta = work[:count]
        gamma = work[count : 2 * count]
        beta = work[2 * count : 3 * count]
        s = work[3 * count : 4 * count]
        t = work[4 * count : 5 * count]
        square(delta, z)  # 2
        square(gamma, y)  # 1.3
        subtract(s, x, delta)  # 6
        add_elements(t, x, delta)  # 4
        multiply(beta, x, gamma)  # 1.2
        multiply(x, s, t)  # 2.5
        multiply(s, y, z)  # 1.5
        scale(y, x, 3)  # alpha: 7.5
        square(t, gamma)  # 1.2
        square(delta, y)  # 4.6
        scale(z, s, 2)  # 3
        scale(beta, beta, 4)  # 4.8
        scale(t, t, 4)
        scale(t, t, 2)  # 9.6
        scale(s, beta, 2)  # 9.6
        subtract_reduced(x, delta, s)
        subtract(beta, beta, x)  # 8.8
        multiply(s, y, beta)  # 5.2
        subtract_reduced(y, s, t)

    @helper(name=f"{name}_add")
    def add(point: Point, other: Point, work: Work) -> None:
        """point += other: Cohen, Miyaji and Ono 1998. The difference of the two y, as far as it decides, stays behind in `work`, fourth."""
        x = point[:count]
        y = point[count : 2 * count]
        z = point[2 * count :]
        x2 = other[:count]
        y2 = other[count : 2 * count]
        z2 = other[2 * count :]
        s = work[:count]
        h = work[count : 2 * count]
        t = work[2 * count : 3 * count]
        r = work[3 * count : 4 * count]
        u1 = work[4 * count : 5 * count]
        s1 = work[5 * count :]
        square(s, z)  # 2
        square(t, z2)  # 2
        multiply(h, x2, s)  # 1.3
        multiply(u1, x, t)  # 1.3
        multiply(r, z, s)  # 1.5
        multiply(s, z2, t)  # 1.5
        subtract(h, h, u1)  # 5.3
        multiply(t, y2, r)  # 1.2
        multiply(s1, y, s)  # 1.2
        square(s, h)  # 2.8
        subtract(r, t, s1)  # 5.2
        multiply(t, z, z2)  # 2
        multiply(z, t, h)  # 1.7
        multiply(t, s, h)  # h^3: 2
        multiply(h, u1, s)  # 1.3
        square(s, r)  # 2.7
        multiply(y, s1, t)  # 1.2
        scale(u1, h, 2)
        add_elements(u1, u1, t)  # 4.6
        subtract_reduced(x, s, u1)
        subtract(h, h, x)  # 5.3
        multiply(s, r, h)  # 2.8
        subtract_reduced(y, s, y)

    @helper(name=f"{name}_add_affine")
    def add_affine(point: Point, other: Affine, work: Work) -> None:
        """point += other, an affine point: as `add` with Z = 1 there."""
        x = point[:count]
        y = point[count : 2 * count]
        z = point[2 * count :]
        x2 = other[:count]
        y2 = other[count:]
        s = work[:count]
        h = work[count : 2 * count]
        t = work[2 * count : 3 * count]
        r = work[3 * count : 4 * count]
        v = work[4 * count : 5 * count]
        w = work[5 * count :]
        square(s, z)  # 2
        multiply(h, x2, s)  # 1.3
        multiply(t, z, s)  # 1.5
        subtract(h, h, x)  # 5.3
        multiply(r, y2, t)  # 1.2
        square(s, h)  # 2.8
        multiply(t, z, h)  # 2.4
        z[:] = t
        subtract(r, r, y)  # 5.2
        multiply(v, x, s)  # 1.4
        multiply(t, s, h)  # h^3: 2
        square(s, r)  # 2.7
        multiply(w, y, t)  # 1.3
        scale(x, v, 2)
        add_elements(x, x, t)  # 4.8
        subtract_reduced(x, s, x)
        subtract(v, v, x)  # 5.4
        multiply(s, r, v)  # 2.8
        subtract_reduced(y, s, w)

    @helper(name=f"{name}_right_side")
    def right_side(out: Element, x: Element) -> None:
        """out = x^3 - 3x + b, reduced, for a canonical or reduced x."""
        t = Element()
        square(t, x)
        multiply(out, t, x)
        put(t, b)
        add_elements(out, out, t)
        scale(t, x, 3)
        subtract_reduced(out, out, t)

    @helper(name=f"{name}_on_curve_mask")
    def on_curve_mask(point: Affine) -> mask:
        """Ones where a pair of coordinates satisfies the curve's equation."""
        left = Element()
        right = Element()
        square(left, point[count:])
        right_side(right, point[:count])
        subtract(left, left, right)
        return is_zero(left)

    @helper(name=f"{name}_to_affine")
    def to_affine(out: Affine, point: Point, work: Work) -> None:
        """out = the affine point, for one that is not at infinity; (0, 0) for infinity."""
        s = work[:count]
        t = work[count : 2 * count]
        reduced = work[2 * count : 3 * count]
        reduced[:] = point[2 * count :]
        invert(s, reduced)
        square(t, s)
        multiply(out[:count], point[:count], t)
        multiply(reduced, t, s)
        multiply(out[count:], point[count : 2 * count], reduced)

    return Points(curve, field, double, add, add_affine, right_side, on_curve_mask, to_affine)
