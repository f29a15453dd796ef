"""What the keys of X25519, X448, Ed25519 and Ed448 have in common: a private and a public key are strings of bytes, in one form only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from akela.crypto.columns import Columns
from akela.crypto.random import random_bytes
from akela.crypto.serialization.forms import PrivateKeyForms, PublicKeyForms
from akela.exceptions import InvalidKey, InvalidSignature, bytes_of
from akela.executions import default_execution

if TYPE_CHECKING:
    from typing_extensions import Buffer

P = TypeVar("P", bound="OctetPublicKey")


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


class AgreementPrivateKey(OctetPrivateKey, Generic[P]):
    """A private key of a function of RFC 7748."""

    __slots__ = ()

    PUBLIC: type[P]

    def public_key(self) -> P:
        """The public key."""
        return self.PUBLIC(getattr(default_execution(), f"{self.NAME.lower()}_public_key")(self._private))

    def exchange(self, peer_public_key: P) -> bytes:
        """The shared secret with the owner of another key, as long as the keys: derive keys from it with a KDF such as HKDF.

        Raises InvalidKey for a point of low order, with which everybody's secret is zero.
        """
        if not isinstance(peer_public_key, self.PUBLIC):
            raise TypeError(f"exchange takes an {self.PUBLIC.__name__}, given {type(peer_public_key).__name__}")
        shared: bytes = getattr(default_execution(), self.NAME.lower())(self._private, peer_public_key._public)
        return shared

    @classmethod
    def _exchange_columns(cls, keys: Sequence[Self], peers: Sequence[P]) -> Columns | None:
        if not all(isinstance(peer, cls.PUBLIC) for peer in peers):
            return None
        kernel = getattr(default_execution(), cls.NAME.lower())
        return Columns(kernel, ([key._private for key in keys], [peer._public for peer in peers]))


class SigningPrivateKey(OctetPrivateKey, Generic[P]):
    """A private key of EdDSA, expanded when the object is made, so that a signature costs nothing but itself."""

    __slots__ = ("_expanded",)

    PUBLIC: type[P]

    _expanded: Any

    def __init__(self, data: Buffer) -> None:
        super().__init__(data)
        self._expanded = getattr(default_execution(), self.NAME)(self._private)

    def public_key(self) -> P:
        """The public key."""
        return self.PUBLIC(self._expanded.public_key())


class VerifyingPublicKey(OctetPublicKey):
    """A public key of EdDSA: an encoded point. Any bytes are taken; under those that are no valid key no signature holds."""

    __slots__ = ()

    def _verify(self, signature: Buffer, *message: Buffer) -> None:
        count = memoryview(signature).nbytes
        if count != 2 * self.KEY_BYTES:
            raise InvalidSignature(f"an {self.NAME} signature has {2 * self.KEY_BYTES} bytes, given {count}")
        getattr(default_execution(), f"{self.NAME.lower()}_verify")(self._public, *message, signature)


def _sized(data: Buffer, count: int, what: str) -> bytes:
    raw = memoryview(data).tobytes()
    if len(raw) != count:
        raise InvalidKey(
            f"an {what} has {bytes_of(count)}, given {len(raw)}; give the raw bytes, or load other forms with akela.load_…_key"
        )
    return raw
