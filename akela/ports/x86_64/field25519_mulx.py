"""Numbers modulo 2^255 - 19 in four words, with MULX, ADCX and ADOX: the operations of `limb_field.py`'s `Field` on them.

A number is any of four words, less than 2^256, but where a result is said to be canonical. 2^256 counts for 38, 2^255 for 19.
"""

from dataclasses import replace

from akela.kernels.field25519 import P, make_powers
from akela.kernels.limb_field import Field
from akela.kernels.montgomery import multiply_add_row
from akela.lang import (
    Array,
    Mask,
    Public,
    addc,
    bit_mask,
    helper,
    intrinsic,
    load_le64,
    pause,
    select,
    store_le64,
    subb,
    swap_if,
    u8,
    u64,
    unroll,
)
from akela.ports.x86_64.word_products import CLOBBERS, FACTORS, NEEDS, STORE, T, add_row, first_row, multiply_words, product
from akela.ports.x86_64.word_products import square as product_with_itself

Words = Array[u64, 4]
LOW_63 = (1 << 63) - 1
WORD = (1 << 64) - 1

# Below, what is above bit 255 is taken off, and comes in again at the bottom 19 times: rcx and the highest bit of r11.
FOLD = [
    f"shldq $1, {T[3]}, %%rcx",
    "imulq $19, %%rcx, %%rcx",
    f"btrq $63, {T[3]}",
    f"addq %%rcx, {T[0]}",
    f"adcq $0, {T[1]}",
    f"adcq $0, {T[2]}",
    f"adcq $0, {T[3]}",
]
REDUCE = ["movl $38, %%edx", *add_row(0, T[4:], (*T[:4], "%%r12")), "movq %%r12, %%rcx", *FOLD, *STORE]


@helper(name="fold_25519")
def fold(t: Words, high: u64, out: Words) -> None:
    """out = t + 2^256·high, less than 2^255 + 2^25, for high below 2^20."""
    out[0], carry = addc(t[0], 19 * ((high << 1) | (t[3] >> 63)), u64(0))
    out[1], carry = addc(t[1], u64(0), carry)
    out[2], carry = addc(t[2], u64(0), carry)
    out[3] = (t[3] & LOW_63) + carry


@helper(name="reduce_25519")
def reduce(t: Array[u64, 8], out: Words) -> None:
    """out = t mod p; t is used up."""
    high = multiply_add_row(t[:4], t[4:], u64(38), u64(0))
    fold(t[:4], high, out)


@intrinsic(asm="\n".join([*product(), *REDUCE]), needs=NEEDS, clobbers=CLOBBERS, name="mul_25519")
def mul(a: Words, b: Words, out: Words) -> None:
    """out = a·b. `out` may be `a` or `b`."""
    t = Array[u64, 8]()
    multiply_words(t, a, b)
    reduce(t, out)


@intrinsic(asm="\n".join([*product_with_itself(), *REDUCE]), needs=NEEDS, clobbers=CLOBBERS, name="square_25519")
def square(a: Words, out: Words) -> None:
    """out = a^2. `out` may be `a`."""
    t = Array[u64, 8]()
    multiply_words(t, a, a)
    reduce(t, out)


@intrinsic(
    asm="\n".join(["movq {factor}, %%rdx", *first_row(0, FACTORS, (*T[:4], "%%rcx")), *FOLD, *STORE]),
    needs=NEEDS,
    clobbers=("rax", "rcx", "rdx", "r8", "r9", "r10", "r11"), name="scale_25519")
def scale(a: Words, factor: Public[u64], out: Words) -> None:
    """out = a·factor, for a factor below 2^18. `out` may be `a`."""
    t = Words.zeros()
    high = multiply_add_row(t[:], a[:], factor, u64(0))
    fold(t, high, out)


SUM_CLOBBERS = ("rax", "r8", "r9", "r10", "r11")


def with_carry(instruction: str, carry: str, of_products: bool) -> str:
    """out = a + b or a - b: what passes the end counts for 38, and so does what that makes pass it, when the lowest word is small.

    Where a and b are products, less than 2^255 + 2^25, it passes the end once at most; the lowest word of a sum is small after that.
    """
    lines = [f"movq {8 * i}({{a}}), {T[i]}" for i in range(4)]
    lines += [f"{instruction if i == 0 else carry} {8 * i}({{b}}), {T[i]}" for i in range(4)]
    correction = ["sbbq %%rax, %%rax", "andl $38, %%eax", f"{instruction} %%rax, {T[0]}"]
    lines += correction
    if not of_products or instruction == "subq":
        lines += [f"{carry} $0, {T[i]}" for i in range(1, 4)]
    if not of_products:
        lines += correction
    return "\n".join([*lines, *STORE])


@intrinsic(asm=with_carry("addq", "adcq", of_products=False), clobbers=SUM_CLOBBERS, name="add_25519")
def add(a: Words, b: Words, out: Words) -> None:
    """out = a + b. `out` may be `a` or `b`."""
    carry = u64(0)
    for i in range(4):
        out[i], carry = addc(a[i], b[i], carry)
    carry *= 38
    for i in range(4):
        out[i], carry = addc(out[i], carry, u64(0))
    out[0] += 38 * carry


@intrinsic(asm=with_carry("subq", "sbbq", of_products=False), clobbers=SUM_CLOBBERS, name="subtract_25519")
def subtract(a: Words, b: Words, out: Words) -> None:
    """out = a - b. `out` may be `a` or `b`."""
    borrow = u64(0)
    for i in range(4):
        out[i], borrow = subb(a[i], b[i], borrow)
    borrow *= 38
    for i in range(4):
        out[i], borrow = subb(out[i], borrow, u64(0))
    out[0] -= 38 * borrow


@intrinsic(asm=with_carry("addq", "adcq", of_products=True), clobbers=SUM_CLOBBERS, name="add_products_25519")
def add_products(a: Words, b: Words, out: Words) -> None:
    """out = a + b, for products. `out` may be `a` or `b`."""
    carry = u64(0)
    for i in range(4):
        out[i], carry = addc(a[i], b[i], carry)
    out[0] += 38 * carry


@intrinsic(asm=with_carry("subq", "sbbq", of_products=True), clobbers=SUM_CLOBBERS, name="subtract_products_25519")
def subtract_products(a: Words, b: Words, out: Words) -> None:
    """out = a - b, for products. `out` may be `a` or `b`."""
    borrow = u64(0)
    for i in range(4):
        out[i], borrow = subb(a[i], b[i], borrow)
    borrow *= 38
    for i in range(4):
        out[i], borrow = subb(out[i], borrow, u64(0))


@helper(name="carry_25519")
def carry(a: Words) -> None:
    """Numbers are always ready for a product."""


@helper(name="from_bytes_25519")
def from_bytes(data: Array[u8, 32], out: Words) -> None:
    """The lowest 255 bits of a little-endian number, which may be p or more."""
    for i in range(4):
        out[i] = load_le64(data, 8 * i)
    out[3] &= LOW_63


@helper(name="to_bytes_25519")
def to_bytes(a: Words, out: Array[u8, 32]) -> None:
    """The number from 0 to p - 1, little-endian."""
    t = Words()
    u = Words()
    fold(a, u64(0), t)
    # t, which is less than 2p, is p or more exactly where t + 19 reaches 2^255, and then t - p is what is below.
    over = u64(19)
    for i in range(4):
        u[i], over = addc(t[i], over, u64(0))
    reaches = bit_mask(u[3] >> 63)
    u[3] &= LOW_63
    for i in range(4):
        store_le64(out, 8 * i, select(reaches, u[i], t[i]))


@helper(name="swap_25519")
def swap(wanted: Mask[u64], a: Words, b: Words) -> None:
    """Exchange a and b where wanted."""
    for i in unroll(range(4)):
        a[i], b[i] = swap_if(wanted, a[i], b[i])


@helper(name="move_25519")
def move(wanted: Mask[u64], a: Words, out: Words) -> None:
    """out = a where wanted."""
    for i in unroll(range(4)):
        out[i] = select(wanted, a[i], out[i])


@helper(name="extend_25519")
def extend(a: Words, count: int, b: Words, out: Words) -> None:
    """out = a^(2^count)·b. `out` may be `a`."""
    out[:] = a
    for _ in range(count):
        pause()
        square(out, out)
    mul(out, b, out)


def parts(value: int) -> tuple[int, ...]:
    """The words of a constant."""
    return tuple(value % P >> 64 * i & WORD for i in range(4))


FIELD_MULX = Field(
    *(P, u64, 4, Words, mul, square, add, subtract, scale, carry, from_bytes, to_bytes, swap, move, extend, parts),
    starts=(0, 64, 128, 192, 256),
    first_units=1,
    units=1,
    loose_differences=False,
)
# The ladder adds and subtracts nothing but products, and numbers below 2^255.
LADDER_MULX = replace(FIELD_MULX, add=add_products, subtract=subtract_products)
POWERS_MULX = make_powers("field25519_mulx", FIELD_MULX)
