"""GHASH with VPCLMULQDQ in the registers of AVX-512, sixteen blocks for one reduction: SP 800-38D section 6.4."""

from akela.kernels.ghash import BLOCK_BYTES, Ghash
from akela.lang import Array, Bytes, load_vector, provides, requires, store_vector, u8, u64x2
from akela.ports.x86_64.ghash_groups import absorb_wide, reverse
from akela.ports.x86_64.ghash_pclmul import NEEDS as NARROW_NEEDS
from akela.ports.x86_64.vector_width import ZMM

NEEDS = (*NARROW_NEEDS, "vpclmulqdq", *ZMM.needs)


@provides("ghash.blocks", needs=NEEDS)
def ghash_blocks_vpclmul512(ctx: Ghash, y: Array[u8, 16], data: Bytes) -> None:
    """y = (y + block)·H for every block of `data`, whose length is a multiple of 16: section 6.4, step 3.

    Leaks: the length of `data`.
    """
    requires(len(data) % BLOCK_BYTES == 0)
    store_vector(y, 0, reverse(absorb_wide(ctx.powers, reverse(load_vector(u64x2, y, 0)), data)))
