"""What objects that hold a key have in common."""

from __future__ import annotations

from typing import NoReturn, SupportsIndex

__all__ = ["HoldsKey"]


class HoldsKey:
    """An object that holds a key: it cannot be pickled."""

    __slots__ = ()

    def __reduce_ex__(self, protocol: SupportsIndex) -> NoReturn:
        raise TypeError(f"{type(self).__name__} is not pickled: it holds a key")
