"""Public keys of X25519 and X448 by way of the Edwards curve, where multiples of the base point come out of a table: RFC 7748 section 4."""

from collections.abc import Callable

from akela.kernels.edwards_curve import Edwards
from akela.lang import Array, helper, kernel_maker, u8


@kernel_maker
def make_base_coordinate(name: str, curve: Edwards, base_point: Callable[..., None]) -> Callable[..., None]:
    """The helper (k, out) that gives the coordinate u of k·B on the Montgomery curve, for k that is no multiple of the group's order.
    `base_point` (k, p, r) sets p = k·B.

    The point stays in projective coordinates until then, so there is one inversion. u = (1 + y)/(1 - y) for edwards25519 (section 4.1),
    u = y^2/x^2 for edwards448 (section 4.2).
    """
    field, octets, Element, Point, Room = curve.field, curve.octets, curve.field.Element, curve.Point, curve.Room
    number_octets = (field.p.bit_length() + 7) // 8
    twisted = curve.a == -1

    @helper(name=f"{name}_base_coordinate")
    def base_coordinate(k: Array[u8, octets], out: Array[u8, number_octets]) -> None:
        """The coordinate u, from 0 to p - 1, little-endian."""
        p = Point()
        r = Room()
        divisor = Element()
        inverse = Element()
        base_point(k, p, r)
        if twisted:
            field.subtract(p.z, p.y, divisor)
            field.add(p.z, p.y, p.x)
        else:
            field.square(p.x, divisor)
            field.square(p.y, p.x)
        curve.invert(divisor, inverse)
        field.mul(p.x, inverse, divisor)
        field.to_bytes(divisor, out)

    return base_coordinate
