"""AES sixteen blocks at a time, with AVX2, which moves bytes within a half of a vector as one likes."""

from collections.abc import Callable

from akela.lang import intrinsic, kernel_maker, rotr, shuffle, u32x8
from akela.ports.x86_64.aes_vector import make_aes


@kernel_maker
def make_neighbour(r: int, c: int) -> Callable[[u32x8], u32x8]:
    """The move by r rows and c columns."""
    columns = [(c + column) % 4 for column in range(4)]
    c0, c1, c2, c3 = columns
    c4, c5, c6, c7 = (column + 4 for column in columns)
    half = [str(4 * column + (r + row) % 4) for column in columns for row in range(4)]

    @intrinsic(
        c=f"(u32x8)_mm256_shuffle_epi8((__m256i){{x}}, _mm256_setr_epi8({', '.join(half + half)}))",
        header="immintrin.h",
        needs=("avx2",),
        name=f"neighbour_{r}_{c}",
    )
    def neighbour(x: u32x8) -> u32x8:
        """VPSHUFB: each byte r rows up and c columns to the left."""
        return shuffle(rotr(x, 8 * r), c0, c1, c2, c3, c4, c5, c6, c7)

    return neighbour


make_aes("avx2", u32x8, make_neighbour)
