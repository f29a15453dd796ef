"""Keys, agreement and signatures over one curve in one layout of limbs, from bytes to bytes.

`make_curve_group` joins the arithmetic modulo p, that modulo the order n, and multiplication of points. Numbers are big-endian bytes as
long as p; points are encoded as in SEC 1 section 2.3.3.
"""

from collections.abc import Callable
from dataclasses import dataclass

from akela.kernels.comb import make_comb
from akela.kernels.ecdsa_nonce import drop_low_bits
from akela.kernels.joint_multiplication import make_joint_multiplication
from akela.kernels.prime_field import Layout, PrimeField, make_prime_field
from akela.kernels.weierstrass import WORK, Curve, Points, PointTables, make_points
from akela.kernels.window import make_window
from akela.lang import (
    BAD_PARAMETER,
    INVALID_KEY,
    INVALID_SIGNATURE,
    OK,
    Array,
    Bytes,
    Mask,
    Public,
    PublicBytes,
    Status,
    Word,
    bit_mask,
    declassify,
    fill,
    helper,
    kernel_maker,
    ne_mask,
    pause,
    subb,
    table,
    u8,
    u32,
)

UNCOMPRESSED = 0x04
COMPRESSED = 0x02  # or 0x03, where y is odd


@dataclass(frozen=True)
class CurveGroup:
    """The functions of one curve in one layout."""

    public_key: Callable[..., Status]
    decode: Callable[..., Status]
    agree: Callable[..., Status]
    sign: Callable[..., Status]
    verify_vartime: Callable[..., Status]
    reduce_digest: Callable[..., None]
    generate: Callable[..., None]


@dataclass(frozen=True)
class Multiples:
    """How points are multiplied; the last argument of each is room to work in."""

    base: Callable[..., None]  # (out, scalar, work)
    point: Callable[..., None]  # (out, scalar, point, work)
    both_vartime: Callable[..., bool]  # (out, u, v, point, work): u·G + v·point; False where that is infinity


@kernel_maker
def make_curve_group(curve: Curve, layout: Layout, tables: PointTables) -> CurveGroup:
    """The functions of a curve, with tables of this size."""
    points = make_points(curve, make_prime_field(curve.name, curve.p, layout))
    scalars = make_prime_field(f"{curve.name}_order", curve.n, layout)
    comb = make_comb(points, tables)
    window = make_window(points, scalars, tables.width)
    multiples = Multiples(comb.multiply, window.multiply, make_joint_multiplication(points, comb, window))
    return make_group_of(points, scalars, multiples)


@kernel_maker
def make_group_of(points: Points, scalars: PrimeField, multiples: Multiples) -> CurveGroup:
    """The functions of a curve; `scalars` is the field of the integers modulo its order."""
    curve, field, layout = points.curve, points.field, scalars.layout
    name, count, size = curve.name, layout.count, field.element_bytes
    Element, Affine, Point, Work = Array[Word, count], Array[Word, 2 * count], Array[Word, 3 * count], Array[Word, WORK * count]
    Number, NumberPair, PointBytes, Signature = Array[u8, size], Array[u8, 2 * size], Array[u8, 2 * size + 1], Array[Public[u8], 2 * size]
    spare_bits = 8 * size - curve.n.bit_length()
    multiply_base, multiply_point, multiply_both_vartime = multiples.base, multiples.point, multiples.both_vartime
    on_curve_mask, to_affine = points.on_curve_mask, points.to_affine
    square_root = field.power("square_root", (curve.p + 1) // 4)  # p = 3 modulo 4
    order_form = layout.table(layout.limbs((curve.n << layout.bits * count) % curve.p))  # of n modulo p
    BEYOND_ORDER = table(u8, (curve.p - curve.n).to_bytes(size, "big"))
    order_bits = curve.n.bit_length()
    below_order = layout.table(layout.limbs((1 << order_bits) - (curve.n - 1)))  # 2^k - (n - 1)
    bits, top = layout.bits, (order_bits - 1) // layout.bits
    top_bits = order_bits - bits * top
    limb_mask, top_mask = (1 << bits) - 1, (1 << top_bits) - 1

    @helper(name=f"{name}_load_scalar")
    def load_scalar(out: Element, data: Number) -> Mask[Word]:
        """A number that shall be from 1 to n - 1; ones where it is."""
        scalars.load(out, data)
        in_range = scalars.in_range_mask(out)
        return in_range & ~scalars.zero_mask(out)

    @helper(name=f"{name}_store_coordinates")
    def store_coordinates(out: NumberPair, point: Affine) -> None:
        """x and y of an affine point."""
        t = Element()
        field.from_montgomery(t, point[:count])
        field.store(out[:size], t)
        field.from_montgomery(t, point[count:])
        field.store(out[size:], t)

    @helper(name=f"{name}_decode_affine")
    def decode_affine(out: Affine, data: PublicBytes) -> bool:
        """SEC 1 section 2.3.4 without infinity, and section 3.2.2.1: whether `data` is a point of the curve, which then is `out`.

        The group has prime order, so that every point of the curve is in it.
        """
        t = Element()
        y = Element()
        if len(data) != size + 1 and len(data) != 2 * size + 1:
            return False
        kind = data[0]
        field.load(t, data[1 : 1 + size])
        if not declassify(field.in_range_mask(t), why="a public key is public"):
            return False
        field.to_montgomery(out[:count], t)
        if len(data) == 2 * size + 1:
            if kind != UNCOMPRESSED:
                return False
            field.load(t, data[size + 1 : 2 * size + 1])
            if not declassify(field.in_range_mask(t), why="a public key is public"):
                return False
            field.to_montgomery(out[count:], t)
            return declassify(on_curve_mask(out), why="a public key is public")
        if kind != COMPRESSED and kind != COMPRESSED + 1:
            return False
        points.right_side(t, out[:count])
        square_root(y, t)
        out[count:] = y
        if not declassify(on_curve_mask(out), why="a public key is public"):
            return False
        field.from_montgomery(t, y)
        if declassify(ne_mask(t[0] & 1, Word(kind & 1)), why="a public key is public"):
            field.negate(out[count:])
        return True

    @helper(name=f"{name}_public_point")
    def public_point(private: Number, out: PointBytes) -> Status:
        """The encoded point private·G."""
        scalar = Element()
        if not declassify(load_scalar(scalar, private), why="a private key out of range is refused, which tells that it is no key"):
            return INVALID_KEY
        work = Work()
        point = Point()
        affine = Affine()
        multiply_base(point, private, work)
        to_affine(affine, point, work)
        out[0] = UNCOMPRESSED
        store_coordinates(out[1:], affine)
        return OK

    @helper(name=f"{name}_decode_point")
    def decode_point(data: PublicBytes, out: PointBytes) -> Status:
        """An encoded point, compressed or not, in uncompressed form."""
        affine = Affine()
        if not decode_affine(affine, data):
            return INVALID_KEY
        out[0] = UNCOMPRESSED
        store_coordinates(out[1:], affine)
        return OK

    @helper(name=f"{name}_agree")
    def agree(private: Number, peer: PublicBytes, out: Number) -> Status:
        """SP 800-56A section 5.7.1.2: x of private·peer, which is not infinity as neither number is 0 modulo the prime n."""
        scalar = Element()
        if not declassify(load_scalar(scalar, private), why="a private key out of range is refused, which tells that it is no key"):
            return INVALID_KEY
        work = Work()
        point = Point()
        affine = Affine()
        if not decode_affine(affine, peer):
            return INVALID_KEY
        multiply_point(point, private, affine, work)
        to_affine(affine, point, work)
        field.from_montgomery(scalar, affine[:count])
        field.store(out, scalar)
        return OK

    @helper(name=f"{name}_reduce_digest")
    def reduce_digest(digest: Bytes, out: Number) -> None:
        """RFC 6979 section 2.3.4, bits2octets: the leftmost bits of the digest, as many as n has, modulo n."""
        taken = min(len(digest), size)
        fill(out, 0)
        out[size - taken :] = digest[:taken]
        if taken == size:
            drop_low_bits(out[:], spare_bits)
        t = Element()
        scalars.load(t, out)
        scalars.canonical(t)
        scalars.store(out, t)

    @helper(name=f"{name}_sign_with_nonce")
    def sign_with_nonce(private: Number, nonce: Number, digest: Number, out: NumberPair) -> Status:
        """FIPS 186-5 section 6.4.1: r and s. BAD_PARAMETER where the nonce will not do, `out` then being zeros; `digest` is reduced."""
        k = Element()
        key = Element()
        r = Element()
        s = Element()
        t = Element()
        fill(out, 0)
        if not declassify(load_scalar(k, nonce), why="a nonce that is thrown away tells nothing about the next one"):
            return BAD_PARAMETER
        if not declassify(load_scalar(key, private), why="a private key out of range is refused, which tells that it is no key"):
            return INVALID_KEY
        work = Work()
        point = Point()
        affine = Affine()
        multiply_base(point, nonce, work)
        to_affine(affine, point, work)
        field.from_montgomery(r, affine[:count])
        scalars.canonical(r)  # x modulo n

        # s = (digest + r·key)/k, where a product with one factor in Montgomery form is not in that form.
        scalars.to_montgomery(t, r)
        scalars.multiply(s, t, key)
        scalars.load(t, digest)
        scalars.add(s, s, t)
        scalars.to_montgomery(t, k)
        scalars.invert(k, t)
        scalars.multiply(t, s, k)
        none = scalars.zero_mask(t) | scalars.zero_mask(r)
        scalars.store(out[:size], r)
        scalars.store(out[size:], t)
        if declassify(none, why="a nonce that is thrown away tells nothing about the next one"):
            fill(out, 0)
            return BAD_PARAMETER
        return OK

    @helper(name=f"{name}_is_beyond_order_vartime")
    def is_beyond_order_vartime(r: Array[Public[u8], size]) -> bool:
        """Whether r + n < p, so that r may be what is left of a coordinate x = r + n."""
        borrow = u32(0)
        for i in range(size):
            _, borrow = subb(u32(r[size - 1 - i]), u32(BEYOND_ORDER[size - 1 - i]), borrow)
        return declassify(bit_mask(borrow), why="a signature is public")

    @helper(name=f"{name}_verify_vartime")
    def verify_vartime(public: PublicBytes, digest: Bytes, signature: Signature) -> Status:
        """FIPS 186-5 section 6.4.2."""
        r = Element()
        s = Element()
        t = Element()
        w = Element()
        u = Number()
        v = Number()
        key = Affine()
        point = Point()
        work = Work()
        if not decode_affine(key, public):
            return INVALID_KEY
        in_range = load_scalar(r, signature[:size]) & load_scalar(s, signature[size:])
        if not declassify(in_range, why="a signature is public"):
            return INVALID_SIGNATURE
        scalars.to_montgomery(t, s)
        scalars.invert(w, t)
        reduce_digest(digest, u)
        scalars.load(t, u)
        scalars.multiply(s, t, w)
        scalars.canonical(s)
        scalars.store(u, s)
        scalars.multiply(s, r, w)
        scalars.canonical(s)
        scalars.store(v, s)
        if not multiply_both_vartime(point, u, v, key, work):
            return INVALID_SIGNATURE

        # x modulo n is r where X = r·Z^2, or X = (r + n)·Z^2 with r + n < p.
        field.square(w, point[2 * count :])
        field.to_montgomery(t, r)
        field.multiply(s, t, w)
        field.subtract(s, s, point[:count])
        if declassify(field.zero_mask(s), why="a signature is public"):
            return OK
        if not is_beyond_order_vartime(signature[:size]):
            return INVALID_SIGNATURE
        field.put(r, order_form)
        field.add(t, t, r)
        field.multiply(s, t, w)
        field.subtract(s, s, point[:count])
        if declassify(field.zero_mask(s), why="a signature is public"):
            return OK
        return INVALID_SIGNATURE

    @helper(name=f"{name}_generate")
    def generate(entropy: Bytes, out: Number) -> None:
        """FIPS 186-5 section A.2.1: d = c mod (n - 1) + 1, c being the number that `entropy`, 64 bits and more longer than n, holds."""
        d = Element.zeros()
        t = Element()
        for position in range(8 * len(entropy)):
            pause()
            # d = 2d + bit, less 2^k - (n - 1) where that reaches 2^k: as in the canonical form of an element.
            rest = Word((entropy[position // 8] >> (7 - position % 8)) & 1)
            for i in range(top + 1):
                rest += 2 * d[i]
                d[i] = rest & limb_mask if i < top else rest
                rest >>= bits
            rest = Word(0)
            for i in range(top + 1):
                rest += d[i] + Word(below_order[i])
                t[i] = rest & limb_mask if i < top else rest & top_mask
                rest >>= bits if i < top else top_bits
            scalars.choose(bit_mask(rest), d[:], t[:])
        d[0] += 1
        scalars.settle(d)
        scalars.store(out, d)

    return CurveGroup(public_point, decode_point, agree, sign_with_nonce, verify_vartime, reduce_digest, generate)
