"""Message authentication codes other than HMAC: classes shaped like PyCA's, and a function for a message that is at hand.

| class | key and nonce |
|---|---|
| `CMAC` | an AES key, which serves for any number of messages |
| `GMAC` | an AES key, and a nonce that must never serve twice under it, for GCM or for GMAC |
| `Poly1305` | 32 bytes that serve for one message only |

    mac = CMAC(key)
    mac.update(b"message")
    tag = mac.finalize()  # or mac.verify(tag), which raises InvalidMAC

An object makes one tag; after that its methods raise WrongState. `copy()` gives an object that goes on from the same point.
"""

from __future__ import annotations

from hmac import compare_digest
from typing import TYPE_CHECKING, Any

from akela.crypto.arguments import octets
from akela.crypto.holder import HoldsKey
from akela.exceptions import InvalidMAC, WrongState
from akela.executions import default_execution

if TYPE_CHECKING:
    from typing import Self

    from typing_extensions import Buffer

__all__ = ["CMAC", "GMAC", "Poly1305", "cmac", "gmac", "poly1305"]

TAG_BYTES = 16


class _MAC(HoldsKey):
    """A tag in the making, on a kernel's object that has `final`."""

    __slots__ = ("_state", "_take")

    def __init__(self, state: Any, take: str) -> None:
        self._state = state
        self._take = take  # the name of its method for the next piece

    def update(self, data: Buffer) -> None:
        """Authenticate more bytes. Raises WrongState once the tag was made."""
        getattr(self._live(), self._take)(data)

    def finalize(self) -> bytes:
        """The tag of 16 bytes. Raises WrongState the second time."""
        state, self._state = self._live(), None
        tag: bytes = state.final()
        return tag

    def verify(self, signature: Buffer) -> None:
        """Compare the tag in constant time.

        Raises InvalidMAC, which is an InvalidTag and an InvalidSignature, where `signature` is another, or not of 16 bytes, WrongState once
        the tag was made.
        """
        if not compare_digest(self.finalize(), octets(signature, f"{type(self).__name__}.verify: signature")):
            raise InvalidMAC(f"{type(self).__name__}.verify: the tag does not match: message or tag was altered, or the key is another")

    def copy(self) -> Self:
        """An object that goes on from here by itself. Raises WrongState once the tag was made."""
        twin = object.__new__(type(self))
        _MAC.__init__(twin, self._live().copy(), self._take)
        return twin

    def _live(self) -> Any:
        if self._state is None:
            raise WrongState(f"{type(self).__name__}: the tag was made; begin another object")
        return self._state


class CMAC(_MAC):
    """CMAC with AES, SP 800-38B and RFC 4493, with a key of 16, 24 or 32 bytes. Raises InvalidLength for another."""

    __slots__ = ()

    def __init__(self, key: Buffer) -> None:
        super().__init__(default_execution().AesCmac(key), "update")


class GMAC(_MAC):
    """GMAC with AES, SP 800-38D, with a key of 16, 24 or 32 bytes and a nonce of any number of bytes from 1 on.

    Raises InvalidLength for another key, or a nonce of no bytes.
    """

    __slots__ = ()

    def __init__(self, key: Buffer, nonce: Buffer) -> None:
        state = default_execution().AesGcm(key)
        state.start(nonce)
        super().__init__(state, "aad")


class Poly1305(_MAC):
    """Poly1305, RFC 8439 section 2.5. The key of 32 bytes serves for one message only. Raises ValueError for another length."""

    __slots__ = ()

    def __init__(self, key: Buffer) -> None:
        super().__init__(default_execution().Poly1305(key), "update")

    @classmethod
    def generate_tag(cls, key: Buffer, data: Buffer) -> bytes:
        """The tag of one message. Raises ValueError for a key that is not of 32 bytes."""
        return poly1305(key, data)

    @classmethod
    def verify_tag(cls, key: Buffer, data: Buffer, tag: Buffer) -> None:
        """Compare the tag of one message in constant time. Raises InvalidMAC where it is another."""
        mac = cls(key)
        mac.update(data)
        mac.verify(tag)


def cmac(key: Buffer, data: Buffer) -> bytes:
    """The CMAC of one message, 16 bytes. Raises InvalidLength for a key that is not of 16, 24 or 32 bytes."""
    tag: bytes = default_execution().aes_cmac(key, data)
    return tag


def gmac(key: Buffer, nonce: Buffer, data: Buffer) -> bytes:
    """The GMAC of one message, 16 bytes. Raises InvalidLength for a key that is not of 16, 24 or 32 bytes, or a nonce of none."""
    tag: bytes = default_execution().AesGcm(key).mac(nonce, data)
    return tag


def poly1305(key: Buffer, data: Buffer) -> bytes:
    """The Poly1305 tag of one message, 16 bytes, under a key for it alone. Raises ValueError for a key that is not of 32 bytes."""
    tag: bytes = default_execution().poly1305(key, data)
    return tag
