"""ChaCha20 eight blocks at a time, with AVX2."""

from akela.lang import u32x8
from akela.ports.x86_64.chacha20_sse2 import chacha20_blocks_sse2
from akela.ports.x86_64.chacha20_vector import make_chacha20_blocks

chacha20_blocks_avx2 = make_chacha20_blocks("avx2", u32x8, needs=("avx2",), few_blocks=chacha20_blocks_sse2)
