"""How the methods of authenticated ciphers are called: for type checkers, as the methods are those of a kernel's object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["AeadCall", "AeadCallInto"]


class AeadCall(Protocol):
    """encrypt and decrypt: a new bytes."""

    def __call__(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None) -> bytes:
        """See the class of the cipher."""


class AeadCallInto(Protocol):
    """encrypt_into and decrypt_into: how many bytes of `buf` were written."""

    def __call__(self, nonce: Buffer, data: Buffer, associated_data: Buffer | None, buf: Buffer) -> int:
        """See the class of the cipher."""
