"""BLAKE2b and BLAKE2s as the standard library has them: keyed, salted, personalized, and as nodes of trees. RFC 7693."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn

from akela.executions import default_execution

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["blake2b", "blake2s"]


class _Unchanging(type):
    """A class whose attributes cannot be set, like the types of extensions."""

    def __setattr__(cls, name: str, value: object) -> None:
        raise TypeError(f"cannot set {name!r} attribute of immutable type {cls.__name__!r}")


_NONE = b""  # of which Python has one: an argument that was not given is this object


class _Blake2(metaclass=_Unchanging):
    """What both have in common.

    digest_size: bytes of the digest. key: makes it a MAC. salt, person: tell uses apart. fanout, depth, leaf_size, node_offset, node_depth,
    inner_size, last_node: the place of this node in a tree. `usedforsecurity` changes nothing.

    Raises ValueError for a value out of range, and OverflowError for a leaf_size or node_offset that does not fit its field.
    """

    __slots__ = ("_digest_size", "_state")

    MAX_DIGEST_SIZE: int
    MAX_KEY_SIZE: int
    SALT_SIZE: int
    PERSON_SIZE: int
    _OFFSET_BYTES: int
    _KERNEL: str
    name: str
    block_size: int

    def __init__(
        self,
        data: Buffer = b"",
        /,
        *,
        digest_size: int | None = None,
        key: Buffer = b"",
        salt: Buffer = b"",
        person: Buffer = b"",
        fanout: int = 1,
        depth: int = 1,
        leaf_size: int = 0,
        node_offset: int = 0,
        node_depth: int = 0,
        inner_size: int = 0,
        last_node: bool = False,
        usedforsecurity: bool = True,
    ) -> None:
        most = self.MAX_DIGEST_SIZE
        not_given = digest_size is None and key is _NONE and salt is _NONE and person is _NONE
        if not_given and fanout == depth == 1 and not (leaf_size or node_offset or node_depth or inner_size or last_node):
            self._digest_size = most
            self._state = _plain(self._KERNEL, most).copy()
            self._state.update(data)
            return
        size = most if digest_size is None else digest_size
        block = bytes(
            [
                _within("digest_size", size, 1, most),
                _within("length of key", memoryview(key).nbytes, 0, most),
                _within("fanout", fanout, 0, 255),
                _within("depth", depth, 1, 255),
                *_field("leaf_size", leaf_size, 4),
                *_field("node_offset", node_offset, self._OFFSET_BYTES),
                _within("node_depth", node_depth, 0, 255),
                _within("inner_size", inner_size, 0, most),
            ]
        )
        block = block.ljust(most // 2, b"\0") + _padded("salt", salt, self.SALT_SIZE) + _padded("person", person, self.PERSON_SIZE)
        self._digest_size = size
        self._state = getattr(default_execution(), self._KERNEL)(block, key, bool(last_node))
        self.update(data)

    @property
    def digest_size(self) -> int:
        """Bytes of a digest."""
        return self._digest_size

    def update(self, data: Buffer, /) -> None:
        """Take data as the next piece of the message."""
        self._state.update(data)

    def digest(self) -> bytes:
        """The digest of the message so far."""
        whole: bytes = self._state.copy().final()
        return whole if len(whole) == self.digest_size else whole[: self.digest_size]

    def hexdigest(self) -> str:
        """The digest of the message so far as hexadecimal digits."""
        return self.digest().hex()

    def copy(self) -> Any:
        """A new object in the same state."""
        twin = object.__new__(type(self))
        twin._digest_size, twin._state = self._digest_size, self._state.copy()
        return twin

    def __repr__(self) -> str:
        return f"<{self.name} hash object at {id(self):#x}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"a {self.name} object cannot be pickled: it may hold secrets")


@cache
def _plain(kernel: str, digest_bytes: int) -> Any:
    """The state at the beginning of a hash without key, salt and tree, which is copied for each."""
    return getattr(default_execution(), kernel)(bytes([digest_bytes, 0, 1, 1]).ljust(digest_bytes, b"\0"), b"", False)


class blake2b(_Blake2):
    __doc__ = f"BLAKE2b: blocks of 128 bytes, digests of up to 64.\n\n{_Blake2.__doc__}"
    __slots__ = ()

    name, block_size = "blake2b", 128
    MAX_DIGEST_SIZE = MAX_KEY_SIZE = 64
    SALT_SIZE = PERSON_SIZE = 16
    _OFFSET_BYTES, _KERNEL = 8, "Blake2b"


class blake2s(_Blake2):
    __doc__ = f"BLAKE2s: blocks of 64 bytes, digests of up to 32.\n\n{_Blake2.__doc__}"
    __slots__ = ()

    name, block_size = "blake2s", 64
    MAX_DIGEST_SIZE = MAX_KEY_SIZE = 32
    SALT_SIZE = PERSON_SIZE = 8
    _OFFSET_BYTES, _KERNEL = 6, "Blake2s"


def _within(name: str, value: int, least: int, most: int) -> int:
    if not least <= value <= most:
        raise ValueError(f"{name} is {value}, expected {least} to {most}")
    return value


def _field(name: str, value: int, size: int) -> bytes:
    """A number of the parameter block."""
    if value < 0:
        raise ValueError(f"{name} is {value}, expected 0 or more")
    if value >> 8 * size:
        raise OverflowError(f"{name} is {value}, expected less than 2^{8 * size}")
    return value.to_bytes(size, "little")


def _padded(name: str, value: Buffer, size: int) -> bytes:
    given = bytes(value)
    _within(f"length of {name}", len(given), 0, size)
    return given.ljust(size, b"\0")
