"""Keys encrypted under a key: SP 800-38F, RFC 3394 and RFC 5649; functions of the same names and arguments as PyCA's.

A wrapped key is 8 bytes longer; its length is not hidden. Raises InvalidLength, a ValueError, for a wrapping key that is not of 16, 24 or
32 bytes, or a key that cannot be wrapped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from akela.exceptions import InvalidTag
from akela.executions import default_execution

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["InvalidUnwrap", "aes_key_unwrap", "aes_key_unwrap_with_padding", "aes_key_wrap", "aes_key_wrap_with_padding"]

InvalidUnwrap = InvalidTag  # as PyCA calls it


def aes_key_wrap(wrapping_key: Buffer, key_to_wrap: Buffer) -> bytes:
    """Wrap a key of 16, 24, 32 … bytes, RFC 3394. Raises InvalidLength for another, or a wrapping key that is none of AES."""
    wrapped: bytes = default_execution().Aes(wrapping_key).wrap(key_to_wrap)
    return wrapped


def aes_key_unwrap(wrapping_key: Buffer, wrapped_key: Buffer) -> bytes:
    """The key that was wrapped with `aes_key_wrap`. Raises InvalidUnwrap where this is none, or was wrapped under another key."""
    key: bytes = default_execution().Aes(wrapping_key).unwrap(wrapped_key)
    return key


def aes_key_wrap_with_padding(wrapping_key: Buffer, key_to_wrap: Buffer) -> bytes:
    """Wrap a key of any length but none, RFC 5649. Raises InvalidLength for none, or a wrapping key that is none of AES."""
    wrapped: bytes = default_execution().Aes(wrapping_key).wrap_padded(key_to_wrap)
    return wrapped


def aes_key_unwrap_with_padding(wrapping_key: Buffer, wrapped_key: Buffer) -> bytes:
    """The key that was wrapped with `aes_key_wrap_with_padding`. Raises InvalidUnwrap where this is none."""
    prefixed: bytes = default_execution().Aes(wrapping_key).unwrap_padded(wrapped_key)
    length = int.from_bytes(prefixed[:4], "big")
    return prefixed[4 : 4 + length]
