"""EdDSA, RFC 8032 section 3: keys, signatures and their verification, for either curve and either hash.

What is accepted is what section 5.1.7 (5.2.7) describes, without the cofactor, and strictly:

- S is less than the group's order L: with S + L the same signature could be written in another way;
- the public key A is encoded canonically (y less than p, no -0), is on the curve, and has not a small order. Under a key of small order
  one signature holds for many messages; the RFC leaves such keys to the implementation, and no honest signer has one;
- R is the encoding of s·B - k·A, compared byte by byte. So R, too, is canonical.

Whoever accepts by the equation with the cofactor accepts everything that is accepted here, and signatures that only somebody who knows the
private key could have made besides.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from akela.kernels.base_coordinate import make_base_coordinate
from akela.kernels.double_scalar import make_double_scalar
from akela.kernels.edwards_curve import Edwards
from akela.kernels.fixed_base import Affine, make_fixed_base
from akela.kernels.group_order import Order
from akela.lang import OK, Array, Bytes, Status, declassify, helper, kernel_maker, nonzero_mask, table, u8


@dataclass(frozen=True)
class EddsaForm:
    """The work on points in one form of the field."""

    multiply_base: Callable[..., None]  # (k, out): the encoding of k·B
    base_coordinate: Callable[..., None]  # (k, out): the coordinate u of k·B on the Montgomery curve
    combine_vartime: Callable[..., bool]  # (s, k, public_key, out): the encoding of s·B - k·A; False where A is none


@dataclass(frozen=True)
class Eddsa:
    """What is the same for all forms."""

    order: Order
    expand: Callable[..., None]
    hash_pieces: Callable[..., None]  # (domain, first, second, data, out): their digest modulo L
    sign: Callable[..., None]
    verify_vartime: Callable[..., bool]


@kernel_maker
def make_eddsa_form(
    name: str, curve: Edwards, base: Affine, order: int, teeth: int, combs: int, base_width: int, point_width: int
) -> EddsaForm:
    """`teeth`, `combs`: the table for multiples of the base point in constant time; `base_width`, `point_width`: for verification."""
    octets, Point, Room = curve.octets, curve.Point, curve.Room
    multiply = make_fixed_base(f"{name}_base", curve, base, order, teeth, combs).multiply
    combine = make_double_scalar(f"{name}_combine", curve, base, base_width, point_width)

    @helper(name=f"{name}_multiply_base")
    def multiply_base(k: Array[u8, octets], out: Array[u8, octets]) -> None:
        """The encoding of k·B."""
        p = Point()
        r = Room()
        multiply(k, p, r)
        curve.encode(p, out)

    @helper(name=f"{name}_is_small_vartime")
    def is_small_vartime(a: Point, r: Room) -> bool:
        """Whether the order of a is small. A helper of its own, so that the copy is off the stack before the multiples are on it."""
        multiple = Point()
        multiple.x[:] = a.x
        multiple.y[:] = a.y
        multiple.z[:] = a.z
        return curve.is_small_vartime(multiple, r)

    @helper(name=f"{name}_check_vartime")
    def combine_vartime(s: Array[u8, octets], k: Array[u8, octets], public_key: Array[u8, octets], out: Array[u8, octets]) -> bool:
        """The encoding of s·B - k·A. False where A is no point, or one of small order."""
        a = Point()
        r = Room()
        if not curve.decode_vartime(public_key, a):
            return False
        if is_small_vartime(a, r):
            return False
        combine(s, k, a, r)
        curve.encode(a, out)
        return True

    return EddsaForm(multiply_base, make_base_coordinate(name, curve, multiply), combine_vartime)


@kernel_maker
def make_eddsa(
    name: str,
    hash: Any,
    octets: int,
    keep: int,
    set_bits: int,
    order: Order,
    multiply_base: Callable[..., None],
    combine_vartime: Callable[..., Status],
) -> Eddsa:
    """`hash` has digests of 2·octets bytes; `keep` and `set_bits` prune what becomes the private number."""
    HashState = hash.state
    hash_init, hash_update, hash_final = hash.init, hash.update, hash.final
    digest_octets = 2 * octets
    KEEP = table(u8, keep.to_bytes(octets, "little"))
    SET = table(u8, set_bits.to_bytes(octets, "little"))

    @helper(name=f"{name}_expand")
    def expand(private_key: Array[u8, octets], scalar: Array[u8, octets], prefix: Array[u8, octets], public_key: Array[u8, octets]) -> None:
        """Section 5.1.5 (5.2.5): the private number, modulo L, and what nonces are made of; and the public key."""
        state = HashState()
        digest = Array[u8, digest_octets]()
        hash_init(state)
        hash_update(state, private_key[:])
        hash_final(state, digest)
        prefix[:] = digest[octets:]
        for i in range(octets):
            digest[i] = (digest[i] & KEEP[i]) | SET[i]
        order.reduce(digest[:octets], scalar)
        multiply_base(scalar, public_key)

    @helper(name=f"{name}_hash")
    def hash_pieces(domain: Bytes, first: Bytes, second: Bytes, data: Bytes, out: Array[u8, octets]) -> None:
        """The digest of all pieces, modulo L."""
        state = HashState()
        digest = Array[u8, digest_octets]()
        hash_init(state)
        hash_update(state, domain)
        hash_update(state, first)
        hash_update(state, second)
        hash_update(state, data)
        hash_final(state, digest)
        order.reduce(digest[:], out)

    @helper(name=f"{name}_make")
    def sign(
        scalar: Array[u8, octets],
        prefix: Array[u8, octets],
        public_key: Array[u8, octets],
        domain: Bytes,
        data: Bytes,
        out: Array[u8, digest_octets],
    ) -> None:
        """Section 5.1.6 (5.2.6); `domain` is dom2 (dom4)."""
        r = Array[u8, octets]()
        k = Array[u8, octets]()
        point = Array[u8, octets]()
        hash_pieces(domain, prefix[:], data[:0], data, r)
        multiply_base(r, point)
        hash_pieces(domain, point[:], public_key[:], data, k)
        order.multiply_add(k, scalar, r, out[octets:])
        out[:octets] = point

    @helper(name=f"{name}_verify_vartime")
    def verify_vartime(public_key: Array[u8, octets], domain: Bytes, data: Bytes, signature: Array[u8, digest_octets]) -> bool:
        """Section 5.1.7 (5.2.7)."""
        s = Array[u8, octets]()
        k = Array[u8, octets]()
        point = Array[u8, octets]()
        s[:] = signature[octets:]
        if not order.is_less_vartime(s):
            return False
        hash_pieces(domain, signature[:octets], public_key[:], data, k)
        if combine_vartime(s, k, public_key, point) != OK:
            return False
        differences = u8(0)
        for i in range(octets):
            differences |= point[i] ^ signature[i]
        return not declassify(nonzero_mask(differences), why="whether a signature holds is what the caller is told")

    return Eddsa(order, expand, hash_pieces, sign, verify_vartime)
