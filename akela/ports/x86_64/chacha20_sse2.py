"""ChaCha20 four blocks at a time, with SSE2, which every x86-64 processor has."""

from akela.lang import u32x4
from akela.ports.x86_64.chacha20_vector import make_chacha20_blocks, single_blocks

chacha20_blocks_sse2 = make_chacha20_blocks("sse2", u32x4, needs=("sse2",), few_blocks=single_blocks)
