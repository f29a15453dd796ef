"""Montgomery multiplication with the instructions that are made for it: MULX, which leaves the flags alone, and ADCX and ADOX, which keep
two chains of carries apart (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2). C has no way to say that.
"""

from akela.kernels.montgomery import multiply_add_row, subtract_if_not_less
from akela.lang import Array, MutSlice, Slice, addc, fill, helper, intrinsic, provides, requires, u64

STEP = 4  # words that one step takes


@intrinsic(
    asm="""
        movq {b}, %%rdx
        movq 0({t}), %%r8
        movq 8({t}), %%r9
        movq 16({t}), %%r10
        movq 24({t}), %%r11
        xorl %%eax, %%eax
        adoxq {carry}, %%r8
        mulxq 0({a}), %%rax, %%rcx
        adcxq %%rax, %%r8
        adoxq %%rcx, %%r9
        mulxq 8({a}), %%rax, %%rcx
        adcxq %%rax, %%r9
        adoxq %%rcx, %%r10
        mulxq 16({a}), %%rax, %%rcx
        adcxq %%rax, %%r10
        adoxq %%rcx, %%r11
        mulxq 24({a}), %%rax, {0}
        adcxq %%rax, %%r11
        movl $0, %%eax
        adcxq %%rax, {0}
        adoxq %%rax, {0}
        movq %%r8, 0({t})
        movq %%r9, 8({t})
        movq %%r10, 16({t})
        movq %%r11, 24({t})
    """,
    needs=("bmi2", "adx"),
    clobbers=("rax", "rcx", "rdx", "r8", "r9", "r10", "r11"),
)
def multiply_add_step(t: Array[u64, 4], a: Array[u64, 4], b: u64, carry: u64) -> u64:
    """t += a·b + carry; returns the word that is carried out."""
    return multiply_add_row(t, a, b, carry)


@helper
def multiply_add(t: MutSlice[u64], a: Slice[u64], b: u64) -> u64:
    """t += a·b; returns the word that is carried out."""
    whole = len(a) // STEP * STEP
    carry = u64(0)
    for at in range(0, whole, STEP):
        carry = multiply_add_step(t[at : at + STEP], a[at : at + STEP], b, carry)
    return multiply_add_row(t[whole : len(a)], a[whole:], b, carry)


@provides("montgomery.mul", needs=("bmi2", "adx"))
def mont_mul_mulx(n: Slice[u64], n0: u64, a: Slice[u64], b: Slice[u64], out: MutSlice[u64], work: MutSlice[u64]) -> None:
    """out = a·b / R mod n, HAC 14.36, where one of a and b is less than n. `out` may be `a` or `b`.

    Leaks: the length of n.
    """
    requires(len(n) > 0)
    requires(len(a) == len(n))
    requires(len(b) == len(n))
    requires(len(out) == len(n))
    requires(len(work) >= 2 * len(n) + 1)
    words = len(n)
    t = work[: 2 * words + 1]
    fill(t, 0)
    for i in range(words):
        # Steps 2.1 and 2.2 on the words from i on; word i becomes zero, which stands for the division.
        row = t[i : i + words]
        high, top = addc(t[i + words], multiply_add(row, a, b[i]), u64(0))
        high, carry = addc(high, multiply_add(row, n, row[0] * n0), u64(0))
        t[i + words] = high
        t[i + words + 1] = top + carry
    subtract_if_not_less(t[words : 2 * words + 1], n, out)
