"""Numbers modulo the prime of P-256 in four words, with MULX, ADCX and ADOX.

Numbers are canonical, less than p, and in Montgomery form with R = 2^256. p is -1 modulo 2^64, so the lowest word of a number is itself the
multiple of p that makes it zero; and p = 2^256 - 2^224 + 2^192 + 2^96 - 1, so that multiple, but for what goes into its own place, is a
shift by 32 bits and one product with p's highest word.
"""

from akela.kernels.montgomery import reduce
from akela.kernels.p256 import P256
from akela.lang import Array, helper, intrinsic, u64
from akela.ports.x86_64.word_field import LAYOUT, Words, add_modulo, subtract_modulo
from akela.ports.x86_64.word_products import CLOBBERS, NEEDS, STORE, T, multiply_words, product
from akela.ports.x86_64.word_products import square as product_with_itself

HIGHEST = P256.p >> 192
PRIME = LAYOUT.table(LAYOUT.limbs(P256.p))


def subtract_prime() -> list[str]:
    """The number in the lower four words and, above them, rax, less p where it is not less; rdx is p's highest word."""
    lines = ["movl $-1, %%ecx", *(f"movq {T[i]}, {T[4 + i]}" for i in range(4))]
    lines += [f"subq $-1, {T[4]}", f"sbbq %%rcx, {T[5]}", f"sbbq $0, {T[6]}", f"sbbq %%rdx, {T[7]}", "sbbq $0, %%rax"]
    return [*lines, *(f"cmovncq {T[4 + i]}, {T[i]}" for i in range(4)), *STORE]


def montgomery() -> list[str]:
    """The product in eight words divided by R, once p is taken off where it has to be."""
    lines = [f"movabsq ${HIGHEST}, %%rdx"]
    for i in range(4):
        w, second, third, fourth = (T[(i + j) % 4] for j in range(4))
        # w becomes zero, and its place that of the word above the fourth.
        lines += [f"movq {w}, %%rax", "shlq $32, %%rax", f"movq {w}, %%rcx", "shrq $32, %%rcx"]
        lines += [f"addq %%rax, {second}", f"adcq %%rcx, {third}", f"mulxq {w}, %%rax, {w}", f"adcq %%rax, {fourth}", f"adcq $0, {w}"]
    lines += [f"{'addq' if i == 0 else 'adcq'} {T[4 + i]}, {T[i]}" for i in range(4)]
    return [*lines, "movl $0, %%eax", "adcq $0, %%rax", *subtract_prime()]


@helper(name="montgomery_p256")
def divide(t: Array[u64, 9], out: Words) -> None:
    """out = t/R."""
    reduce(t[:], PRIME[:], u64(1), out[:])


@intrinsic(asm="\n".join([*product(), *montgomery()]), needs=NEEDS, clobbers=CLOBBERS, name="multiply_p256")
def multiply(out: Words, a: Words, b: Words) -> None:
    """out = a·b/R. `out` may be `a` or `b`."""
    t = Array[u64, 9]()
    multiply_words(t[:8], a, b)
    divide(t, out)


@intrinsic(asm="\n".join([*product_with_itself(), *montgomery()]), needs=NEEDS, clobbers=CLOBBERS, name="square_p256")
def square(out: Words, a: Words) -> None:
    """out = a^2/R. `out` may be `a`."""
    t = Array[u64, 9]()
    multiply_words(t[:8], a, a)
    divide(t, out)


def sum_of_two() -> list[str]:
    """a + b, less p where that is not less."""
    lines = [f"movq {8 * i}({{a}}), {T[i]}" for i in range(4)]
    lines += [f"{'addq' if i == 0 else 'adcq'} {8 * i}({{b}}), {T[i]}" for i in range(4)]
    return [*lines, "movl $0, %%eax", "adcq $0, %%rax", f"movabsq ${HIGHEST}, %%rdx", *subtract_prime()]


def difference() -> list[str]:
    """a - b, and p where that is less than zero."""
    lines = [f"movq {8 * i}({{a}}), {T[i]}" for i in range(4)]
    lines += [f"{'subq' if i == 0 else 'sbbq'} {8 * i}({{b}}), {T[i]}" for i in range(4)]
    lines += ["sbbq %%rax, %%rax", "movl %%eax, %%ecx", f"movabsq ${HIGHEST}, %%rdx", "andq %%rax, %%rdx"]
    return [*lines, f"addq %%rax, {T[0]}", f"adcq %%rcx, {T[1]}", f"adcq $0, {T[2]}", f"adcq %%rdx, {T[3]}", *STORE]


@intrinsic(asm="\n".join(sum_of_two()), needs=NEEDS, clobbers=CLOBBERS, name="add_p256")
def add(out: Words, a: Words, b: Words) -> None:
    """out = a + b. `out` may be `a` or `b`."""
    add_modulo(PRIME, a, b, out)


@intrinsic(asm="\n".join(difference()), needs=NEEDS, clobbers=("rax", "rcx", "rdx", "r8", "r9", "r10", "r11"), name="subtract_p256")
def subtract(out: Words, a: Words, b: Words) -> None:
    """out = a - b. `out` may be `a` or `b`."""
    subtract_modulo(PRIME, a, b, out)
