"""GHASH with PCLMULQDQ: SP 800-38D section 6.4."""

from akela.kernels.ghash import BLOCK_BYTES, KEY_BYTES, Ghash, divide_by_x
from akela.lang import Array, Bytes, load_vector, provides, requires, splat, store_vector, u8, u64x2
from akela.ports.x86_64.ghash_groups import absorb, add, reduce, reverse

NEEDS = ("pclmul", "ssse3")


@provides("ghash.init", needs=NEEDS)
def ghash_init_pclmul(ctx: Ghash, h: Array[u8, 16]) -> None:
    """Take H, the hash subkey of section 7.1.

    Leaks: nothing.
    """
    divide_by_x(h, ctx.powers[:16])
    factor = load_vector(u64x2, ctx.powers, 0)
    power = factor
    zero = splat(u64x2, 0)
    for at in range(BLOCK_BYTES, KEY_BYTES, BLOCK_BYTES):
        low, middle, high = add(zero, zero, zero, power, factor)
        power = reduce(low, middle, high)
        store_vector(ctx.powers, at, power)


@provides("ghash.blocks", needs=NEEDS)
def ghash_blocks_pclmul(ctx: Ghash, y: Array[u8, 16], data: Bytes) -> None:
    """y = (y + block)·H for every block of `data`, whose length is a multiple of 16: section 6.4, step 3.

    Leaks: the length of `data`.
    """
    requires(len(data) % BLOCK_BYTES == 0)
    store_vector(y, 0, reverse(absorb(ctx.powers, reverse(load_vector(u64x2, y, 0)), data)))
