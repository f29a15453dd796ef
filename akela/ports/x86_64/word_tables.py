"""Points of four words a coordinate, found in tables by secret numbers: all entries are read, in vectors of four words."""

from collections.abc import Callable

from akela.lang import Array, MutSlice, eq_mask, helper, intrinsic, kernel_maker, lane, mask_word, splat, u64, u64x4, vector

NEEDS = ("avx2",)


@intrinsic(c="(u64x4)_mm256_cmpeq_epi64((__m256i){a}, (__m256i){b})", header="immintrin.h", needs=NEEDS)
def equal_lanes(a: u64x4, b: u64x4) -> u64x4:
    """VPCMPEQQ: ones in lanes that are equal."""
    return vector(
        u64x4,
        mask_word(eq_mask(lane(a, 0), lane(b, 0))),
        mask_word(eq_mask(lane(a, 1), lane(b, 1))),
        mask_word(eq_mask(lane(a, 2), lane(b, 2))),
        mask_word(eq_mask(lane(a, 3), lane(b, 3))),
    )


@intrinsic(c="(u64x4)_mm256_loadu_si256((const __m256i *){words})", header="immintrin.h", needs=NEEDS)
def load_words(words: Array[u64, 4]) -> u64x4:
    """VMOVDQU: four words."""
    return vector(u64x4, words[0], words[1], words[2], words[3])


@intrinsic(asm="vmovdqu {v}, ({out})", needs=NEEDS)
def store_words(out: Array[u64, 4], v: u64x4) -> None:
    """VMOVDQU: the four words of a vector. As assembly, since GCC 12 otherwise keeps in memory what a loop before it gathers."""
    out[0] = lane(v, 0)
    out[1] = lane(v, 1)
    out[2] = lane(v, 2)
    out[3] = lane(v, 3)


@kernel_maker
def make_find(name: str, entries: int) -> Callable[..., None]:
    """The function (out, table, number) that finds a point of three coordinates by its number, counted from 1; zeros for 0."""

    @helper(name=f"{name}_find_by_vectors")
    def find(out: Array[u64, 12], table: MutSlice[u64], number: u64) -> None:
        wanted_number = splat(u64x4, number)
        at = splat(u64x4, u64(0))
        x = splat(u64x4, u64(0))
        y = splat(u64x4, u64(0))
        z = splat(u64x4, u64(0))
        for i in range(entries):
            at += 1
            wanted = equal_lanes(wanted_number, at)
            x |= load_words(table[12 * i : 12 * i + 4]) & wanted
            y |= load_words(table[12 * i + 4 : 12 * i + 8]) & wanted
            z |= load_words(table[12 * i + 8 : 12 * i + 12]) & wanted
        store_words(out[:4], x)
        store_words(out[4:8], y)
        store_words(out[8:], z)

    return find
