"""What verifies a signature: s·B - k·A on an Edwards curve, for any point A and the base point B.

Both numbers are written with few digits that are not zero, each odd and of at most `width` bits with its sign (the non-adjacent form of
that width: Hankerson, Menezes and Vanstone, "Guide to Elliptic Curve Cryptography", algorithm 3.35), and are worked through together. The
time depends on the numbers.
"""

from collections.abc import Callable

from akela.kernels.edwards_curve import Edwards
from akela.kernels.fixed_base import Affine, odd_multiples, operand_numbers
from akela.lang import Array, Public, bit_mask, declassify, fill, helper, kernel_maker, pause, table, u8

ZERO = 128  # the digit 0: what is stored is the digit and 128


@kernel_maker
def make_double_scalar(name: str, curve: Edwards, base: Affine, base_width: int, point_width: int) -> Callable[..., None]:
    """The helper (s, k, a, r) that replaces a by s·B - k·a. `point_width` is for a, whose multiples are made each time, on the stack."""
    field, octets, Point, Operand, Room = curve.field, curve.octets, curve.Point, curve.Operand, curve.Room
    word, limbs = field.word, field.limbs
    digits = 8 * octets + 1
    multiples = 1 << point_width - 2
    room = 4 * limbs * multiples
    number_octets = (field.p.bit_length() + 7) // 8
    entry_octets = 3 * number_octets
    points = odd_multiples(field.p, curve.a, curve.d, base, 1 << base_width - 2)
    numbers = [number for point in points for number in operand_numbers(field.p, curve.a, curve.d, point)]
    TABLE = table(u8, b"".join(number.to_bytes(number_octets, "little") for number in numbers))

    @helper(name=f"{name}_recode_vartime")
    def recode_vartime(k: Array[u8, octets], width: int, out: Array[Public[u8], digits]) -> None:
        """The digits of k, least significant first."""
        fill(out, ZERO)
        at, carry = 0, 0
        while at < digits:
            window = carry
            for i in range(width):
                if at + i < digits - 1:
                    octet = declassify(k[(at + i) // 8], why="a signature, its message and its key may be known")
                    window += int((octet >> ((at + i) % 8)) & 1) << i
            if window % 2 == 0:
                at += 1  # what was carried, if anything, is carried on
            else:
                carry = 1 if window > 1 << (width - 1) else 0
                out[at] = u8(ZERO + window - (carry << width))
                at += width

    @helper(name=f"{name}_store")
    def store(q: Operand, entry: Array[word, 4 * limbs]) -> None:
        entry[:limbs] = q.u
        entry[limbs : 2 * limbs] = q.v
        entry[2 * limbs : 3 * limbs] = q.w
        entry[3 * limbs :] = q.z

    @helper(name=f"{name}_load")
    def load(entry: Array[word, 4 * limbs], q: Operand) -> None:
        q.u[:] = entry[:limbs]
        q.v[:] = entry[limbs : 2 * limbs]
        q.w[:] = entry[2 * limbs : 3 * limbs]
        q.z[:] = entry[3 * limbs :]

    @helper(name=f"{name}_make_multiples")
    def make_multiples(a: Point, q: Operand, out: Array[word, room], r: Room) -> None:
        """The operands a, 3·a, 5·a …; changes a and q. The last one's place holds 2·a until its turn comes."""
        curve.prepare(a, q)
        store(q, out[: 4 * limbs])
        curve.double(a, True, r)
        curve.prepare(a, q)
        store(q, out[room - 4 * limbs :])
        load(out[: 4 * limbs], q)
        for i in range(1, multiples):
            pause()
            curve.add(a, q, False, True, r)
            curve.prepare(a, q)
            store(q, out[4 * limbs * i : 4 * limbs * i + 4 * limbs])
            load(out[room - 4 * limbs :], q)

    @helper(name=f"{name}_vartime")
    def multiply_vartime(s: Array[u8, octets], k: Array[u8, octets], a: Point, r: Room) -> None:
        """a = s·B - k·a. Without t: the result can only be encoded."""
        of_s = Array[Public[u8], digits]()
        of_k = Array[Public[u8], digits]()
        points = Array[word, room]()
        q = Operand()
        recode_vartime(s, base_width, of_s)
        recode_vartime(k, point_width, of_k)
        make_multiples(a, q, points, r)
        curve.set_neutral(a)
        started = False
        for i in range(digits - 1, -1, -1):
            pause()
            digit_s, digit_k = int(of_s[i]) - ZERO, int(of_k[i]) - ZERO
            if started:
                curve.double(a, digit_s != 0 or digit_k != 0, r)
            started = started or digit_s != 0 or digit_k != 0
            if digit_k != 0:
                at = 4 * limbs * (max(digit_k, -digit_k) // 2)
                load(points[at : at + 4 * limbs], q)
                if digit_k > 0:
                    curve.negate(bit_mask(word(1)), q)
                curve.add(a, q, False, digit_s != 0, r)
            if digit_s != 0:
                at = entry_octets * (max(digit_s, -digit_s) // 2)
                field.from_bytes(TABLE[at : at + number_octets], q.u)
                field.from_bytes(TABLE[at + number_octets : at + 2 * number_octets], q.v)
                field.from_bytes(TABLE[at + 2 * number_octets : at + 3 * number_octets], q.w)
                if digit_s < 0:
                    curve.negate(bit_mask(word(1)), q)
                curve.add(a, q, True, False, r)

    return multiply_vartime
