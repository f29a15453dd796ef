"""Moves of lanes between two vectors, for those that take several numbers side by side."""

from collections.abc import Callable
from typing import Any

from akela.lang import helper, kernel_maker, lane, vector


@kernel_maker
def make_halves(V: Any) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Two functions of two vectors of u32, which take each four lanes by themselves. With them four vectors are transposed."""
    four, eight = V.count == 4, V.count == 8

    @helper(name=f"low_halves_{V.__name__}")
    def low_halves(a: V, b: V) -> V:
        """Of each four lanes the first two of `a` and of `b`, in turn."""
        if four:
            return vector(V, lane(a, 0), lane(b, 0), lane(a, 1), lane(b, 1))
        elif eight:
            return vector(V, lane(a, 0), lane(b, 0), lane(a, 1), lane(b, 1), lane(a, 4), lane(b, 4), lane(a, 5), lane(b, 5))
        else:
            return vector(
                V,
                lane(a, 0),
                lane(b, 0),
                lane(a, 1),
                lane(b, 1),
                lane(a, 4),
                lane(b, 4),
                lane(a, 5),
                lane(b, 5),
                lane(a, 8),
                lane(b, 8),
                lane(a, 9),
                lane(b, 9),
                lane(a, 12),
                lane(b, 12),
                lane(a, 13),
                lane(b, 13),
            )

    @helper(name=f"high_halves_{V.__name__}")
    def high_halves(a: V, b: V) -> V:
        """Of each four lanes the last two of `a` and of `b`, in turn."""
        if four:
            return vector(V, lane(a, 2), lane(b, 2), lane(a, 3), lane(b, 3))
        elif eight:
            return vector(V, lane(a, 2), lane(b, 2), lane(a, 3), lane(b, 3), lane(a, 6), lane(b, 6), lane(a, 7), lane(b, 7))
        else:
            return vector(
                V,
                lane(a, 2),
                lane(b, 2),
                lane(a, 3),
                lane(b, 3),
                lane(a, 6),
                lane(b, 6),
                lane(a, 7),
                lane(b, 7),
                lane(a, 10),
                lane(b, 10),
                lane(a, 11),
                lane(b, 11),
                lane(a, 14),
                lane(b, 14),
                lane(a, 15),
                lane(b, 15),
            )

    return low_halves, high_halves
