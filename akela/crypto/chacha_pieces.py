"""ChaCha20-Poly1305 and its extended form in pieces: the kernels put together as RFC 8439 section 2.8 says."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from akela.crypto.arguments import octets
from akela.crypto.holder import HoldsKey
from akela.exceptions import LimitExceeded, bytes_of
from akela.executions import default_execution

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["ChaChaPieces"]

BLOCK_BYTES = 64  # of the key stream; its first block makes the key of Poly1305
MAX_DATA_BYTES = (1 << 38) - BLOCK_BYTES


class ChaChaPieces(HoldsKey):
    """A message that is being sealed. `xor` is the kernel (key, counter, nonce, data) that encrypts from a block on."""

    __slots__ = ("_aad_bytes", "_data_bytes", "_key", "_mac", "_nonce", "_xor")

    def __init__(self, xor: Callable[..., bytes], key: bytes, nonce: Buffer, aad: Buffer | None) -> None:
        self._xor = xor
        self._key = key
        self._nonce = octets(nonce, "seal_stream: nonce")
        self._mac = default_execution().Poly1305(xor(key, 0, self._nonce, bytes(32)))
        self._aad_bytes = 0
        self._data_bytes = 0
        if aad is not None:
            self._aad_bytes = memoryview(aad).nbytes
            self._mac.update(aad)
            self._mac.update(bytes(-self._aad_bytes % 16))

    def encrypt_update(self, data: Buffer) -> bytes:
        """The ciphertext of the next piece."""
        given = octets(data, "SealingStream.update: data")
        size = len(given)
        if self._data_bytes + size > MAX_DATA_BYTES:
            raise LimitExceeded(f"SealingStream.update: the message has more than {MAX_DATA_BYTES} bytes")
        begun = self._data_bytes % BLOCK_BYTES
        piece = bytes(begun) + given
        text = self._xor(self._key, 1 + self._data_bytes // BLOCK_BYTES, self._nonce, piece)[begun:]
        self._mac.update(text)
        self._data_bytes += size
        return text

    def encrypt_update_into(self, data: Buffer, out: Buffer) -> int:
        """As encrypt_update, into a buffer."""
        size = len(octets(data, "SealingStream.update_into: data"))
        with memoryview(out) as view:
            if view.nbytes != size:
                raise ValueError(f"SealingStream.update_into: out has {bytes_of(view.nbytes)}, expected {size}")
            view.cast("B")[:] = self.encrypt_update(data)
        return size

    def final(self) -> bytes:
        """The tag."""
        self._mac.update(bytes(-self._data_bytes % 16))
        self._mac.update(self._aad_bytes.to_bytes(8, "little") + self._data_bytes.to_bytes(8, "little"))
        tag: bytes = self._mac.final()
        return tag
