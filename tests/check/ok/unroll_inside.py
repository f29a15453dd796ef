# ok: an unrolled loop whose bounds depend on that around it
from akela.lang import Array, DWord, Word, helper, truncate, unroll


@helper
def multiply(out: Array[Word, 8], a: Array[Word, 4], b: Array[Word, 4]) -> None:
    t = DWord(0)
    for i in unroll(range(4)):
        for j in unroll(range(i + 1)):
            t += DWord(a[j]) * DWord(b[i - j])
        out[i] = truncate(Word, t)
    for i in unroll(range(4, 7)):
        for j in unroll(range(i - 3, 4)):
            t += DWord(a[j]) * DWord(b[i - j])
        out[i] = truncate(Word, t)
