"""ChaCha20 sixteen blocks at a time, with AVX-512, which rotates words in one instruction."""

from akela.lang import u32x16
from akela.ports.x86_64.chacha20_sse2 import chacha20_blocks_sse2
from akela.ports.x86_64.chacha20_vector import make_chacha20_blocks

chacha20_blocks_avx512 = make_chacha20_blocks("avx512", u32x16, needs=("avx512f", "avx512vl"), few_blocks=chacha20_blocks_sse2)
