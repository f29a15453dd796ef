"""Hash objects in the shape of the standard library's: the extension's own, or the same in Python where it is not there.

A constructor is called as `sha256(data=b"", *, usedforsecurity=True)`. `usedforsecurity` changes nothing: Akela has no mode that refuses
hashes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, Protocol, Self

from akela.executions import Execution
from akela.runtime.calls import public_word

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["HASHES", "ExtendableConstructor", "ExtendableHash", "FixedConstructor", "FixedHash", "Shape", "constructors"]


class _AnyHash(Protocol):
    """What all hash objects have."""

    @property
    def name(self) -> str:
        """The name by which hashlib.new knows the hash."""

    @property
    def digest_size(self) -> int:
        """Bytes of a digest; 0 where it may have any length."""

    @property
    def block_size(self) -> int:
        """Bytes that the hash takes at a time."""

    def update(self, data: Buffer, /) -> None:
        """Take data as the next piece of the message."""

    def copy(self) -> Self:
        """A new object in the same state."""


class FixedHash(_AnyHash, Protocol):
    """A hash object with digests of one length."""

    def digest(self) -> bytes:
        """The digest of the message so far."""

    def hexdigest(self) -> str:
        """The digest of the message so far as hexadecimal digits."""


class ExtendableHash(_AnyHash, Protocol):
    """A hash object with digests of any length in bytes, up to 2^29 - 1."""

    def digest(self, length: int) -> bytes:
        """The digest of the message so far. Raises ValueError for another length."""

    def hexdigest(self, length: int) -> str:
        """The digest of the message so far as hexadecimal digits, two for each byte. Raises ValueError for another length."""


class FixedConstructor(Protocol):
    """What hashlib.sha256 is."""

    @property
    def __name__(self) -> str: ...

    def __call__(self, data: Buffer = b"", *, usedforsecurity: bool = True) -> FixedHash:
        """A hash object that has taken data."""


class ExtendableConstructor(Protocol):
    """What hashlib.shake_128 is."""

    @property
    def __name__(self) -> str: ...

    def __call__(self, data: Buffer = b"", *, usedforsecurity: bool = True) -> ExtendableHash:
        """A hash object that has taken data."""


@dataclass(frozen=True)
class Shape:
    """A hash: the struct class and the prefix of its kernels, bytes of a block and of a digest (0: any number)."""

    kernel: str
    owner: str
    block_size: int
    digest_size: int


HASHES: dict[str, Shape] = {
    "md5": Shape("md5", "Md5", 64, 16),
    "sha1": Shape("sha1", "Sha1", 64, 20),
    "sha224": Shape("sha224", "Sha256", 64, 28),
    "sha256": Shape("sha256", "Sha256", 64, 32),
    "sha384": Shape("sha384", "Sha512", 128, 48),
    "sha512": Shape("sha512", "Sha512", 128, 64),
    "sha512_224": Shape("sha512_224", "Sha512", 128, 28),
    "sha512_256": Shape("sha512_256", "Sha512", 128, 32),
    "sha3_224": Shape("sha3_224", "Sha3224", 144, 28),
    "sha3_256": Shape("sha3_256", "Sha3256", 136, 32),
    "sha3_384": Shape("sha3_384", "Sha3384", 104, 48),
    "sha3_512": Shape("sha3_512", "Sha3512", 72, 64),
    "shake_128": Shape("shake128", "Shake128", 168, 0),
    "shake_256": Shape("shake256", "Shake256", 136, 0),
    "ripemd160": Shape("ripemd160", "Ripemd160", 64, 20),
}

HOME = "akela.hashlib"  # where pickle looks for the constructors
LENGTH_BITS = 29  # of the number of bytes that one call gives, as in the standard library


def constructors(execution: Execution) -> dict[str, Callable[..., Any]]:
    """A constructor of hash objects for each hash that an execution computes, by the name that hashlib.new takes."""
    if hasattr(execution, "hash_constructor"):
        return {name: execution.hash_constructor(shape.kernel, name, shape.block_size, HOME) for name, shape in HASHES.items()}
    return {name: _constructor(execution, name, shape) for name, shape in HASHES.items()}


def _constructor(execution: Execution, name: str, shape: Shape) -> Callable[..., Any]:
    """A constructor for an execution in Python."""

    def construct(data: Buffer = b"", *, usedforsecurity: bool = True) -> Hash:
        state = getattr(execution, shape.owner)()
        if hasattr(state, f"{shape.kernel}_init"):  # a struct that several hashes share, each with kernels of its own
            getattr(state, f"{shape.kernel}_init")()
        new = Hash(name, shape, state)
        new.update(data)
        return new

    construct.__name__ = construct.__qualname__ = name
    construct.__module__ = HOME
    return construct


class Hash:
    """A hash computation: update, digest, hexdigest, copy; name, digest_size, block_size."""

    __slots__ = ("_shape", "_state", "name")

    def __init__(self, name: str, shape: Shape, state: Any) -> None:
        self.name = name
        self._shape = shape
        self._state = state

    @property
    def digest_size(self) -> int:
        """Bytes of a digest; 0 where it may have any length."""
        return self._shape.digest_size

    @property
    def block_size(self) -> int:
        """Bytes that the hash takes at a time."""
        return self._shape.block_size

    def update(self, data: Buffer, /) -> None:
        """Take data as the next piece of the message."""
        self._state.update(data)

    def digest(self, *args: int, **length: int) -> bytes:
        """The digest of the message so far. Only SHAKE takes a length."""
        state = self._state.copy()
        if self._shape.digest_size > 0:
            final = getattr(state, f"{self._shape.kernel}_final", None) or state.final
            return bytes(partial(final)(*args, **length))
        return bytes(self._squeeze(state, *args, **length))

    def _squeeze(self, state: Any, length: int) -> bytes:
        output: bytes = state.squeeze(public_word(self._shape.kernel, "length", length, LENGTH_BITS))
        return output

    def hexdigest(self, *args: int, **length: int) -> str:
        """The digest of the message so far as hexadecimal digits. Only SHAKE takes a length."""
        return self.digest(*args, **length).hex()

    def copy(self) -> Hash:
        """A new object in the same state."""
        return Hash(self.name, self._shape, self._state.copy())

    def __repr__(self) -> str:
        return f"<{self.name} hash object at {id(self):#x}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"{type(self).__module__}.Hash cannot be pickled: it may hold secrets")
