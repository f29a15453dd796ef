"""Products without carries by PCLMULQDQ and VPCLMULQDQ, and GHASH's reduction of them (SP 800-38D section 6.3), a block in two lanes.

As in `akela.kernels.ghash`, a block is a number whose top bit belongs to x^0, and one factor of a product is divided by x.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from akela.kernels.carryless import carryless_64
from akela.kernels.ghash import INVERSE_TOP
from akela.lang import helper, intrinsic, kernel_maker, lane, splat, vector
from akela.ports.x86_64.vector_width import XMM, Width, make_moves


@dataclass(frozen=True)
class Products:
    """Products of the blocks of two vectors, each with its own. A product is a sum of low, middle (64 bits higher) and high (128)."""

    add: Callable[..., Any]  # (low, middle, high, a, b): a·b added
    reduce: Callable[..., Any]  # (low, middle, high): back to 128 bits


@kernel_maker
def make_multiply(width: Width, a_lane: int, b_lane: int) -> Callable[..., Any]:
    """The instruction for one lane of each block of `a` and one of `b`, 0 or 1."""
    V, m = width.lane, width.register
    ending = "si128" if width is XMM else "epi128"
    selection = a_lane + 16 * b_lane
    a1, a2, a3 = a_lane + 2, a_lane + 4, a_lane + 6
    b1, b2, b3 = b_lane + 2, b_lane + 4, b_lane + 6

    @intrinsic(
        c=f"({V.__name__}){width.prefix}_clmulepi64_{ending}(({m}){{a}}, ({m}){{b}}, {selection:#04x})",
        header="immintrin.h",
        needs=("pclmul",) if width is XMM else ("vpclmulqdq", *width.needs),
        name=f"multiply_{a_lane}{b_lane}_{V.__name__}",
    )
    def multiply(a: V, b: V) -> V:
        """PCLMULQDQ."""
        high, low = carryless_64(lane(a, a_lane), lane(b, b_lane))
        if V.count == 2:
            return vector(V, low, high)
        else:
            high_1, low_1 = carryless_64(lane(a, a1), lane(b, b1))
            if V.count == 4:
                return vector(V, low, high, low_1, high_1)
            else:
                high_2, low_2 = carryless_64(lane(a, a2), lane(b, b2))
                high_3, low_3 = carryless_64(lane(a, a3), lane(b, b3))
                return vector(V, low, high, low_1, high_1, low_2, high_2, low_3, high_3)

    return multiply


@kernel_maker
def make_products(width: Width) -> Products:
    """The products for one width."""
    V, m = width.lane, width.register
    name = V.__name__
    low_low, high_high = make_multiply(width, 0, 0), make_multiply(width, 1, 1)
    low_high, high_low = make_multiply(width, 0, 1), make_multiply(width, 1, 0)
    swap = make_moves(width).swap
    ending = "si128" if width is XMM else "epi128"

    @intrinsic(c=f"({name}){width.prefix}_bslli_{ending}(({m}){{x}}, 8)", header="immintrin.h", needs=width.needs, name=f"up_{name}")
    def up(x: V) -> V:
        """PSLLDQ: in every block 64 bits higher."""
        if V.count == 2:
            return vector(V, 0, lane(x, 0))
        elif V.count == 4:
            return vector(V, 0, lane(x, 0), 0, lane(x, 2))
        else:
            return vector(V, 0, lane(x, 0), 0, lane(x, 2), 0, lane(x, 4), 0, lane(x, 6))

    @intrinsic(c=f"({name}){width.prefix}_bsrli_{ending}(({m}){{x}}, 8)", header="immintrin.h", needs=width.needs, name=f"down_{name}")
    def down(x: V) -> V:
        """PSRLDQ: in every block 64 bits lower."""
        if V.count == 2:
            return vector(V, lane(x, 1), 0)
        elif V.count == 4:
            return vector(V, lane(x, 1), 0, lane(x, 3), 0)
        else:
            return vector(V, lane(x, 1), 0, lane(x, 3), 0, lane(x, 5), 0, lane(x, 7), 0)

    @helper(name=f"add_products_{name}")
    def add(low: V, middle: V, high: V, a: V, b: V) -> tuple[V, V, V]:
        """The four products of the lanes of `a` and `b`."""
        middle ^= low_high(a, b) ^ high_low(a, b)
        return low ^ low_low(a, b), middle, high ^ high_high(a, b)

    @helper(name=f"reduce_{name}")
    def reduce(low: V, middle: V, high: V) -> V:
        """Of the product's four words each of the lower two, times the polynomial, is added, and thereby cleared. The upper two remain."""
        polynomial = splat(V, INVERSE_TOP)
        low ^= up(middle)
        high ^= down(middle)
        low = swap(low) ^ low_low(low, polynomial)
        return high ^ swap(low) ^ low_low(low, polynomial)

    return Products(add, reduce)
