"""SHA-512 with its schedule in vectors, with AVX-512, which rotates lanes in one instruction, and BMI2."""

from akela.ports.x86_64.sha512_vector import make_sha512_blocks

sha512_blocks_avx512 = make_sha512_blocks("avx512", needs=("avx512f", "avx512vl", "bmi2", "ssse3"))
