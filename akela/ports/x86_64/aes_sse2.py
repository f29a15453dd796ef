"""AES eight blocks at a time, with SSE2, which every x86-64 processor has."""

from collections.abc import Callable

from akela.lang import helper, kernel_maker, rotr, shuffle, u32x4
from akela.ports.x86_64.aes_vector import make_aes


@kernel_maker
def make_neighbour(r: int, c: int) -> Callable[[u32x4], u32x4]:
    """The move by r rows and c columns."""
    c0, c1, c2, c3 = c, (c + 1) % 4, (c + 2) % 4, (c + 3) % 4

    @helper(name=f"neighbour_{r}_{c}")
    def neighbour(x: u32x4) -> u32x4:
        """Each byte r rows up and c columns to the left."""
        return shuffle(rotr(x, 8 * r), c0, c1, c2, c3)

    return neighbour


make_aes("sse2", u32x4, make_neighbour)
