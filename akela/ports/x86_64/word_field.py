"""A field whose numbers are four words, canonical at any time: the functions of `PrimeField` around products and sums by instructions."""

from collections.abc import Callable

from akela.kernels.fixed_power import make_power
from akela.kernels.inverse import mod_inverse
from akela.kernels.montgomery import subtract_if_not_less
from akela.kernels.prime_field import Layout, PrimeField
from akela.lang import (
    OK,
    Array,
    Mask,
    MutSlice,
    Slice,
    addc,
    bit_mask,
    fill,
    helper,
    kernel_maker,
    load_be64,
    mask_word,
    select,
    store_be64,
    subb,
    u8,
    u64,
    zero_mask,
)

LAYOUT = Layout(64, 64, 4)
Words = Array[u64, 4]
INVERSE_WORK = 50


@helper
def add_modulo(n: Words, a: Words, b: Words, out: Words) -> None:
    """out = a + b mod n, for a and b below n. `out` may be `a` or `b`."""
    t = Array[u64, 5]()
    carry = u64(0)
    for i in range(4):
        t[i], carry = addc(a[i], b[i], carry)
    t[4] = carry
    subtract_if_not_less(t[:], n[:], out[:])


@helper
def subtract_modulo(n: Words, a: Words, b: Words, out: Words) -> None:
    """out = a - b mod n, for a and b below n. `out` may be `a` or `b`."""
    borrow = u64(0)
    for i in range(4):
        out[i], borrow = subb(a[i], b[i], borrow)
    less = mask_word(bit_mask(borrow))
    carry = u64(0)
    for i in range(4):
        out[i], carry = addc(out[i], n[i] & less, carry)


@kernel_maker
def make_word_field(
    name: str,
    p: int,
    multiply: Callable[..., None],
    square: Callable[..., None],
    add: Callable[..., None],
    subtract: Callable[..., None],
) -> PrimeField:
    """The field of a prime between 2^255 and 2^256. Of the functions given `out` is the first argument, and may be an operand."""
    prime, one = LAYOUT.table(LAYOUT.limbs(p)), LAYOUT.table(LAYOUT.limbs((1 << 256) % p))
    r_squared, r_cubed = LAYOUT.table(LAYOUT.limbs((1 << 512) % p)), LAYOUT.table(LAYOUT.limbs((1 << 768) % p))
    unit = LAYOUT.table(LAYOUT.limbs(1))

    @helper(name=f"{name}_settle")
    def settle(x: Words) -> None:
        """Numbers are always settled."""

    @helper(name=f"{name}_scale")
    def scale(out: Words, a: Words, factor: int) -> None:
        """out = factor·a, for a factor of 2 to 4. `out` may be `a`."""
        t = Words()
        if factor == 2:
            add(out, a, a)
        else:
            add(t, a, a)
            if factor == 3:
                add(out, t, a)
            else:
                add(out, t, t)

    @helper(name=f"{name}_negate")
    def negate(x: Words) -> None:
        """x = -x."""
        zero = Words.zeros()
        subtract(x, zero, x)

    @helper(name=f"{name}_put")
    def put(out: Words, constant: Words) -> None:
        """out = a number that a table has."""
        out[:] = constant

    @helper(name=f"{name}_canonical")
    def canonical(x: Words) -> None:
        """Make any number of four words canonical."""
        t = Array[u64, 5]()
        t[:4] = x
        t[4] = 0
        subtract_if_not_less(t[:], prime[:], x[:])

    @helper(name=f"{name}_to_montgomery")
    def to_montgomery(out: Words, a: Words) -> None:
        """out = a·R, for any number of four words."""
        multiply(out, a, r_squared)

    @helper(name=f"{name}_from_montgomery")
    def from_montgomery(out: Words, a: Words) -> None:
        """The number whose Montgomery form is a."""
        multiply(out, a, unit)

    @helper(name=f"{name}_load")
    def load(out: Words, data: Array[u8, 32]) -> None:
        """The number, not in Montgomery form, that big-endian bytes say; it may be p or more."""
        for i in range(4):
            out[i] = load_be64(data, 24 - 8 * i)

    @helper(name=f"{name}_store")
    def store(out: Array[u8, 32], a: Words) -> None:
        """A number, not in Montgomery form, as big-endian bytes."""
        for i in range(4):
            store_be64(out, 24 - 8 * i, a[i])

    @helper(name=f"{name}_in_range_mask")
    def in_range_mask(a: Words) -> Mask[u64]:
        """Ones where a number as `load` gives it is less than p."""
        borrow = u64(0)
        for i in range(4):
            _, borrow = subb(a[i], u64(prime[i]), borrow)
        return bit_mask(borrow)

    @helper(name=f"{name}_zero_mask")
    def is_zero(x: Words) -> Mask[u64]:
        """Ones where x is zero modulo p. Montgomery form or not."""
        canonical(x)
        return zero_mask(x[0] | x[1] | x[2] | x[3])

    @helper(name=f"{name}_choose")
    def choose(mask_of: Mask[u64], out: MutSlice[u64], a: Slice[u64]) -> None:
        """out = a where the mask is ones."""
        for i in range(len(out)):
            out[i] = select(mask_of, a[i], out[i])

    @helper(name=f"{name}_lesser")
    def lesser(x: Words) -> Mask[u64]:
        """x = the lesser one of x and p - x, for a number that is canonical and not 0; ones where that is p - x."""
        other = Words()
        borrow = u64(0)
        for i in range(4):
            other[i], borrow = subb(u64(prime[i]), x[i], borrow)
        borrow = u64(0)
        for i in range(4):
            _, borrow = subb(other[i], x[i], borrow)
        above = bit_mask(borrow)
        choose(above, x[:], other[:])
        return above

    @helper(name=f"{name}_invert")
    def invert(out: Words, a: Words) -> None:
        """out = 1/a, for a number and its inverse in Montgomery form; 0 for 0, and whether it is that is told."""
        work = Array[u64, INVERSE_WORK]()
        t = Words()
        if mod_inverse(prime[:], a[:], t[:], work[:]) != OK:
            fill(t, 0)
        multiply(out, t, r_cubed)

    return PrimeField(
        name,
        p,
        LAYOUT,
        u64,
        Mask[u64],
        32,
        one,
        multiply,
        square,
        settle,
        add,
        subtract,
        scale,
        subtract,
        negate,
        put,
        canonical,
        to_montgomery,
        from_montgomery,
        load,
        store,
        in_range_mask,
        is_zero,
        choose,
        lesser,
        invert,
        make_power(name, u64, 4, multiply, square),
    )
