"""DES, Triple DES and ARC4, for old protocols and old data only: none of them is safe to choose today, and none authenticates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from akela.crypto.arguments import octets
from akela.crypto.random import random_bytes
from akela.exceptions import InvalidLength, InvalidParameter, bytes_of
from akela.executions import default_execution

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["ARC4", "DESCBC", "TripleDESCBC"]

BLOCK_BYTES = 8


class _BlockCBC:
    """CBC over blocks of 8 bytes, with PKCS#7 padding or without."""

    __slots__ = ("_cipher", "_padding")

    _key_bytes: tuple[int, ...]

    def __init__(self, key: Buffer, *, padding: bool = True) -> None:
        size = memoryview(key).nbytes
        if size not in self._key_bytes:
            expected = " or ".join(map(str, self._key_bytes))
            raise InvalidLength(f"{type(self).__name__}: the key has {bytes_of(size)}, expected {expected}")
        self._cipher: Any = default_execution().Des(key)
        self._padding = padding

    @classmethod
    def generate_key(cls) -> bytes:
        """A random key of the greatest length."""
        return random_bytes(max(cls._key_bytes))

    def encrypt(self, iv: Buffer, data: Buffer) -> bytes:
        """The ciphertext of `data` under an IV of 8 bytes, which must be unpredictable.

        Raises ValueError for an IV of another length and, without padding, for data that is no whole number of blocks.
        """
        text = octets(data, f"{type(self).__name__}.encrypt: data")
        if self._padding:
            missing = BLOCK_BYTES - len(text) % BLOCK_BYTES
            text += bytes([missing]) * missing
        ciphertext: bytes = self._cipher.cbc_encrypt(iv, text)
        return ciphertext

    def decrypt(self, iv: Buffer, data: Buffer) -> bytes:
        """The plaintext of `data`.

        Raises ValueError for an IV of another length or data that is no whole number of blocks, InvalidParameter where the padding is
        wrong. Whoever learns which ciphertexts have wrong padding can decrypt: authenticate the ciphertext first.
        """
        text: bytes = self._cipher.cbc_decrypt(iv, data)
        return _unpad(text) if self._padding else text


def _unpad(text: bytes) -> bytes:
    """RFC 5652 section 6.3: n bytes of the value n, 1 to 8, are taken off."""
    count = text[-1] if text else 0
    if not 1 <= count <= BLOCK_BYTES or text[-count:] != bytes([count]) * count:
        raise InvalidParameter("the padding is wrong: the key, the IV or the ciphertext is another")
    return text[:-count]


class DESCBC(_BlockCBC):
    """DES in CBC mode: a key of 8 bytes, of which 56 bits count. It can be broken by trying all keys.

    padding: whether PKCS#7 padding is added and taken off. Raises InvalidLength for a key of another length.
    """

    __slots__ = ()
    _key_bytes = (8,)


class TripleDESCBC(_BlockCBC):
    """Triple DES in CBC mode (SP 800-67): a key of 24 bytes, or of 16 for K1, K2 and K1 again. At most 2^20 blocks under one key.

    padding: whether PKCS#7 padding is added and taken off. Raises InvalidLength for a key of another length.
    """

    __slots__ = ()
    _key_bytes = (16, 24)


class ARC4:
    """ARC4: a key of 1 to 256 bytes, which serves for one keystream only. Its output can be told from random bytes, and it takes a time
    that depends on the key.

    Raises InvalidLength for a key of another length.
    """

    __slots__ = ("_cipher",)

    def __init__(self, key: Buffer) -> None:
        self._cipher: Any = default_execution().Arc4(key)

    def encrypt(self, data: Buffer) -> bytes:
        """The next bytes of the message, encrypted."""
        ciphertext: bytes = self._cipher.xor(data)
        return ciphertext

    def decrypt(self, data: Buffer) -> bytes:
        """The next bytes of the message, decrypted, which is the same."""
        return self.encrypt(data)
