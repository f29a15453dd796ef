"""SHA-512 with its schedule in vectors, with AVX2 and BMI2, whose RORX rotates into another register."""

from akela.ports.x86_64.sha512_vector import make_sha512_blocks

sha512_blocks_avx2 = make_sha512_blocks("avx2", needs=("avx2", "bmi2", "ssse3"))
