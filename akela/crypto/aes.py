"""AES: authenticated encryption shaped like the classes of PyCA's `cryptography`, and the modes that do not authenticate.

| class | use |
|---|---|
| `AESGCM` | the usual choice |
| `AESCCM` | where a protocol for small devices asks for it |
| `AESXTS` | sectors of a disk, which have to keep their size |
| `AESCBC`, `AESCTR` | old formats: nothing tells whether a message was altered, so authenticate the ciphertext yourself |

An object is a prepared key: what the key expands to is computed once. Keys have 16, 24 or 32 bytes. A nonce, IV or counter block must
never serve twice under one key. The methods take any contiguous buffer; where a class says so they are those of the compiled kernel's
object, taken as they are, so that calling one costs nothing more.

Raises InvalidLength, a ValueError, for a key, nonce or message of a length that the mode does not take.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from akela.crypto.aead_calls import AeadCall, AeadCallInto
from akela.crypto.arguments import octets
from akela.crypto.holder import HoldsKey
from akela.crypto.streaming import OpeningStream, SealingStream
from akela.exceptions import InvalidLength, InvalidParameter, bytes_of
from akela.executions import default_execution

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["AESCBC", "AESCCM", "AESCTR", "AESGCM", "AESXTS"]

BLOCK_BYTES = 16
TAG_BYTES = 16
SIDE_BY_SIDE_BYTES = 512  # measured: below, whole blocks of AES-CBC are as fast one message after the other


class _AEAD(HoldsKey):
    """What the authenticated modes share: the methods are those of a kernel's object, or call it with the length of the tag."""

    __slots__ = ("_cipher", "decrypt", "decrypt_into", "encrypt", "encrypt_into", "tag_length")

    encrypt: AeadCall
    decrypt: AeadCall
    encrypt_into: AeadCallInto
    decrypt_into: AeadCallInto

    def __init__(self, cipher: Any, tag_length: int, permitted: tuple[int, ...]) -> None:
        _check(f"{type(self).__name__}: tag_length", tag_length, permitted)
        self._cipher = cipher
        self.tag_length = tag_length
        if tag_length == TAG_BYTES:
            self.encrypt, self.encrypt_into = cipher.encrypt, cipher.encrypt_into
            self.decrypt, self.decrypt_into = cipher.decrypt, cipher.decrypt_into
        else:
            self.encrypt = lambda nonce, data, associated_data: cipher.encrypt_tag(nonce, data, associated_data, tag_length)
            self.decrypt = lambda nonce, data, associated_data: cipher.decrypt_tag(nonce, data, associated_data, tag_length)
            self.encrypt_into = lambda nonce, data, associated_data, buf: cipher.encrypt_tag_into(
                nonce, data, associated_data, tag_length, buf
            )
            self.decrypt_into = lambda nonce, data, associated_data, buf: cipher.decrypt_tag_into(
                nonce, data, associated_data, tag_length, buf
            )

    @staticmethod
    def generate_key(bit_length: int) -> bytes:
        """A random key of 128, 192 or 256 bits. Raises InvalidParameter for another number."""
        return _random_key(bit_length, (128, 192, 256))

    def open_stream(self, nonce: Buffer, associated_data: Buffer | None) -> OpeningStream:
        """Open a message that comes in pieces: see `OpeningStream`. Raises ValueError, at its end, for a nonce of another length."""
        return OpeningStream(self.decrypt, nonce, associated_data, self.tag_length)


class AESGCM(_AEAD):
    """AES-GCM, SP 800-38D. A nonce has any number of bytes from 1 on; 12 are best.

    The methods are those of the compiled kernel's object unless `tag_length` is 4, 8 or 12 to 15; short tags are for protocols that say how
    often a forger may try.

    encrypt(nonce, data, associated_data) -> bytes
        The ciphertext and its tag.
    decrypt(nonce, data, associated_data) -> bytes
        The plaintext. Raises InvalidTag, and hands nothing out, where the message was altered or is too short to hold a tag.
    encrypt_into(nonce, data, associated_data, buf) -> int
        As encrypt, into a writable buffer of len(data) + tag_length bytes, which may begin where `data` does; returns that length.
    decrypt_into(nonce, data, associated_data, buf) -> int
        As decrypt, into a writable buffer of len(data) - tag_length bytes, which an altered message leaves untouched.

    Raises InvalidLength for a key of another length or a nonce of no bytes, InvalidParameter for another tag_length, InvalidTag where a
    message was altered, ValueError for a buffer of another length, LimitExceeded beyond 2^36 - 32 bytes of data.
    """

    __slots__ = ()

    def __init__(self, key: Buffer, tag_length: int = TAG_BYTES) -> None:
        super().__init__(default_execution().AesGcm(key), tag_length, (4, 8, 12, 13, 14, 15, 16))

    def seal_stream(self, nonce: Buffer, associated_data: Buffer | None) -> SealingStream:
        """Seal a message that comes in pieces. Raises InvalidLength for a nonce of no bytes."""
        state = self._cipher.copy()
        state.start(nonce)
        if associated_data is not None:
            state.aad(associated_data)
        return SealingStream(state, self.tag_length)


class AESCCM(_AEAD):
    """AES-CCM, SP 800-38C and RFC 3610. A nonce has 7 to 13 bytes; 15 less that many hold the length of the data.

    The methods are those of `AESGCM`; `tag_length` is 4, 6 … 16. Raises what that does, InvalidLength for a nonce of another length, and
    LimitExceeded where the nonce leaves no room for the length.
    """

    __slots__ = ()

    def __init__(self, key: Buffer, tag_length: int = TAG_BYTES) -> None:
        super().__init__(default_execution().AesCcm(key), tag_length, tuple(range(4, 17, 2)))

    def seal_stream(self, nonce: Buffer, associated_data: Buffer | None, data_length: int) -> SealingStream:
        """Seal a message of `data_length` bytes that comes in pieces: CCM authenticates the length first.

        The stream raises WrongState for more or less than that. Raises InvalidLength for a nonce that is not of 7 to 13 bytes,
        LimitExceeded for a length that the nonce leaves no room for.
        """
        state = self._cipher.copy()
        aad = b"" if associated_data is None else associated_data
        state.start(nonce, memoryview(aad).nbytes, data_length, self.tag_length)
        state.aad(aad)
        return SealingStream(state, self.tag_length)


class AESCBC(HoldsKey):
    """AES-CBC, SP 800-38A section 6.2, with the padding of PKCS #7 or, with `padding=False`, for whole blocks. It does not authenticate.

    encrypt(iv, data) -> bytes
        The ciphertext. The IV has 16 bytes that nobody can foresee: `secrets.token_bytes(16)`.
    decrypt(iv, data) -> bytes
        The plaintext. Padding is looked at in constant time, and everything that can be wrong with a padded message raises one error,
        InvalidParameter; but whoever learns of that error about many messages can decrypt them: authenticate the ciphertext first.

    Raises InvalidLength for a key of another length or, without padding, data that is not of whole blocks, ValueError for another IV.
    """

    __slots__ = ("_cipher", "_padding", "decrypt", "encrypt")

    encrypt: Callable[[Buffer, Buffer], bytes]
    decrypt: Callable[[Buffer, Buffer], bytes]

    def __init__(self, key: Buffer, *, padding: bool = True) -> None:
        kernels = default_execution()
        cipher = kernels.Aes(key)
        self._cipher, self._padding = cipher, padding
        self.encrypt, self.decrypt = cipher.cbc_encrypt, cipher.cbc_decrypt
        if padding:
            self.encrypt = lambda iv, data: _cbc_encrypt_padded(cipher, iv, data)
            self.decrypt = lambda iv, data: _cbc_decrypt_padded(cipher, kernels.pkcs7_count, iv, data)

    def encrypt_side_by_side(self, ivs: Sequence[Buffer], messages: Sequence[Buffer]) -> list[bytes] | None:
        """The ciphertexts of messages of one size, several at a time, for `akela.batch`.

        None where sizes differ, are not permitted, or are so small that putting the messages together takes longer than it saves.
        """
        size = memoryview(messages[0]).nbytes if messages else 0
        if not self._padding and (size < SIDE_BY_SIDE_BYTES or size % BLOCK_BYTES):
            return None
        if _sizes(messages) != {size} or _sizes(ivs) != {BLOCK_BYTES}:
            return None
        padding = bytes([BLOCK_BYTES - size % BLOCK_BYTES]) * (BLOCK_BYTES - size % BLOCK_BYTES) if self._padding else b""
        joined = padding.join([*messages, b""])
        size += len(padding)
        out = self._cipher.cbc_encrypt_many(b"".join(ivs), joined, size)
        return [out[at : at + size] for at in range(0, len(out), size)]

    @staticmethod
    def generate_key(bit_length: int) -> bytes:
        """A random key of 128, 192 or 256 bits. Raises InvalidParameter for another number."""
        return _random_key(bit_length, (128, 192, 256))


class AESCTR(HoldsKey):
    """AES-CTR, SP 800-38A section 6.5. It does not authenticate.

    encrypt(counter_block, data) -> bytes
        Counter blocks of 16 bytes count on from the first as one number, most significant byte first. No counter block may be used
        twice under one key.
    decrypt(counter_block, data) -> bytes
        The same.

    Raises InvalidLength for a key of another length, ValueError for a counter block that is not of 16 bytes.
    """

    __slots__ = ("decrypt", "encrypt")

    encrypt: Callable[[Buffer, Buffer], bytes]
    decrypt: Callable[[Buffer, Buffer], bytes]

    def __init__(self, key: Buffer) -> None:
        cipher = default_execution().Aes(key)
        self.encrypt = self.decrypt = cipher.ctr_xor

    @staticmethod
    def generate_key(bit_length: int) -> bytes:
        """A random key of 128, 192 or 256 bits. Raises InvalidParameter for another number."""
        return _random_key(bit_length, (128, 192, 256))


class AESXTS(HoldsKey):
    """AES-XTS, IEEE 1619 and SP 800-38E: for sectors, which keep their size. It does not authenticate.

    A key has 32 or 64 bytes, of which the halves differ (InvalidKey); a sector has 16 bytes to 2^20 blocks.

    encrypt(tweak, data) -> bytes
        The tweak has 16 bytes: the number of the sector, least significant byte first.
    decrypt(tweak, data) -> bytes

    Raises InvalidLength for a key or sector of another length, InvalidKey for a key of equal halves, ValueError for another tweak.
    """

    __slots__ = ("decrypt", "encrypt")

    encrypt: Callable[[Buffer, Buffer], bytes]
    decrypt: Callable[[Buffer, Buffer], bytes]

    def __init__(self, key: Buffer) -> None:
        cipher = default_execution().AesXts(key)
        self.encrypt, self.decrypt = cipher.encrypt, cipher.decrypt

    @staticmethod
    def generate_key(bit_length: int) -> bytes:
        """A random key of 256 or 512 bits, for AES-128 and AES-256. Raises InvalidParameter for another number."""
        return _random_key(bit_length, (256, 512))


def _sizes(buffers: Sequence[Buffer]) -> set[int]:
    """Which sizes in bytes they have."""
    if set(map(type, buffers)) == {bytes}:
        return set(map(len, buffers))  # type: ignore[arg-type]
    return {memoryview(each).nbytes for each in buffers}


def _random_key(bit_length: int, permitted: tuple[int, ...]) -> bytes:
    _check("generate_key: bit_length", bit_length, permitted)
    return secrets.token_bytes(bit_length // 8)


def _check(what: str, given: int, permitted: tuple[int, ...]) -> None:
    """Raises TypeError or InvalidParameter. What is no int is not quoted: it may be a key in the wrong place."""
    expected = f"expected one of {', '.join(map(str, permitted))}"
    if not isinstance(given, int):
        raise TypeError(f"{what} is of type {type(given).__name__}, {expected}")
    if given not in permitted:
        raise InvalidParameter(f"{what} is {given}, {expected}")


def _cbc_encrypt_padded(cipher: Any, iv: Buffer, data: Buffer) -> bytes:
    """PKCS #7, RFC 5652 section 6.3: 1 to 16 bytes that say how many they are."""
    padded = bytearray(octets(data, "AESCBC.encrypt: data"))
    count = BLOCK_BYTES - len(padded) % BLOCK_BYTES
    padded += bytes([count]) * count
    ciphertext: bytes = cipher.cbc_encrypt(iv, padded)
    return ciphertext


def _cbc_decrypt_padded(cipher: Any, pkcs7_count: Callable[[Buffer], bytes], iv: Buffer, data: Buffer) -> bytes:
    plaintext = b""
    count = 0
    with memoryview(iv) as view:
        if view.nbytes != BLOCK_BYTES:
            raise InvalidLength(f"AESCBC.decrypt: iv has {bytes_of(view.nbytes)}, expected 16")
    with memoryview(data) as view:
        if view.nbytes > 0 and view.nbytes % BLOCK_BYTES == 0:
            plaintext = cipher.cbc_decrypt(iv, data)
            count = pkcs7_count(plaintext[-BLOCK_BYTES:])[0]
    if count == 0:
        raise InvalidParameter("AESCBC.decrypt: the data is not what was encrypted with padding under this key")
    return plaintext[:-count]
