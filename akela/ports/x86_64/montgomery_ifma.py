"""Montgomery multiplication in limbs of 52 bits, eight to a vector, with AVX-512 IFMA: Gueron and Krasnov, "Software implementation of
modular exponentiation, using advanced vector instructions architectures", 2012.

A modulus of `words` words of 64 bits, a multiple of 4, has 5/4 as many limbs, so that R = 2^(65·words) is at least 2^words times the
modulus n.
Results are less than 2n where the product of the operands is at most n·R: no subtraction is needed in between. Lanes above the limbs are
zero.
"""

from collections.abc import Callable
from dataclasses import dataclass

from akela.kernels.montgomery import negative_inverse, r_mod
from akela.lang import (
    Array,
    MutSlice,
    Slice,
    fill,
    helper,
    kernel_maker,
    load_le64,
    load_vector,
    shuffle,
    splat,
    store_le64,
    store_vector,
    u8,
    u64,
    u64x8,
    unroll,
)
from akela.ports.x86_64.ifma import MASK_52, add_one, first_carry, lanes_down, lanes_less, lanes_up, madd52hi, madd52lo

LIMB_BITS = 52


@helper
def words_to_limbs(words: Slice[u64], first_bit: int, count: int, out: MutSlice[u8]) -> None:
    """`count` limbs of a number, from one of its bits on; zeros above them and beyond the number's end."""
    fill(out, 0)
    at, shift = first_bit // 64, first_bit % 64
    for i in range(count):
        limb = u64(0)
        if at < len(words):
            limb = words[at] >> shift
        shift += LIMB_BITS
        if shift >= 64:
            shift -= 64
            at += 1
            if at < len(words) and shift > 0:
                limb |= words[at] << (LIMB_BITS - shift)
        store_le64(out, 8 * i, limb & MASK_52)


@helper
def limbs_to_words(limbs: Slice[u8], count: int, out: MutSlice[u64]) -> None:
    """The lowest words of a number of `count` limbs."""
    at, have, rest = 0, 0, u64(0)
    for i in range(count):
        limb = load_le64(limbs, 8 * i)
        rest |= limb << have
        have += LIMB_BITS
        if have >= 64:
            have -= 64
            if at < len(out):
                out[at] = rest
            at += 1
            rest = limb >> (LIMB_BITS - have)
    if at < len(out):
        out[at] = rest


@dataclass(frozen=True)
class Arithmetic:
    """The functions for so many numbers of so many words side by side."""

    words: int
    chains: int
    limbs: int
    vectors: int  # that hold a number
    stride: int  # from a number in octets to the next one
    multiply: Callable[..., None]
    settle: Callable[..., None]
    store: Callable[..., None]
    setup: Callable[..., None]


@kernel_maker
def make_arithmetic(words: int, chains: int) -> Arithmetic:
    """Montgomery arithmetic modulo `chains` numbers of so many words. Each of the chains fills the others' waits."""
    limbs = words // 4 * 5
    vectors = -(-limbs // 8)
    stride = 64 * vectors + 8  # `multiply` reads a limb more, which is zero
    Numbers, Carried = Array[u64x8, chains * vectors], Array[u64x8, vectors + 1]
    Octets, Factors = Array[u8, chains * stride], Array[u64x8, chains]
    last = vectors - 1
    r_bits = LIMB_BITS * limbs
    squarings = r_bits.bit_length() - 7  # some hundred doublings take as long as these and what they would spare
    doublings = r_bits >> squarings

    @helper(name=f"ifma_settle_{words}_{chains}")
    def settle(t: Numbers) -> None:
        """Leave 52 bits in each lane. Lanes have less than 2^63: what is carried is less than 2^11, and what that leaves 0 or 1."""
        full = splat(u64x8, u64(MASK_52))
        for c in unroll(range(chains)):
            carried = Carried()
            carried[0] = splat(u64x8, u64(0))
            for j in unroll(range(vectors)):
                carried[j + 1] = t[c * vectors + j] >> LIMB_BITS
            carry = u64(0)
            for j in unroll(range(vectors)):
                x = (t[c * vectors + j] & MASK_52) + lanes_up(carried[j + 1], carried[j])
                # Lanes that carry 1, and lanes that would with 1 more: the sum carries along runs of these.
                more = lanes_less(full, x)
                full_lanes = lanes_less(full, x + 1) ^ more
                ripple = (more << 1) + carry + full_lanes
                carry = ripple >> 8
                t[c * vectors + j] = add_one(x, ripple ^ full_lanes) & MASK_52

    @helper(name=f"ifma_multiply_{words}_{chains}")
    def multiply(a: Numbers, b: Octets, n: Numbers, n0: Factors, out: Numbers) -> None:
        """out = a·b/R modulo n. `out` may be `a`."""
        t = Numbers()
        limb = Factors()
        for c in unroll(range(chains)):
            limb[c] = splat(u64x8, load_le64(b, stride * c))
            for j in unroll(range(vectors)):
                t[c * vectors + j] = madd52lo(splat(u64x8, u64(0)), a[c * vectors + j], limb[c])
        for i in range(limbs):
            for c in unroll(range(chains)):
                # t = (t + m·n) / 2^52, and what limb i adds to it: the upper halves of a·b_i, the lower ones of a·b_(i+1).
                m = shuffle(madd52lo(splat(u64x8, u64(0)), t[c * vectors], n0[c]), 0, 0, 0, 0, 0, 0, 0, 0)
                next_limb = splat(u64x8, load_le64(b, stride * c + 8 * i + 8))
                for j in unroll(range(vectors)):
                    t[c * vectors + j] = madd52lo(t[c * vectors + j], n[c * vectors + j], m)
                carry = first_carry(t[c * vectors])
                for j in unroll(range(last)):
                    t[c * vectors + j] = lanes_down(t[c * vectors + j + 1], t[c * vectors + j])
                t[c * vectors + last] = lanes_down(splat(u64x8, u64(0)), t[c * vectors + last])
                # Every step waits for t, whose lowest lane says what m is: what does not depend on t is summed apart.
                for j in unroll(range(vectors)):
                    apart = madd52lo(madd52hi(splat(u64x8, u64(0)), a[c * vectors + j], limb[c]), a[c * vectors + j], next_limb)
                    apart = madd52hi(apart, n[c * vectors + j], m)
                    t[c * vectors + j] += apart + carry if j == 0 else apart
                limb[c] = next_limb
        settle(t)
        out[:] = t

    @helper(name=f"ifma_load_{words}_{chains}")
    def load(data: Octets, out: Numbers) -> None:
        for c in unroll(range(chains)):
            for j in unroll(range(vectors)):
                out[c * vectors + j] = load_vector(u64x8, data, stride * c + 64 * j)

    @helper(name=f"ifma_store_{words}_{chains}")
    def store(numbers: Numbers, out: Octets) -> None:
        for c in unroll(range(chains)):
            for j in unroll(range(vectors)):
                store_vector(out, stride * c + 64 * j, numbers[c * vectors + j])

    @helper(name=f"ifma_double_{words}_{chains}")
    def double(x: Numbers, n: Numbers) -> None:
        """x = 2·x mod n, for x < n."""
        y = Numbers()
        less = Numbers()
        carried = Carried()
        for c in unroll(range(chains)):
            carried[0] = splat(u64x8, u64(0))
            borrow = u64(0)
            for j in unroll(range(vectors)):
                carried[j + 1] = x[c * vectors + j] >> (LIMB_BITS - 1)
                y[j] = ((x[c * vectors + j] << 1) & MASK_52) | lanes_up(carried[j + 1], carried[j])
                # Lanes that borrow 1, and lanes that would with 1 less, as carries in `settle`.
                fewer = lanes_less(y[j], n[c * vectors + j])
                equal = lanes_less(y[j], n[c * vectors + j] + 1) ^ fewer
                ripple = (fewer << 1) + borrow + equal
                borrow = ripple >> 8
                less[j] = (y[j] - add_one(n[c * vectors + j], ripple ^ equal)) & MASK_52
            keep = splat(u64x8, -borrow)
            for j in unroll(range(vectors)):
                x[c * vectors + j] = (y[j] & keep) | (less[j] & ~keep)

    @helper(name=f"ifma_setup_{words}_{chains}")
    def setup(moduli: Slice[u64], n: Numbers, n0: Factors, r_squared: Numbers, work: MutSlice[u64]) -> None:
        """What belongs to the moduli, which stand one behind the other: n, -1/n mod 2^52, and R^2 mod n."""
        octets = Octets.zeros()
        power = work[:words]
        t = work[words : 3 * words + 1]
        for c in range(chains):
            own = moduli[words * c : words * c + words]
            words_to_limbs(own, 0, limbs, octets[stride * c : stride * c + 8 * limbs])
            n0[c] = splat(u64x8, negative_inverse(own[0]))
        load(octets, n)
        for c in range(chains):
            r_mod(moduli[words * c : words * c + words], power, t)
            words_to_limbs(power, 0, limbs, octets[stride * c : stride * c + 8 * limbs])
        # 2^(64·words) is doubled until it is 2·R, the form of 2, and further, until it is the form of 2 to the highest bits of what R is
        # as a power of 2; each squaring takes in a bit more.
        load(octets, r_squared)
        for _ in range(r_bits - 64 * words + 1):
            double(r_squared, n)
        two = Octets.zeros()
        store(r_squared, two)
        for _ in range(doublings - 1):
            double(r_squared, n)
        for i in range(squarings):
            store(r_squared, octets)
            multiply(r_squared, octets, n, n0, r_squared)
            if (r_bits >> (squarings - 1 - i)) & 1 == 1:
                multiply(r_squared, two, n, n0, r_squared)

    return Arithmetic(words, chains, limbs, vectors, stride, multiply, settle, store, setup)
