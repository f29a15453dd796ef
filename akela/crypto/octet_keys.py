"""What the keys of X25519, X448, Ed25519 and Ed448 have in common: a private and a public key are strings of bytes, in one form only."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

from akela.crypto.random import random_bytes
from akela.crypto.serialization.forms import PrivateKeyForms, PublicKeyForms
from akela.exceptions import InvalidKey

if TYPE_CHECKING:
    from typing_extensions import Buffer


class OctetPublicKey(PublicKeyForms):
    """A public key of `KEY_BYTES` bytes. Two keys are equal where their bytes are."""

    __slots__ = ("_public",)

    NAME: ClassVar[str]
    KEY_BYTES: ClassVar[int]

    _public: bytes

    def __init__(self, data: Buffer) -> None:
        self._public = _sized(data, self.KEY_BYTES, f"{self.NAME} public key")

    @classmethod
    def from_public_bytes(cls, data: Buffer) -> Self:
        """The key that `public_bytes_raw` wrote. Raises InvalidKey where `data` is none."""
        return cls(data)

    def public_bytes_raw(self) -> bytes:
        """The key as its standard writes it."""
        return self._public

    def __eq__(self, other: object) -> bool:
        return self._public == other._public if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.NAME, self._public))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._public.hex()}>"


class OctetPrivateKey(PrivateKeyForms):
    """A private key of `KEY_BYTES` random bytes."""

    __slots__ = ("_private",)

    NAME: ClassVar[str]
    KEY_BYTES: ClassVar[int]

    _private: bytes

    def __init__(self, data: Buffer) -> None:
        self._private = _sized(data, self.KEY_BYTES, f"{self.NAME} private key")

    @classmethod
    def generate(cls) -> Self:
        """A new random key."""
        return cls(random_bytes(cls.KEY_BYTES))

    @classmethod
    def from_private_bytes(cls, data: Buffer) -> Self:
        """The key that `private_bytes_raw` wrote. Raises InvalidKey for another number of bytes."""
        return cls(data)

    def private_bytes_raw(self) -> bytes:
        """The key as its standard writes it."""
        return self._private

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


def _sized(data: Buffer, count: int, what: str) -> bytes:
    raw = memoryview(data).tobytes()
    if len(raw) != count:
        raise InvalidKey(f"an {what} has {count} bytes, given {len(raw)}; give the raw bytes, or load other forms with akela.load_…_key")
    return raw
