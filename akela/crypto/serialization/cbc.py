"""Block ciphers in CBC mode with the padding of RFC 5652 section 6.3, by the names that OpenSSL gives them."""

from __future__ import annotations

from typing import Any

from akela.executions import default_execution

KEY_BYTES = {"aes-128-cbc": 16, "aes-192-cbc": 24, "aes-256-cbc": 32, "des-ede3-cbc": 24, "des-cbc": 8}
BLOCK_BYTES = {name: 16 if name.startswith("aes") else 8 for name in KEY_BYTES}
WRITABLE = ("aes-128-cbc", "aes-192-cbc", "aes-256-cbc")  # the others are for old files


def encrypt(cipher: str, key: bytes, iv: bytes, data: bytes) -> bytes:
    pad = BLOCK_BYTES[cipher] - len(data) % BLOCK_BYTES[cipher]
    return bytes(_context(cipher, key).cbc_encrypt(iv, data + bytes([pad]) * pad))


def decrypt(cipher: str, key: bytes, iv: bytes, data: bytes) -> bytes | None:
    """The data; None where its length or its padding is wrong."""
    if not data or len(data) % BLOCK_BYTES[cipher]:
        return None
    padded = bytes(_context(cipher, key).cbc_decrypt(iv, data))
    pad = padded[-1]
    if not 1 <= pad <= BLOCK_BYTES[cipher] or padded[-pad:] != bytes([pad]) * pad:
        return None
    return padded[:-pad]


def _context(cipher: str, key: bytes) -> Any:
    kernels = default_execution()
    return (kernels.Aes if cipher in WRITABLE else kernels.Des)(key)
