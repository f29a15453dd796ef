"""RSA keys: signatures and encryption, RFC 8017; generation by FIPS 186-5.

    key = RSAPrivateKey.generate(3072)
    signature = key.sign(b"message", hash="sha256", padding=PSS())
    key.public_key().verify(signature, b"message", hash="sha256", padding=PSS())

Key objects do not change, and serve any number of threads. Keys below 2048 bits, signatures with SHA-1 or MD5 and PKCS #1 v1.5 encryption
are in `akela.legacy.rsa`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self

from akela.crypto.arguments import integer
from akela.crypto.arguments import octets as given_octets
from akela.crypto.columns import Together
from akela.crypto.hash_choice import hash_name
from akela.crypto.padding import OAEP, PSS, PKCS1v15, SignaturePadding, digest
from akela.crypto.random import random_bytes
from akela.crypto.rsa_batch import sign_together, verify_together
from akela.crypto.rsa_blinding import Blinding
from akela.crypto.serialization.forms import PrivateKeyForms, PublicKeyForms
from akela.exceptions import DecryptionFailed, InvalidKey, InvalidLength, InvalidParameter, InvalidSignature, bytes_of
from akela.executions import default_execution

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = ["RSAPrivateKey", "RSAPublicKey"]

MAX_BITS = 16384
MAX_EXPONENT_BITS = 256  # FIPS 186-5 appendix A.1.1; also keeps verification quick
BROKEN_HASHES = frozenset({"md5", "sha1", "ripemd160"})


def octets(number: int, size: int | None = None) -> bytes:
    """A number in big-endian bytes, as few as it has unless `size` is given."""
    return number.to_bytes(-(-number.bit_length() // 8) if size is None else size, "big")


class RSAPublicKey(PublicKeyForms):
    """An RSA public key. `n` is the modulus, `e` the public exponent, `key_size` the bits of the modulus."""

    __slots__ = ("_exponent", "_modulus", "e", "key_size", "n")

    MIN_BITS: ClassVar[int] = 2048
    LEGACY: ClassVar[bool] = False

    n: int
    e: int
    key_size: int
    _modulus: bytes
    _exponent: bytes

    def __init__(self, *args: Any) -> None:
        raise TypeError(f"{type(self).__name__} is made by from_numbers(n, e), akela.load_public_key or a private key's public_key()")

    @classmethod
    def from_numbers(cls, n: int, e: int) -> Self:
        """The key with modulus n and public exponent e.

        Raises InvalidKey where n is even, or not of 2048 to 16384 bits, or e is even, less than 3, or not less than n or 2^256.
        """
        integer(e, "e")
        bits = integer(n, "n").bit_length()
        if n <= 0 or not cls.MIN_BITS <= bits <= MAX_BITS:
            hint = "; akela.legacy.rsa has smaller ones" if 1024 <= bits < cls.MIN_BITS else ""
            raise InvalidKey(f"the modulus has {bits} bits, expected {cls.MIN_BITS} to {MAX_BITS}{hint}")
        if n % 2 == 0:
            raise InvalidKey("the modulus is even, expected a product of two odd primes")
        if e < 3 or e % 2 == 0 or e.bit_length() > MAX_EXPONENT_BITS or e >= n:
            shown = str(e) if abs(e) < 1 << 64 else f"a number of {e.bit_length()} bits"
            raise InvalidKey(f"the public exponent is {shown}, expected an odd number from 3 to 2^{MAX_EXPONENT_BITS}")
        key = cls.__new__(cls)
        for name, value in (("n", n), ("e", e), ("key_size", bits), ("_modulus", octets(n)), ("_exponent", octets(e))):
            object.__setattr__(key, name, value)
        return key

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a key does not change: {name} cannot be set")

    def verify(self, signature: Buffer, data: Buffer, *, hash: object, padding: SignaturePadding) -> None:
        """Check a signature of `data`. Returns None, or raises InvalidSignature.

        hash: "sha256" or the like. padding: `PSS()` or `PKCS1v15()`.
        """
        name = self._hash(hash)
        self.verify_digest(signature, digest(name, data), hash=name, padding=padding)

    def verify_digest(self, signature: Buffer, digest: Buffer, *, hash: object, padding: SignaturePadding) -> None:
        """As verify, for a message that is hashed already. Raises InvalidLength for a digest of another size than the hash's."""
        name, digest = self._hash(hash), sized_digest(digest, hash)
        check_signature_padding(padding)
        signature = given_octets(signature, "signature")
        try:
            em = self._public(signature) if len(signature) == len(self._modulus) else None
        except InvalidParameter:
            em = None
        self._check_encoded(em, signature, digest, name, padding)

    def _check_encoded(self, em: bytes | None, signature: bytes, digest: bytes, hash: str, padding: SignaturePadding) -> None:
        """Raises InvalidSignature unless EM, the power of the signature, is there and encodes the digest."""
        if len(signature) != len(self._modulus):
            raise InvalidSignature(f"the signature has {bytes_of(len(signature))}, those of this key have {len(self._modulus)}")
        if em is None:
            raise InvalidSignature("the signature is not one of this message by this key")
        padding.check(em, digest, hash, self.key_size)

    @classmethod
    def _verify_columns(
        cls, keys: Sequence[Self], signatures: Sequence[Buffer], messages: Sequence[Buffer], *, hash: object, padding: SignaturePadding
    ) -> Together | None:
        key = keys[0]
        if any(each is not key for each in keys):
            return None
        return verify_together(key, signatures, messages, key._hash(hash), check_signature_padding(padding))

    def encrypt(self, plaintext: Buffer, *, padding: OAEP) -> bytes:
        """Encrypt a short message, such as a key. Raises InvalidLength where it is too long for the key and padding."""
        check_oaep(padding)
        return self._public(padding.encode(plaintext, len(self._modulus)))

    def _hash(self, hash: object) -> str:
        return usable_hash(hash, self.LEGACY)

    def _public(self, data: bytes) -> bytes:
        result: bytes = default_execution().rsa_public_w64(self._modulus, self._exponent, data)
        return result

    def __eq__(self, other: object) -> bool:
        return (self.n, self.e) == (other.n, other.e) if isinstance(other, RSAPublicKey) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.n, self.e))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.key_size} bits, e = {self.e}>"


class RSAPrivateKey(PrivateKeyForms):
    """An RSA private key of two primes. Its numbers are attributes: n, e, d, p, q, dmp1, dmq1, iqmp (PyCA's names); `key_size` in bits."""

    __slots__ = ("_blinding", "_d", "_parts", "_public_key")

    PUBLIC: ClassVar[type[RSAPublicKey]] = RSAPublicKey
    MIN_GENERATED_BITS: ClassVar[int] = 2048
    MAX_GENERATED_BITS: ClassVar[int] = 8192

    _blinding: Blinding
    _d: bytes
    _parts: bytes
    _public_key: RSAPublicKey

    def __init__(self, *args: Any) -> None:
        raise TypeError(f"{type(self).__name__} is made by generate(bits), from_numbers(…) or akela.load_private_key")

    @classmethod
    def generate(cls, bits: int, public_exponent: int = 65537) -> Self:
        """A new random key: FIPS 186-5 appendix A.1.3.

        bits: 2048 to 8192, a multiple of 128. public_exponent: odd, 65537 to 2^32 - 1. Raises InvalidParameter for others.
        """
        integer(bits, "bits")
        integer(public_exponent, "public_exponent")
        if not cls.MIN_GENERATED_BITS <= bits <= cls.MAX_GENERATED_BITS or bits % 128:
            hint = "; akela.legacy.rsa makes smaller ones" if 1024 <= bits < cls.MIN_GENERATED_BITS else ""
            limits = f"{cls.MIN_GENERATED_BITS} to {cls.MAX_GENERATED_BITS}"
            raise InvalidParameter(f"bits is {bits}, expected a multiple of 128 from {limits}{hint}")
        if not 65537 <= public_exponent < 1 << 32 or public_exponent % 2 == 0:
            raise InvalidParameter(f"public_exponent is {public_exponent}, expected an odd number from 65537 to 2^32 - 1")
        drbg = default_execution().HmacDrbg(random_bytes(48), b"", b"akela RSA key generation")
        made = drbg.rsa_generate_w64(bits, public_exponent)
        size = bits // 8
        public = cls.PUBLIC.from_numbers(int.from_bytes(made[:size], "big"), public_exponent)
        return cls._made(public, made[size : 2 * size], made[2 * size :])

    @classmethod
    def from_numbers(cls, n: int, e: int, d: int, p: int, q: int, dmp1: int, dmq1: int, iqmp: int) -> Self:
        """The key of these numbers: RFC 8017 section 3.2, with PyCA's names for dP, dQ and qInv.

        Raises InvalidKey where they do not belong together: the message names what does not hold. Whether p and q are prime is not
        proven; a signature that comes out right, which is tried, says as much as its users need.
        """
        public = cls.PUBLIC.from_numbers(n, e)
        for name, number in (("d", d), ("p", p), ("q", q), ("dmp1", dmp1), ("dmq1", dmq1), ("iqmp", iqmp)):
            integer(number, name)
        if min(p, q) < 3 or p == q or p * q != n:
            raise InvalidKey("p and q are not two different primes whose product is n")
        if not 0 < d < n or d * e % (p - 1) != 1 or d * e % (q - 1) != 1:
            raise InvalidKey("d is not the inverse of e modulo p - 1 and q - 1")
        if dmp1 != d % (p - 1) or dmq1 != d % (q - 1):
            raise InvalidKey("dmp1 and dmq1 are not d modulo p - 1 and q - 1")
        if not 0 < iqmp < p or q * iqmp % p != 1:
            raise InvalidKey("iqmp is not the inverse of q modulo p")
        size = -(-max(p, q).bit_length() // 8)
        parts = b"".join(octets(part, size) for part in (p, q, dmp1, dmq1, iqmp))
        key = cls._made(public, octets(d, -(-n.bit_length() // 8)), parts)
        key._private(octets(n // 3, len(public._modulus)))
        return key

    @classmethod
    def _made(cls, public: RSAPublicKey, d: bytes, parts: bytes) -> Self:
        key = cls.__new__(cls)
        for name, value in (("_public_key", public), ("_d", d), ("_parts", parts), ("_blinding", Blinding(public))):
            object.__setattr__(key, name, value)
        return key

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a key does not change: {name} cannot be set")

    # --- numbers

    @property
    def n(self) -> int:
        """The modulus."""
        return self._public_key.n

    @property
    def e(self) -> int:
        """The public exponent."""
        return self._public_key.e

    @property
    def key_size(self) -> int:
        """Bits of the modulus."""
        return self._public_key.key_size

    @property
    def d(self) -> int:
        """The private exponent."""
        return int.from_bytes(self._d, "big")

    @property
    def p(self) -> int:
        """The first prime."""
        return self._part(0)

    @property
    def q(self) -> int:
        """The second prime."""
        return self._part(1)

    @property
    def dmp1(self) -> int:
        """d mod p - 1."""
        return self._part(2)

    @property
    def dmq1(self) -> int:
        """d mod q - 1."""
        return self._part(3)

    @property
    def iqmp(self) -> int:
        """The inverse of q modulo p."""
        return self._part(4)

    def _part(self, index: int) -> int:
        size = len(self._parts) // 5
        return int.from_bytes(self._parts[index * size : (index + 1) * size], "big")

    # --- use

    def public_key(self) -> RSAPublicKey:
        """The public key."""
        return self._public_key

    def sign(self, data: Buffer, *, hash: object, padding: SignaturePadding) -> bytes:
        """A signature of `data`. hash: "sha256" or the like. padding: `PSS()` or `PKCS1v15()`.

        Raises InvalidLength where hash and salt are too long for the key.
        """
        name = self._public_key._hash(hash)
        return self.sign_digest(digest(name, data), hash=name, padding=padding)

    def sign_digest(self, digest: Buffer, *, hash: object, padding: SignaturePadding) -> bytes:
        """As sign, for a message that is hashed already. Raises InvalidLength for a digest of another size than the hash's."""
        name = self._public_key._hash(hash)
        digest = sized_digest(digest, hash)
        return self._private(check_signature_padding(padding).encode(digest, name, self.key_size))

    @classmethod
    def _sign_columns(cls, keys: Sequence[Self], messages: Sequence[Buffer], *, hash: object, padding: SignaturePadding) -> Together | None:
        key = keys[0]
        if any(each is not key for each in keys):
            return None
        return sign_together(key, messages, key._public_key._hash(hash), check_signature_padding(padding))

    def decrypt(self, ciphertext: Buffer, *, padding: OAEP) -> bytes:
        """The message that was encrypted. Raises DecryptionFailed where there is none; it does not say why, and neither should you."""
        check_oaep(padding)
        return padding.decode(self._decrypt(ciphertext))

    def _decrypt(self, ciphertext: Buffer) -> bytes:
        ciphertext = given_octets(ciphertext, "ciphertext")
        if len(ciphertext) != len(self._public_key._modulus):
            raise DecryptionFailed(
                f"the ciphertext has {bytes_of(len(ciphertext))}, those of this key have {len(self._public_key._modulus)}"
            )
        try:
            return self._private(ciphertext)
        except InvalidParameter:
            raise DecryptionFailed("decryption failed") from None

    def _private(self, data: bytes) -> bytes:
        """RSADP and RSASP1, blinded and checked. Raises InvalidKey where the computation was disturbed."""
        public = self._public_key
        pair = self._blinding.take()
        result: bytes = default_execution().rsa_private_blinded_w64(public._modulus, public._exponent, self._parts, pair, data)
        return result

    def __eq__(self, other: object) -> bool:
        return self.n == other.n and self.e == other.e if isinstance(other, RSAPrivateKey) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.n, self.e, "private"))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.key_size} bits>"


def usable_hash(hash: object, legacy: bool) -> str:
    """The name of a hash for signatures. Raises InvalidParameter for one that is broken, unless `legacy`."""
    name = hash_name(hash)
    if name in BROKEN_HASHES and not legacy:
        raise InvalidParameter(f"{name} is too weak for signatures; for old ones akela.legacy.rsa has keys that take it")
    return name


def sized_digest(digest: Buffer, hash: object) -> bytes:
    """The digest, if it has the size of the hash's."""
    name = hash_name(hash)
    digest, expected = given_octets(digest, "digest"), DIGEST_BYTES[name]
    if len(digest) != expected:
        raise InvalidLength(f"the digest has {bytes_of(len(digest))}, expected the {expected} of {name}")
    return digest


def check_signature_padding(padding: SignaturePadding) -> SignaturePadding:
    """The padding. Raises TypeError for what is none for signatures."""
    if not isinstance(padding, PSS | PKCS1v15):
        raise TypeError(f"padding is a {type(padding).__name__}, expected PSS or PKCS1v15")
    return padding


def check_oaep(padding: object) -> None:
    """Raises TypeError for what is no OAEP."""
    if not isinstance(padding, OAEP):
        raise TypeError(f"padding is a {type(padding).__name__}, expected OAEP; akela.legacy.rsa has PKCS #1 v1.5 encryption")


DIGEST_BYTES = {
    "md5": 16,
    "sha1": 20,
    "ripemd160": 20,
    **{f"{family}{bits}": bits // 8 for family in ("sha", "sha3_", "sha512_") for bits in (224, 256)},
    **{f"{family}{bits}": bits // 8 for family in ("sha", "sha3_") for bits in (384, 512)},
}
