"""Authenticated encryption of messages that come in pieces: one form for all ciphers that have it.

    stream = AESGCM(key).seal_stream(nonce, associated_data)
    ciphertext = stream.update(b"first ") + stream.update(b"second")
    tag = stream.finalize()

    stream = AESGCM(key).open_stream(nonce, associated_data)
    stream.update(ciphertext)
    plaintext = stream.finalize(tag)  # InvalidTag, and nothing, where anything was altered

Sealing hands out each piece at once. Opening hands out nothing before the tag has matched: what looks like a plaintext before that may be a
forger's, and programs that act on it have been attacked. `docs/streaming.md` says what to do where a message does not fit memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from akela.crypto.arguments import octets
from akela.crypto.holder import HoldsKey
from akela.exceptions import InvalidTag, WrongState, bytes_of

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["OpeningStream", "SealingStream"]


class SealingStream(HoldsKey):
    """A message that is being sealed. Objects come from `seal_stream`.

    update(data) -> bytes
        The ciphertext of the next piece, as long as the piece.
    update_into(data, out) -> int
        As update, into a writable buffer of that length, which may be `data`.

    Both are the compiled kernel's, taken as they are. They raise WrongState after the tag was made.
    """

    __slots__ = ("_final", "_tag_length", "update", "update_into")

    update: Callable[[Buffer], bytes]
    update_into: Callable[[Buffer, Buffer], int]

    def __init__(self, state: Any, tag_length: int) -> None:
        self.update = state.encrypt_update
        self.update_into = state.encrypt_update_into
        self._final: Callable[[], bytes] = state.final
        self._tag_length = tag_length

    def finalize(self) -> bytes:
        """The tag, which ends the message. Raises WrongState the second time."""
        return self._final()[: self._tag_length]


class OpeningStream(HoldsKey):
    """A message that is being opened. Objects come from `open_stream`."""

    __slots__ = ("_associated_data", "_decrypt", "_nonce", "_received", "_tag_length")

    def __init__(
        self,
        decrypt: Callable[[Buffer, Buffer, Buffer | None], bytes],
        nonce: Buffer,
        associated_data: Buffer | None,
        tag_length: int,
    ) -> None:
        self._decrypt = decrypt
        self._nonce = octets(nonce, "open_stream: nonce")
        self._associated_data = None if associated_data is None else octets(associated_data, "open_stream: associated_data")
        self._tag_length = tag_length
        self._received: bytearray | None = bytearray()

    def update(self, data: Buffer) -> None:
        """Take the next piece of the ciphertext, and keep it. Raises WrongState after `finalize`."""
        if self._received is None:
            raise WrongState("OpeningStream.update: the message has ended; open the next one with open_stream")
        self._received += octets(data, "OpeningStream.update: data")

    def finalize(self, tag: Buffer) -> bytes:
        """The plaintext, once the tag has been verified.

        Raises InvalidTag where the message was altered or the tag has another length, WrongState the second time.
        """
        if self._received is None:
            raise WrongState("OpeningStream.finalize: the message has ended; open the next one with open_stream")
        tag = octets(tag, "OpeningStream.finalize: tag")
        received, self._received = self._received, None
        if len(tag) != self._tag_length:
            raise InvalidTag(f"OpeningStream.finalize: tag has {bytes_of(len(tag))}, expected {self._tag_length}")
        received += tag
        return self._decrypt(self._nonce, received, self._associated_data)
