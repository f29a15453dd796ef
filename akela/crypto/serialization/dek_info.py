"""Traditional encrypted PEM, for reading: the header DEK-Info of RFC 1421 section 4.6.1.3 with a key that OpenSSL's EVP_BytesToKey derives.

MD5 goes once over the password, so a good guess costs an attacker nothing. Keys are never written like this.
"""

from __future__ import annotations

from akela.crypto.serialization import cbc
from akela.crypto.serialization.pem import Block
from akela.exceptions import InvalidKey, bytes_of
from akela.executions import default_execution


def is_encrypted(block: Block) -> bool:
    return "ENCRYPTED" in block.headers.get("Proc-Type", "")


def decrypt(block: Block, password: bytes) -> bytes | None:
    """What the block holds; None where the padding shows that the password is wrong. Raises InvalidKey for a malformed header."""
    if "DEK-Info" not in block.headers:
        raise InvalidKey("the encrypted PEM block has no header DEK-Info, which says how to decrypt it")
    name, _, digits = block.headers["DEK-Info"].partition(",")
    cipher = name.strip().lower()
    if cipher not in cbc.KEY_BYTES:
        raise InvalidKey(f"the PEM block is encrypted with {name.strip()!r}; supported are {', '.join(cbc.KEY_BYTES).upper()}")
    try:
        iv = bytes.fromhex(digits)
    except ValueError:
        raise InvalidKey("the initial value in the header DEK-Info is not hexadecimal") from None
    if len(iv) != cbc.BLOCK_BYTES[cipher]:
        raise InvalidKey(f"the initial value for {cipher} has {bytes_of(len(iv))}, expected {cbc.BLOCK_BYTES[cipher]}")
    return cbc.decrypt(cipher, _derive(password, iv[:8], cbc.KEY_BYTES[cipher]), iv, block.data)


def _derive(password: bytes, salt: bytes, size: int) -> bytes:
    key = digest = b""
    while len(key) < size:
        digest = default_execution().md5(digest + password + salt)
        key += digest
    return key[:size]
