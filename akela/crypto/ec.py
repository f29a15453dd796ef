"""Keys on the curves P-256, P-384 and P-521, for ECDH (SP 800-56A) and ECDSA (FIPS 186-5), in classes shaped like PyCA's.

A signature is DER (RFC 3279 section 2.2.3), or raw: the numbers r and s, each as long as the order of the curve. Nonces come from the key
and the message as RFC 6979 has it, and from 32 random bytes beside them unless `deterministic` says otherwise: neither a bad source of
randomness nor a disturbed computation then gives the key away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

from akela.crypto.columns import Columns
from akela.crypto.hash_choice import hash_name
from akela.crypto.random import random_bytes
from akela.crypto.serialization.forms import PrivateKeyForms, PublicKeyForms
from akela.exceptions import InvalidKey, InvalidParameter, InvalidSignature, bytes_of
from akela.executions import default_execution

if TYPE_CHECKING:
    from typing_extensions import Buffer

    Encoding = Literal["der", "raw"]

__all__ = ["P256", "P384", "P521", "Curve", "ECPrivateKey", "ECPublicKey"]

HEDGE_BYTES = 32
GENERATION_EXTRA_BYTES = 8  # FIPS 186-5 section A.2.1: 64 bits more than the order has


class Curve:
    """A curve: `name` as in SP 800-186 ("P-256"), `key_bytes` the length of a private key, of a coordinate and of half a raw signature."""

    __slots__ = ("_own_hash", "_prefix", "key_bytes", "name")

    def __init__(self, name: str, bits: int, own_hash: str) -> None:
        self.name = name
        self.key_bytes = (bits + 7) // 8
        self._own_hash = own_hash  # whose HMAC makes nonces where the message's hash has no such kernel
        self._prefix = f"p{bits}"

    def __repr__(self) -> str:
        return self.name.replace("-", "")

    def __reduce__(self) -> str:
        """Copies and pickles of a curve are the curve."""
        return repr(self)

    def _kernel(self, name: str) -> Any:
        return getattr(default_execution(), f"{self._prefix}_{name}")

    def _signing_kernel(self, hash: str) -> Any:
        """The kernel that signs digests of a hash."""
        own = hash == self._own_hash or hash not in NONCE_HASHES
        return self._kernel("sign" if own else f"sign_{hash}")

    def _raw_or_none(self, der: bytes) -> bytes:
        """The raw signature of one in DER; an empty one, which never holds, where it is malformed."""
        try:
            raw: bytes = self._kernel("signature_from_der")(der)
        except InvalidSignature:
            return b""
        return raw

    def _der(self, raw: bytes) -> bytes:
        """A raw signature in DER."""
        padded: bytes = self._kernel("signature_to_der")(raw)
        length = padded[1] + 2 if padded[1] < 0x80 else padded[2] + 3
        return padded[:length]


P256 = Curve("P-256", 256, "sha256")
P384 = Curve("P-384", 384, "sha384")
P521 = Curve("P-521", 521, "sha512")

NONCE_HASHES = ("sha1", "sha224", "sha256", "sha384", "sha512")
BROKEN_HASHES = ("md5", "sha1", "ripemd160")


class ECPublicKey(PublicKeyForms):
    """A public key: a point of a curve. `ECPublicKey.from_public_bytes(P256, data)` reads one, and checks it.

    Two keys are equal where curve and point are. Raises InvalidKey where the point is not on the curve.
    """

    __slots__ = ("_curve", "_point")

    LEGACY: ClassVar[bool] = False  # whether hashes will do for which collisions are known

    def __init__(self, curve: Curve, point: Buffer) -> None:
        data = memoryview(point).tobytes()
        try:
            self._point: bytes = _checked(curve)._kernel("decode_point")(data)
        except InvalidKey:
            raise InvalidKey(
                f"the {bytes_of(len(data))} given are no point of {curve.name}: give an SEC 1 point, {2 * curve.key_bytes + 1} bytes, "
                f"or {curve.key_bytes + 1} compressed"
            ) from None
        self._curve = curve

    @classmethod
    def from_public_bytes(cls, curve: Curve, data: Buffer) -> Self:
        """The key of a point as SEC 1 section 2.3.3 writes it, compressed or not. Raises InvalidKey where it is not on the curve."""
        return cls(curve, data)

    @property
    def curve(self) -> Curve:
        """P256, P384 or P521."""
        return self._curve

    def public_bytes_raw(self, compressed: bool = False) -> bytes:
        """The point as SEC 1 section 2.3.3 writes it: 04, x and y; or compressed, 02 or 03, which tells y's parity, and x."""
        if not compressed:
            return self._point
        return bytes([0x02 | (self._point[-1] & 1)]) + self._point[1 : 1 + self._curve.key_bytes]

    def verify(
        self, signature: Buffer, data: Buffer, *, hash: object = "sha256", prehashed: bool = False, encoding: Encoding = "der"
    ) -> None:
        """Return where `signature` is one of `data` by the owner of this key; raise InvalidSignature where not.

        hash: a name such as "sha384", or what has such a name. prehashed: `data` is the digest already.
        encoding: "der" or "raw". Raises InvalidParameter for a hash that is unknown or broken, or a digest of another length than its.
        """
        digest = _digest(data, hash, prehashed, self.LEGACY)[1]
        raw = memoryview(signature).tobytes()
        try:
            if _checked_encoding(encoding) == "der":
                raw = self._curve._kernel("signature_from_der")(raw)
            self._curve._kernel("verify")(self._point, digest, raw)
        except InvalidSignature:
            raise InvalidSignature("the signature does not match: the message, the signature or the key is another one") from None

    @classmethod
    def _verify_columns(
        cls,
        keys: Sequence[Self],
        signatures: Sequence[Buffer],
        messages: Sequence[Buffer],
        *,
        hash: object = "sha256",
        prehashed: bool = False,
        encoding: Encoding = "der",
    ) -> Columns | None:
        curve = keys[0]._curve
        if any(key._curve is not curve for key in keys):
            return None
        digests = [_digest(message, hash, prehashed, cls.LEGACY)[1] for message in messages]
        raws = [memoryview(signature).tobytes() for signature in signatures]
        if _checked_encoding(encoding) == "der":
            raws = [curve._raw_or_none(raw) for raw in raws]
        return Columns(curve._kernel("verify"), ([key._point for key in keys], digests, raws))

    def __eq__(self, other: object) -> bool:
        return (self._curve, self._point) == (other._curve, other._point) if isinstance(other, ECPublicKey) else NotImplemented

    def __hash__(self) -> int:
        return hash((self._curve, self._point))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._curve.name} {self.public_bytes_raw(compressed=True).hex()}>"


class ECPrivateKey(PrivateKeyForms):
    """A private key: a number from 1 to the curve's order less 1. `ECPrivateKey.generate(P256)` makes one.

    Raises InvalidKey for another number of bytes, and for a number out of range.
    """

    __slots__ = ("_curve", "_private", "_public")

    PUBLIC: ClassVar[type[ECPublicKey]] = ECPublicKey

    def __init__(self, curve: Curve, data: Buffer) -> None:
        raw = memoryview(data).tobytes()
        if len(raw) != _checked(curve).key_bytes:
            raise InvalidKey(f"a private key of {curve.name} has {curve.key_bytes} bytes, given {len(raw)}")
        try:
            self._public = self.PUBLIC(curve, curve._kernel("public_key")(raw))
        except InvalidKey:
            raise InvalidKey(
                f"a private key of {curve.name} is a number from 1 to the order of the curve less 1; this is another"
            ) from None
        self._curve, self._private = curve, raw

    @classmethod
    def generate(cls, curve: Curve) -> Self:
        """A new random key (FIPS 186-5 section A.2.1). Raises TypeError for what is no curve."""
        return cls(curve, _checked(curve)._kernel("generate")(random_bytes(curve.key_bytes + GENERATION_EXTRA_BYTES)))

    @classmethod
    def from_private_bytes(cls, curve: Curve, data: Buffer) -> Self:
        """The key that `private_bytes_raw` wrote. Raises InvalidKey for another number of bytes, and for a number out of range."""
        return cls(curve, data)

    @property
    def curve(self) -> Curve:
        """P256, P384 or P521."""
        return self._curve

    def private_bytes_raw(self) -> bytes:
        """The number, big-endian, `curve.key_bytes` bytes."""
        return self._private

    def public_key(self) -> ECPublicKey:
        """The public key."""
        return self._public

    def exchange(self, peer_public_key: ECPublicKey) -> bytes:
        """The shared secret with the owner of another key of the same curve, `curve.key_bytes` bytes: derive keys from it with a KDF.

        Raises InvalidKey for a key of another curve.
        """
        if not isinstance(peer_public_key, ECPublicKey):
            raise TypeError(f"exchange takes an ECPublicKey, given {type(peer_public_key).__name__}")
        if peer_public_key.curve is not self._curve:
            raise InvalidKey(f"a key of {self._curve.name} and one of {peer_public_key.curve.name} share no secret")
        shared: bytes = self._curve._kernel("ecdh")(self._private, peer_public_key._point)
        return shared

    def sign(
        self,
        data: Buffer,
        *,
        hash: object = "sha256",
        prehashed: bool = False,
        deterministic: bool = False,
        encoding: Encoding = "der",
    ) -> bytes:
        """The signature of `data`.

        hash: a name such as "sha384", or what has such a name. prehashed: `data` is the digest already. deterministic: the signature of
        RFC 6979, the same every time; nonces come from HMAC over the same hash where that is SHA-1 or SHA-2, else over the curve's own,
        SHA-256, SHA-384 or SHA-512. encoding: "der" or "raw".
        Raises InvalidParameter for a hash that is unknown or broken, or a digest of another length than its.
        """
        name, digest = _digest(data, hash, prehashed, self.PUBLIC.LEGACY)
        raw: bytes = self._curve._signing_kernel(name)(self._private, digest, b"" if deterministic else random_bytes(HEDGE_BYTES))
        return raw if _checked_encoding(encoding) == "raw" else self._curve._der(raw)

    @classmethod
    def _sign_columns(
        cls,
        keys: Sequence[Self],
        messages: Sequence[Buffer],
        *,
        hash: object = "sha256",
        prehashed: bool = False,
        deterministic: bool = False,
        encoding: Encoding = "der",
    ) -> Columns | None:
        curve, count = keys[0]._curve, len(keys)
        if any(key._curve is not curve for key in keys):
            return None
        name, raw = hash_name(hash), _checked_encoding(encoding) == "raw"
        digests = [_digest(message, hash, prehashed, cls.PUBLIC.LEGACY)[1] for message in messages]
        random = b"" if deterministic else random_bytes(HEDGE_BYTES * count)
        extras = [random[HEDGE_BYTES * i : HEDGE_BYTES * (i + 1)] for i in range(count)]
        return Columns(curve._signing_kernel(name), ([key._private for key in keys], digests, extras), None if raw else curve._der)

    @classmethod
    def _exchange_columns(cls, keys: Sequence[Self], peers: Sequence[ECPublicKey]) -> Columns | None:
        curve = keys[0]._curve
        if not all(isinstance(peer, ECPublicKey) and peer._curve is curve for peer in peers):
            return None
        if any(key._curve is not curve for key in keys):
            return None
        return Columns(curve._kernel("ecdh"), ([key._private for key in keys], [peer._point for peer in peers]))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._curve.name}>"


def _checked(curve: Curve) -> Curve:
    if not isinstance(curve, Curve):
        raise TypeError(f"the curve is P256, P384 or P521, given {type(curve).__name__}")
    return curve


def _checked_encoding(encoding: str) -> str:
    if encoding not in ("der", "raw"):
        raise InvalidParameter(f'the encoding of a signature is "der" or "raw", given {encoding!r}')
    return encoding


def _digest(data: Buffer, hash: object, prehashed: bool, legacy: bool) -> tuple[str, bytes]:
    """The name of the hash, and the digest of `data` or `data` itself."""
    name = hash_name(hash)
    if name in BROKEN_HASHES and not legacy:
        raise InvalidParameter(
            f"{name} is too weak for signatures, as collisions are known; use sha256. For old ones akela.legacy.ec has keys that take it"
        )
    compute = getattr(default_execution(), name)
    if not prehashed:
        return name, compute(data)
    digest, size = memoryview(data).tobytes(), len(compute(b""))
    if len(digest) != size:
        raise InvalidParameter(f"a digest of {name} has {bytes_of(size)}, given {len(digest)}; prehashed=False takes the message itself")
    return name, digest
