"""How RSA makes a number of a message: PSS and PKCS1v15 for signatures, OAEP for encryption. Shaped like the classes of PyCA's package.

Hashes are given by name ("sha256"), or as whatever has such a name: see `akela.crypto.hash_choice`.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeVar

from akela.crypto.hash_choice import hash_name
from akela.crypto.random import random_bytes
from akela.exceptions import DecryptionFailed, InvalidLength, InvalidParameter, InvalidSignature, InvalidTag, bytes_of
from akela.executions import default_execution

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["MGF1", "OAEP", "PSS", "PKCS1v15", "SignaturePadding"]

M = TypeVar("M", bound="MGF1 | None")
SaltLength = int | Literal["digest", "max", "auto"]

# The hashes' object identifiers, RFC 8017 appendix B.1: by the arc behind NIST's 2.16.840.1.101.3.4.2, or as a whole, in DER.
NIST = bytes.fromhex("6086480165030402")
NIST_HASHES = {
    "sha256": 1,
    "sha384": 2,
    "sha512": 3,
    "sha224": 4,
    "sha512_224": 5,
    "sha512_256": 6,
    "sha3_224": 7,
    "sha3_256": 8,
    "sha3_384": 9,
    "sha3_512": 10,
}
IDENTIFIERS = {
    **{name: NIST + bytes([arc]) for name, arc in NIST_HASHES.items()},
    "sha1": bytes.fromhex("2b0e03021a"),
    "md5": bytes.fromhex("2a864886f70d0205"),
    "ripemd160": bytes.fromhex("2b24030201"),
}


def digest(name: str, data: Buffer) -> bytes:
    """The digest of a message."""
    made: bytes = getattr(default_execution(), name)(data)
    return made


def digest_info(name: str, digest: bytes) -> bytes:
    """T of EMSA-PKCS1-v1_5: the DER of the hash's name and the digest."""
    identifier = IDENTIFIERS[name]
    algorithm = b"\x06" + bytes([len(identifier)]) + identifier + b"\x05\x00"
    algorithm = b"\x30" + bytes([len(algorithm)]) + algorithm
    rest = algorithm + b"\x04" + bytes([len(digest)]) + digest
    return b"\x30" + bytes([len(rest)]) + rest


def mask(name: str, seed: bytes, data: bytes) -> bytes:
    """data xor MGF1(seed)."""
    made = getattr(default_execution(), f"mgf1_{name}")(seed, len(data))
    return (int.from_bytes(data, "big") ^ int.from_bytes(made, "big")).to_bytes(len(data), "big")


class MGF1:
    """The mask generation function of RFC 8017 appendix B.2.1, over a hash. Raises InvalidParameter for one that is not known."""

    __slots__ = ("hash",)

    def __init__(self, algorithm: object) -> None:
        self.hash = hash_name(algorithm)
        if not hasattr(default_execution(), f"mgf1_{self.hash}"):
            raise InvalidParameter(f"MGF1 is not defined over {self.hash} here; take sha256 or another hash of SHA-1, SHA-2 or SHA-3")

    def __repr__(self) -> str:
        return f"MGF1({self.hash!r})"


def _checked_mgf(mgf: M) -> M:
    if mgf is not None and not isinstance(mgf, MGF1):
        raise TypeError(f"mgf is a {type(mgf).__name__}, expected MGF1")
    return mgf


class SignaturePadding(Protocol):
    """What a padding for signatures does; `bits` is the size of the modulus."""

    def encode(self, digest: bytes, hash: str, bits: int) -> bytes:
        """The encoded message EM."""

    def check(self, em: bytes, digest: bytes, hash: str, bits: int) -> None:
        """Raises InvalidSignature where EM is none of this digest."""


class PKCS1v15:
    """EMSA-PKCS1-v1_5, RFC 8017 section 9.2: for protocols that ask for it. New ones take PSS."""

    __slots__ = ()

    def encode(self, digest: bytes, hash: str, bits: int) -> bytes:
        """The encoded message EM. Raises InvalidLength for a modulus that is too short for the hash."""
        em: bytes = default_execution().pkcs1_signature_pad(digest_info(hash, digest), -(-bits // 8))
        return em

    def check(self, em: bytes, digest: bytes, hash: str, bits: int) -> None:
        """Raises InvalidSignature where EM is not the one encoding of this digest."""
        try:
            expected = self.encode(digest, hash, bits)
        except InvalidLength:
            raise InvalidSignature(f"the key of {bits} bits is too short for signatures with {hash}") from None
        if em != expected:
            raise InvalidSignature("the signature is not one of this message by this key")

    def __repr__(self) -> str:
        return "PKCS1v15()"


class PSS:
    """EMSA-PSS, RFC 8017 section 9.1.

    mgf: MGF1 over a hash; that of the message unless given.
    salt_length: bytes of the salt, or `PSS.DIGEST_LENGTH` (the default: as long as the digest), `PSS.MAX_LENGTH` (all that fits), or
    `PSS.AUTO`, which when verifying takes any length, and signs with the longest. Raises InvalidParameter for another salt_length.
    """

    __slots__ = ("_mgf", "_salt_length")

    DIGEST_LENGTH: Final = "digest"
    MAX_LENGTH: Final = "max"
    AUTO: Final = "auto"

    def __init__(self, mgf: MGF1 | None = None, salt_length: SaltLength = DIGEST_LENGTH) -> None:
        if salt_length not in ("digest", "max", "auto") and not (isinstance(salt_length, int) and salt_length >= 0):
            raise InvalidParameter(f"salt_length is {salt_length!r}, expected a number of bytes, PSS.DIGEST_LENGTH, MAX_LENGTH or AUTO")
        self._mgf = _checked_mgf(mgf)
        self._salt_length = salt_length

    def _mask(self, hash: str, h: bytes, db: bytes) -> bytes:
        return mask(hash if self._mgf is None else self._mgf.hash, h, db)

    def _salt_bytes(self, digest_bytes: int, size: int) -> int:
        if isinstance(self._salt_length, int):
            return self._salt_length
        return digest_bytes if self._salt_length == self.DIGEST_LENGTH else max(size - digest_bytes - 2, 0)

    def encode(self, digest: bytes, hash: str, bits: int) -> bytes:
        """EMSA-PSS-ENCODE, section 9.1.1. Raises InvalidLength where digest and salt are too long for the key."""
        kernels, size = default_execution(), -(-(bits - 1) // 8)
        salt = random_bytes(self._salt_bytes(len(digest), size))
        h = _digest_of_m_prime(hash, digest, salt)
        em: bytes = kernels.pss_pad(h, salt, size)
        db = bytearray(self._mask(hash, h, em[: -len(h) - 1]))
        db[0] &= 0xFF >> (8 * size - (bits - 1))
        return (bytes(db) + em[len(db) :]).rjust(-(-bits // 8), b"\0")

    def check(self, em: bytes, digest: bytes, hash: str, bits: int) -> None:
        """EMSA-PSS-VERIFY, section 9.1.2. Raises InvalidSignature."""
        size = -(-(bits - 1) // 8)
        free = 8 * size - (bits - 1)  # bits at the top that must be zero
        refusal = InvalidSignature("the signature is not one of this message by this key")
        em, above = em[len(em) - size :], em[: len(em) - size]
        if any(above) or len(em) < len(digest) + 2 or em[0] >> (8 - free):
            raise refusal
        h, masked = em[-len(digest) - 1 : -1], em[: -len(digest) - 1]
        db = bytearray(self._mask(hash, h, masked))
        db[0] &= 0xFF >> free
        start = array("I", [0])
        default_execution().pss_unpad(bytes(db) + em[len(db) :], len(digest), start)
        salt = bytes(db[start[0] :])
        if self._salt_length != self.AUTO and len(salt) != self._salt_bytes(len(digest), size):
            raise refusal
        if _digest_of_m_prime(hash, digest, salt) != h:
            raise refusal

    def __repr__(self) -> str:
        return f"PSS({self._mgf!r}, {self._salt_length!r})"


def _digest_of_m_prime(hash: str, message_digest: bytes, salt: bytes) -> bytes:
    return digest(hash, bytes(8) + message_digest + salt)


class OAEP:
    """EME-OAEP, RFC 8017 section 7.1.

    mgf: MGF1 over a hash; `algorithm` unless given. algorithm: the hash of the label. label: what both sides know, and need not be secret.
    Raises InvalidParameter for a hash that is not known.
    """

    __slots__ = ("_hash", "_label_hash", "_mgf_hash")

    def __init__(self, mgf: MGF1 | None = None, algorithm: object = "sha256", label: Buffer | None = None) -> None:
        self._hash = hash_name(algorithm)
        self._mgf_hash = (MGF1(algorithm) if mgf is None else _checked_mgf(mgf)).hash
        self._label_hash = digest(self._hash, b"" if label is None else label)

    def encode(self, message: Buffer, size: int) -> bytes:
        """EM of `size` bytes, section 7.1.1. Raises InvalidLength for a message that is too long for the key."""
        seed_bytes = len(self._label_hash)
        longest = max(size - 2 * seed_bytes - 2, 0)
        message = memoryview(message).cast("B")
        if size < 2 * seed_bytes + 2 or len(message) > longest:
            raise InvalidLength(f"the message has {bytes_of(len(message))}; OAEP with {self._hash} and this key takes {longest} at most")
        em = default_execution().oaep_pad(self._label_hash, random_bytes(seed_bytes), message, size)
        db = mask(self._mgf_hash, em[1 : 1 + seed_bytes], em[1 + seed_bytes :])
        return b"\0" + mask(self._mgf_hash, db, em[1 : 1 + seed_bytes]) + db

    def decode(self, em: bytes) -> bytes:
        """The message, section 7.1.2. Raises DecryptionFailed, whatever the reason."""
        seed_bytes = len(self._label_hash)
        if len(em) < 2 * seed_bytes + 2:
            raise DecryptionFailed("decryption failed")
        seed = mask(self._mgf_hash, em[1 + seed_bytes :], em[1 : 1 + seed_bytes])
        em = em[:1] + seed + mask(self._mgf_hash, seed, em[1 + seed_bytes :])
        start = array("I", [0])
        try:
            default_execution().oaep_unpad(self._label_hash, em, start)
        except InvalidTag:
            raise DecryptionFailed("decryption failed") from None
        return em[start[0] :]

    def __repr__(self) -> str:
        return f"OAEP(MGF1({self._mgf_hash!r}), {self._hash!r})"
