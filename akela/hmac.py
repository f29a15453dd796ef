"""A drop-in for the standard library's `hmac`: `from akela import hmac`. HMAC, RFC 2104 and FIPS 198-1."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from akela import hashlib
from akela.crypto.comparison import compare_digest
from akela.crypto.hash_objects import HASHES
from akela.executions import default_execution

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["HMAC", "compare_digest", "digest", "new"]

# As in the standard library: the bytes of the two pads, for bytes.translate; and no size, as that depends on the hash.
trans_5C = bytes(byte ^ 0x5C for byte in range(256))
trans_36 = bytes(byte ^ 0x36 for byte in range(256))
digest_size = None

_kernels = default_execution()


@dataclass(frozen=True)
class _Kernels:
    """HMAC over one hash: the class of its contexts, the function of one call, and what objects show."""

    context: Callable[..., Any]
    tag: Callable[..., bytes]
    name: str
    block_size: int
    digest_size: int


def _find(name: str) -> _Kernels | None:
    shape = HASHES.get(name)
    if shape is None or shape.digest_size == 0:
        return None
    context = getattr(_kernels, "Hmac" + shape.kernel.replace("_", "").capitalize())
    return _Kernels(context, getattr(_kernels, f"hmac_{shape.kernel}"), f"hmac-{name}", shape.block_size, shape.digest_size)


_BY_NAME = {name: found for name in HASHES if (found := _find(name))}
_BY_CONSTRUCTOR = {getattr(hashlib, name): _BY_NAME[name] for name in hashlib.algorithms_guaranteed if name in _BY_NAME}


def _chosen(digestmod: Any) -> _Kernels | None:
    """The kernels for the hash that `digestmod` names, or is the constructor of; None where there are none."""
    if isinstance(digestmod, str):
        return _BY_NAME.get(digestmod) or _BY_NAME.get(digestmod.lower().replace("-", "_"))
    return _BY_CONSTRUCTOR.get(digestmod) if isinstance(digestmod, Hashable) else None


class HMAC:
    """An HMAC computation: update, digest, hexdigest, copy; name, digest_size, block_size."""

    __slots__ = ("_mac", "_name", "block_size", "digest_size")

    blocksize = 64  # for a digestmod that does not say

    def __init__(self, key: bytes | bytearray, msg: Buffer | None = None, digestmod: Any = "") -> None:
        """Begin with a key and perhaps the first piece of the message.

        digestmod: the name of a hash for hashlib.new, a constructor such as hashlib.sha256, or a module with `new`. Raises TypeError where
        it is missing or the key is no bytes, ValueError for an unknown name.
        """
        if not isinstance(key, bytes | bytearray):
            raise TypeError(f"key is of type {type(key).__name__}, expected bytes or bytearray")
        if not digestmod:
            raise TypeError("Missing required argument 'digestmod'.")
        chosen = _chosen(digestmod)
        self._mac = chosen.context(key) if chosen else _AnyHash(key, digestmod, self.blocksize)
        shown = chosen or self._mac
        self._name, self.block_size, self.digest_size = shown.name, shown.block_size, shown.digest_size
        if msg is not None:
            self._mac.update(msg)

    @property
    def name(self) -> str:
        """`hmac-` and the name of the hash."""
        return self._name

    def update(self, msg: Buffer) -> None:
        """Take msg as the next piece of the message."""
        self._mac.update(msg)

    def digest(self) -> bytes:
        """The tag of the message so far."""
        tag: bytes = self._mac.copy().final()
        return tag

    def hexdigest(self) -> str:
        """The tag of the message so far as hexadecimal digits."""
        return self.digest().hex()

    def copy(self) -> HMAC:
        """A new object in the same state."""
        twin = type(self).__new__(type(self))
        twin._mac, twin._name, twin.block_size, twin.digest_size = self._mac.copy(), self._name, self.block_size, self.digest_size
        return twin

    __copy__ = copy

    def __reduce__(self) -> NoReturn:
        raise TypeError("an HMAC cannot be pickled: it holds a key")


class _AnyHash:
    """HMAC over a hash that there is no kernel of HMAC for: any with the interface of PEP 247."""

    def __init__(self, key: bytes | bytearray, digestmod: Any, default_block_size: int) -> None:
        make: Callable[..., Any] = digestmod if callable(digestmod) else getattr(digestmod, "new", partial(hashlib.new, digestmod))
        self._inner, self._outer = make(), make()
        if not self._inner.digest_size:
            raise ValueError(f"HMAC takes a hash with digests of one length, given {getattr(self._inner, 'name', 'another')}")
        self.name, self.digest_size = f"hmac-{getattr(self._inner, 'name', 'unknown')}", self._inner.digest_size
        self.block_size = self._block_size(default_block_size)
        if len(key) > self.block_size:
            key = make(key).digest()
        key = bytes(key).ljust(self.block_size, b"\0")
        self._inner.update(key.translate(trans_36))
        self._outer.update(key.translate(trans_5C))

    def _block_size(self, default: int) -> int:
        given: int | None = getattr(self._inner, "block_size", None)
        if given is None:
            warnings.warn(f"the hash object has no block_size; {default} is assumed", RuntimeWarning, 4)
        elif given < 16:
            warnings.warn(f"a block_size of {given} is too small; {default} is assumed", RuntimeWarning, 4)
        else:
            return given
        return default

    def update(self, msg: Buffer) -> None:
        self._inner.update(msg)

    def copy(self) -> _AnyHash:
        twin = object.__new__(_AnyHash)
        twin._inner, twin._outer = self._inner.copy(), self._outer.copy()
        twin.name, twin.digest_size, twin.block_size = self.name, self.digest_size, self.block_size
        return twin

    def final(self) -> bytes:
        self._outer.update(self._inner.digest())
        tag: bytes = self._outer.digest()
        return tag


def new(key: bytes | bytearray, msg: Buffer | None = None, digestmod: Any = "") -> HMAC:
    """An HMAC object; arguments and errors are those of `HMAC`."""
    return HMAC(key, msg, digestmod)


def digest(key: bytes | bytearray, msg: Buffer, digest: Any) -> bytes:
    """The tag of a message that is at hand; `digest` is as the `digestmod` of `HMAC`."""
    chosen = _chosen(digest)
    return HMAC(key, msg, digest).digest() if chosen is None else chosen.tag(key, msg)
