"""Every function of masks, on u32 and u64."""

from akela.lang import (
    Buffer,
    Bytes,
    bit_mask,
    declassify,
    eq_mask,
    kernel,
    load_le32,
    load_le64,
    lt_mask,
    mask_word,
    ne_mask,
    nonzero_mask,
    requires,
    select,
    store_le32,
    store_le64,
    swap_if,
    u32,
    zero_mask,
)


@kernel
def masks(data: Bytes, out: Buffer) -> None:
    """Leaks: which of the first words is less."""
    requires(len(data) == 32)
    requires(len(out) == 120)
    a, b = load_le32(data, 0), load_le32(data, 4)
    store_le32(out, 0, mask_word(eq_mask(a, b)))
    store_le32(out, 4, mask_word(ne_mask(a, b)))
    store_le32(out, 8, mask_word(lt_mask(a, b)))
    store_le32(out, 12, mask_word(zero_mask(a)))
    store_le32(out, 16, mask_word(nonzero_mask(b)))
    store_le32(out, 20, mask_word(bit_mask(a & 1)))
    store_le32(out, 24, select(lt_mask(b, a) ^ ~eq_mask(a, 7), a, b))
    a, b = swap_if(bit_mask((b >> 5) & 1), a, b)
    store_le32(out, 28, a)
    store_le32(out, 32, b)
    c, d = load_le64(data, 16), load_le64(data, 24)
    store_le64(out, 36, mask_word(eq_mask(c, d)))
    store_le64(out, 44, mask_word(ne_mask(c, d)))
    store_le64(out, 52, mask_word(lt_mask(c, d)))
    store_le64(out, 60, mask_word(zero_mask(c)))
    store_le64(out, 68, mask_word(nonzero_mask(d)))
    store_le64(out, 76, mask_word(bit_mask(c >> 63)))
    store_le64(out, 84, select(lt_mask(d, c), c, d))
    c, d = swap_if(bit_mask(d & 1), c, d)
    store_le64(out, 92, c)
    store_le64(out, 100, d)
    if declassify(lt_mask(a, b), why="a test says so"):
        store_le32(out, 108, 1)
    else:
        store_le32(out, 108, declassify(a, why="a test says so") | 2)
    total = u32(0)
    for i in range(32):
        total += (a >> i & 1) * b
    store_le32(out, 112, total)
    store_le32(out, 116, (b & 4) * a)
