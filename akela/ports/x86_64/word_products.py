"""Products of numbers of four words by MULX, ADCX and ADOX, as text for `asm` intrinsics (Intel 64 and IA-32 Architectures Software
Developer's Manual, volume 2): MULX leaves the flags alone, ADCX and ADOX keep two chains of carries apart.

The factors are at the addresses {a} and {b}. The product is left in r8 to r15, its lowest word first; rax, rcx and rdx are used. `STORE`
puts the lower four words to {out}.
"""

from akela.kernels.montgomery import multiply_add_row
from akela.lang import Array, fill, helper, u64

NEEDS = ("bmi2", "adx")
CLOBBERS = ("rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15")
T = tuple(f"%%r{8 + i}" for i in range(8))
FACTORS = tuple(f"{8 * i}({{a}})" for i in range(4))
STORE = tuple(f"movq {T[i]}, {8 * i}({{out}})" for i in range(4))


def first_row(first: int, factors: tuple[str, ...], to: tuple[str, ...] = T) -> list[str]:
    """rdx times these factors, in the words from `first` on."""
    lines = [f"mulxq {factors[0]}, {to[first]}, {to[first + 1]}"]
    for i, factor in enumerate(factors[1:], first + 1):
        lines += [f"mulxq {factor}, %%rax, {to[i + 1]}", f"{'addq' if i == first + 1 else 'adcq'} %%rax, {to[i]}"]
    return [*lines, f"adcq $0, {to[first + len(factors)]}"]


def add_row(first: int, factors: tuple[str, ...], to: tuple[str, ...] = T) -> list[str]:
    """Add rdx times these factors to the words from `first` on; the word behind the last one is set to what is carried."""
    last = first + len(factors) - 1
    lines = ["xorl %%eax, %%eax"]
    for i, factor in enumerate(factors[:-1], first):
        lines += [f"mulxq {factor}, %%rax, %%rcx", f"adcxq %%rax, {to[i]}", f"adoxq %%rcx, {to[i + 1]}"]
    return [
        *lines,
        f"mulxq {factors[-1]}, %%rax, {to[last + 1]}",
        f"adcxq %%rax, {to[last]}",
        "movl $0, %%eax",
        f"adcxq %%rax, {to[last + 1]}",
        f"adoxq %%rax, {to[last + 1]}",
    ]


def product() -> list[str]:
    """{a}·{b}."""
    lines = ["movq 0({b}), %%rdx", *first_row(0, FACTORS)]
    for i in range(1, 4):
        lines += [f"movq {8 * i}({{b}}), %%rdx", *add_row(i, FACTORS)]
    return lines


def square() -> list[str]:
    """{a}^2: the products of two different words, twice, and the squares of words."""
    a = FACTORS
    lines = [f"movq {a[0]}, %%rdx", *first_row(1, a[1:])]
    lines += [f"movq {a[1]}, %%rdx", *add_row(3, a[2:])]
    lines += [f"movq {a[2]}, %%rdx", f"mulxq {a[3]}, %%rax, {T[6]}", f"addq %%rax, {T[5]}", f"adcq $0, {T[6]}"]
    lines += [f"movq {a[0]}, %%rdx", "xorl %%eax, %%eax", f"mulxq %%rdx, {T[0]}, %%rax", f"adcxq {T[1]}, {T[1]}", f"adoxq %%rax, {T[1]}"]
    for i in range(1, 3):
        lines += [f"movq {a[i]}, %%rdx", "mulxq %%rdx, %%rax, %%rcx"]
        lines += [f"adcxq {T[2 * i]}, {T[2 * i]}", f"adoxq %%rax, {T[2 * i]}"]
        lines += [f"adcxq {T[2 * i + 1]}, {T[2 * i + 1]}", f"adoxq %%rcx, {T[2 * i + 1]}"]
    lines += [f"movq {a[3]}, %%rdx", f"mulxq %%rdx, %%rax, {T[7]}", f"adcxq {T[6]}, {T[6]}", f"adoxq %%rax, {T[6]}", "movl $0, %%eax"]
    return [*lines, f"adcxq %%rax, {T[7]}", f"adoxq %%rax, {T[7]}"]


@helper
def multiply_words(t: Array[u64, 8], a: Array[u64, 4], b: Array[u64, 4]) -> None:
    """t = a·b: what `product` and `square` mean."""
    fill(t, 0)
    for i in range(4):
        t[i + 4] = multiply_add_row(t[i : i + 4], a[:], b[i], u64(0))
