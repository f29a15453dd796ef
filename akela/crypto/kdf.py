"""Key derivation: classes shaped like those of PyCA's `cryptography`, and a function for each that does all at once.

| from | use |
|---|---|
| a password | `Scrypt`, or `PBKDF2HMAC` where a standard asks for it |
| a secret with enough entropy, such as a Diffie-Hellman value | `HKDF` |
| a key | `HKDFExpand`, `KBKDFHMAC`, `KBKDFCMAC` |

A hash is a name ("SHA-256"), a function such as `akela.sha256`, or an object of PyCA's. Lengths are in bytes. Unlike PyCA's, an object may
derive any number of keys. `verify` raises InvalidKey where the key is another than the expected one, and compares in constant time.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import cache
from hmac import compare_digest
from typing import TYPE_CHECKING, Any

from akela.crypto.arguments import integer, octets
from akela.crypto.hash_choice import hash_name
from akela.exceptions import InvalidKey, InvalidLength, InvalidParameter, bytes_of
from akela.executions import default_execution

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = [
    "HKDF",
    "KBKDFCMAC",
    "KBKDFHMAC",
    "PBKDF2HMAC",
    "CounterLocation",
    "HKDFExpand",
    "Mode",
    "Scrypt",
    "hkdf",
    "hkdf_expand",
    "hkdf_extract",
    "kbkdf_counter",
    "kbkdf_counter_cmac",
    "pbkdf2",
    "scrypt",
]


# --- all at once --------------------------------------------------------------------------------------------------------------------------


def pbkdf2(password: Buffer, salt: Buffer, iterations: int, length: int, *, hash: object = "sha256") -> bytes:
    """A key of `length` bytes from a password: PBKDF2 with HMAC, RFC 8018 section 5.2.

    Raises InvalidParameter for fewer than one iteration or an unknown hash, InvalidLength for a key of no bytes or of more than 2^32 - 1
    digests.
    """
    derived: bytes = _kernel("pbkdf2_hmac_{}", hash_name(hash))(password, salt, iterations, length)
    return derived


def hkdf(key: Buffer, length: int, *, salt: Buffer | None = None, info: Buffer | None = None, hash: object = "sha256") -> bytes:
    """A key of `length` bytes for the purpose `info` from keying material `key`: HKDF, RFC 5869. No salt is a salt of zeros.

    Raises InvalidLength for more than 255 digests, InvalidParameter for an unknown hash.
    """
    derived: bytes = _kernel("hkdf_{}", hash_name(hash))(_or_empty(salt), key, _or_empty(info), length)
    return derived


def hkdf_extract(key: Buffer, *, salt: Buffer | None = None, hash: object = "sha256") -> bytes:
    """The pseudorandom key of keying material `key`, RFC 5869 section 2.2: as long as a digest.

    Raises InvalidParameter for an unknown hash.
    """
    derived: bytes = _kernel("hkdf_{}_extract", hash_name(hash))(_or_empty(salt), key)
    return derived


def hkdf_expand(key: Buffer, length: int, *, info: Buffer | None = None, hash: object = "sha256") -> bytes:
    """A key of `length` bytes for the purpose `info` from a pseudorandom key, RFC 5869 section 2.3.

    Raises InvalidLength for more than 255 digests, InvalidParameter for an unknown hash.
    """
    derived: bytes = _kernel("hkdf_{}_expand", hash_name(hash))(key, _or_empty(info), length)
    return derived


def kbkdf_counter(
    key: Buffer, length: int, *, after: Buffer, before: Buffer = b"", counter_bytes: int = 4, hash: object = "sha256"
) -> bytes:
    """A key of `length` bytes from a key: the KDF in counter mode of SP 800-108r1, with HMAC.

    The counter, of 1 to 4 bytes, stands between `before` and `after`, which make up the fixed input data; `KBKDFHMAC` puts these together
    from a label and a context. Raises InvalidParameter for another `counter_bytes`, InvalidLength for a key of no bytes or of more digests
    than the counter can number.
    """
    derived: bytes = _kernel("kbkdf_hmac_{}", hash_name(hash))(key, before, counter_bytes, after, length)
    return derived


def kbkdf_counter_cmac(key: Buffer, length: int, *, after: Buffer, before: Buffer = b"", counter_bytes: int = 4) -> bytes:
    """As `kbkdf_counter`, with AES-CMAC in the place of HMAC, and a key of 16, 24 or 32 bytes (InvalidLength).

    Take HMAC where somebody who has the key chooses what is in `before` or `after`: SP 800-108r1 section 6.7.
    """
    derived: bytes = default_execution().kbkdf_cmac_aes(key, before, counter_bytes, after, length)
    return derived


def scrypt(password: Buffer, salt: Buffer, *, n: int, r: int, p: int, length: int) -> bytes:
    """A key of `length` bytes from a password: scrypt, RFC 7914, which takes 128·r·(n + p + 1) bytes of memory.

    Raises InvalidParameter or ValueError unless n is a power of 2 from 2 to 2^30, less than 2^(16·r), and r·p is less than 2^30;
    InvalidLength for a key of no bytes.
    """
    derived: bytes = default_execution().scrypt(password, salt, n, r, p, length)
    return derived


# --- classes ------------------------------------------------------------------------------------------------------------------------------


class _Derivation:
    """What all of them do with `derive`."""

    __slots__ = ()

    def derive(self, key_material: Buffer) -> bytes:
        """The key."""
        raise NotImplementedError

    def derive_into(self, key_material: Buffer, buffer: Buffer) -> int:
        """The key, into a writable buffer of its length, which is returned.

        Raises InvalidLength for a buffer of another length, BufferError for one that cannot be written to.
        """
        key = self.derive(key_material)
        with memoryview(buffer) as view:
            if view.nbytes != len(key):
                raise InvalidLength(f"buffer has {bytes_of(view.nbytes)}, expected {len(key)}")
            if view.readonly:
                raise BufferError("buffer cannot be written to; give a bytearray or another writable buffer")
            view.cast("B")[:] = key
        return len(key)

    def verify(self, key_material: Buffer, expected_key: Buffer) -> None:
        """Raise InvalidKey unless `expected_key` is what `key_material` gives; how long that takes tells nothing about the key."""
        if not compare_digest(self.derive(key_material), octets(expected_key, "expected_key")):
            raise InvalidKey("the derived key is not the expected one")


class PBKDF2HMAC(_Derivation):
    """PBKDF2 with HMAC, RFC 8018 section 5.2: `length` bytes from a password. Errors are those of `pbkdf2`."""

    __slots__ = ("_hash", "_iterations", "_length", "_salt")

    def __init__(self, algorithm: object, length: int, salt: Buffer, iterations: int, backend: object = None) -> None:
        self._hash, self._length, self._salt, self._iterations = hash_name(algorithm), length, octets(salt, "salt"), iterations

    def derive(self, key_material: Buffer) -> bytes:
        """The key of a password."""
        return pbkdf2(key_material, self._salt, self._iterations, self._length, hash=self._hash)


class HKDF(_Derivation):
    """HKDF, RFC 5869: `length` bytes for the purpose `info` from keying material. Errors are those of `hkdf`."""

    __slots__ = ("_hash", "_info", "_length", "_salt")

    def __init__(
        self, algorithm: object, length: int, salt: Buffer | None = None, info: Buffer | None = None, backend: object = None
    ) -> None:
        self._hash, self._length = hash_name(algorithm), length
        self._salt, self._info = octets(_or_empty(salt), "salt"), octets(_or_empty(info), "info")

    def derive(self, key_material: Buffer) -> bytes:
        """The key of keying material."""
        return hkdf(key_material, self._length, salt=self._salt, info=self._info, hash=self._hash)

    @staticmethod
    def extract(algorithm: object, salt: Buffer | None, key_material: Buffer) -> bytes:
        """The first step alone: the pseudorandom key, for HKDFExpand."""
        return hkdf_extract(key_material, salt=salt, hash=algorithm)


class HKDFExpand(_Derivation):
    """The second step of HKDF alone, RFC 5869 section 2.3: from a pseudorandom key. Errors are those of `hkdf_expand`."""

    __slots__ = ("_hash", "_info", "_length")

    def __init__(self, algorithm: object, length: int, info: Buffer | None, backend: object = None) -> None:
        self._hash, self._length, self._info = hash_name(algorithm), length, octets(_or_empty(info), "info")

    def derive(self, key_material: Buffer) -> bytes:
        """The key of a pseudorandom key."""
        return hkdf_expand(key_material, self._length, info=self._info, hash=self._hash)


class Mode(Enum):
    """Modes of SP 800-108."""

    CounterMode = "ctr"


class CounterLocation(Enum):
    """Where the counter stands, seen from the fixed input data."""

    BeforeFixed = "before_fixed"
    AfterFixed = "after_fixed"
    MiddleFixed = "middle_fixed"


class _KBKDF(_Derivation):
    """What is the same whatever the MAC."""

    __slots__ = ("_after", "_algorithm", "_before", "_length", "_rlen")

    def __init__(
        self,
        algorithm: object,
        mode: Mode,
        length: int,
        rlen: int,
        llen: int | None,
        location: CounterLocation,
        label: Buffer | None,
        context: Buffer | None,
        fixed: Buffer | None,
        backend: object = None,
        *,
        break_location: int | None = None,
    ) -> None:
        self._algorithm = self._named(algorithm)
        length, rlen = integer(length, "length"), integer(rlen, "rlen")
        llen = None if llen is None else integer(llen, "llen")
        if not isinstance(mode, Mode) or not isinstance(location, CounterLocation):
            raise TypeError("mode is a Mode, and location a CounterLocation")
        if llen is not None and llen < 1:
            raise InvalidParameter(f"llen is {bytes_of(llen)}, expected 1 or more")
        if not 1 <= rlen <= 4:
            raise InvalidParameter(f"rlen is {bytes_of(rlen)}, expected 1 to 4")
        data = _fixed_input(length, llen, label, context) if fixed is None else octets(fixed, "fixed")
        if fixed is not None and (label or context):
            raise InvalidParameter("fixed input data was given together with a label or a context; give one or the other")
        at = _counter_place(location, break_location, len(data))
        self._length, self._rlen, self._before, self._after = length, rlen, data[:at], data[at:]

    @staticmethod
    def _named(algorithm: object) -> str:
        """Our name of the algorithm."""
        raise NotImplementedError


class KBKDFHMAC(_KBKDF):
    """The KDF in counter mode of SP 800-108r1 section 4.1 with HMAC: `length` bytes from a key. algorithm: its hash.

    rlen, llen: bytes of the counter, 1 to 4, and of the output length in bits, L. location: of the counter; break_location: after how many
    bytes of the fixed input data it stands, for MiddleFixed. The fixed input data is Label || 00 || Context || L, or `fixed` where that is
    given.

    Raises TypeError or InvalidParameter for options that contradict one another or are out of range; the rest are errors of
    `kbkdf_counter`.
    """

    __slots__ = ()

    @staticmethod
    def _named(algorithm: object) -> str:
        return hash_name(algorithm)

    def derive(self, key_material: Buffer) -> bytes:
        """The key of a key."""
        fixed = {"before": self._before, "after": self._after}
        return kbkdf_counter(key_material, self._length, **fixed, counter_bytes=self._rlen, hash=self._algorithm)


class KBKDFCMAC(_KBKDF):
    """As KBKDFHMAC, with the CMAC of a block cipher: `algorithm` is "AES", or what has this name. Keys have 16, 24 or 32 bytes."""

    __slots__ = ()

    @staticmethod
    def _named(algorithm: object) -> str:
        if "AES" not in (algorithm, getattr(algorithm, "name", None), getattr(algorithm, "__name__", None)):
            raise InvalidParameter(f"CMAC is made with AES here, given {algorithm if isinstance(algorithm, str) else type(algorithm)!r}")
        return "AES"

    def derive(self, key_material: Buffer) -> bytes:
        """The key of a key. Raises InvalidLength for one that is no key of AES."""
        return kbkdf_counter_cmac(key_material, self._length, before=self._before, after=self._after, counter_bytes=self._rlen)


def _fixed_input(length: int, llen: int | None, label: Buffer | None, context: Buffer | None) -> bytes:
    """SP 800-108r1 section 4.1: Label || 00 || Context || L."""
    if llen is None:
        raise InvalidParameter("llen is None, expected the bytes of the output length, as no fixed input data was given")
    if length < 0 or (8 * length).bit_length() > 8 * llen:
        raise InvalidParameter(f"the length of {bytes_of(length)}, in bits, does not fit the {bytes_of(llen)} of llen")
    return b"".join((octets(_or_empty(label), "label"), b"\0", octets(_or_empty(context), "context"), (8 * length).to_bytes(llen, "big")))


def _counter_place(location: CounterLocation, break_location: int | None, size: int) -> int:
    """How many bytes of the fixed input data stand before the counter."""
    if location is not CounterLocation.MiddleFixed:
        if break_location is not None:
            raise InvalidParameter("break_location was given, which only CounterLocation.MiddleFixed takes")
        return 0 if location is CounterLocation.BeforeFixed else size
    if break_location is None or not 0 <= break_location <= size:
        raise InvalidParameter(f"break_location is {break_location}, expected 0 to {size}, the bytes of the fixed input data")
    return break_location


class Scrypt(_Derivation):
    """scrypt, RFC 7914: `length` bytes from a password. Errors, and the memory that it takes, are those of `scrypt`."""

    __slots__ = ("_length", "_n", "_p", "_r", "_salt")

    def __init__(self, salt: Buffer, length: int, n: int, r: int, p: int, backend: object = None) -> None:
        self._salt, self._length, self._n, self._r, self._p = octets(salt, "salt"), length, n, r, p

    def derive(self, key_material: Buffer) -> bytes:
        """The key of a password."""
        return scrypt(key_material, self._salt, n=self._n, r=self._r, p=self._p, length=self._length)


# --- kernels ------------------------------------------------------------------------------------------------------------------------------


@cache
def _kernel(pattern: str, hash: str) -> Callable[..., Any]:
    """The kernel for a hash."""
    try:
        kernel: Callable[..., Any] = getattr(default_execution(), pattern.format(hash))
    except AttributeError as error:
        raise InvalidParameter(f"{pattern.split('_')[0].upper()} is not made over {hash}") from error
    return kernel


def _or_empty(value: Buffer | None) -> Buffer:
    """The bytes, None standing for none."""
    return b"" if value is None else value
