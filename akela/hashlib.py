"""A drop-in for the standard library's `hashlib`: `from akela import hashlib`.

Names, arguments, results and exceptions are those of that module. `new` knows, besides what is guaranteed, sha512_224, sha512_256 and
ripemd160.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from akela.crypto.arguments import octets
from akela.crypto.blake2 import blake2b, blake2s
from akela.crypto.hash_objects import HASHES, ExtendableConstructor, FixedConstructor, FixedHash, constructors
from akela.executions import default_execution

if TYPE_CHECKING:
    from typing_extensions import Buffer

__all__ = [
    "algorithms_available",
    "algorithms_guaranteed",
    "blake2b",
    "blake2s",
    "file_digest",
    "md5",
    "new",
    "pbkdf2_hmac",
    "scrypt",
    "sha1",
    "sha3_224",
    "sha3_256",
    "sha3_384",
    "sha3_512",
    "sha224",
    "sha256",
    "sha384",
    "sha512",
    "shake_128",
    "shake_256",
]

_kernels = default_execution()
_constructors: dict[str, Callable[..., Any]] = {**constructors(_kernels), "blake2b": blake2b, "blake2s": blake2s}

md5: FixedConstructor = _constructors["md5"]
sha1: FixedConstructor = _constructors["sha1"]
sha224: FixedConstructor = _constructors["sha224"]
sha256: FixedConstructor = _constructors["sha256"]
sha384: FixedConstructor = _constructors["sha384"]
sha512: FixedConstructor = _constructors["sha512"]
sha3_224: FixedConstructor = _constructors["sha3_224"]
sha3_256: FixedConstructor = _constructors["sha3_256"]
sha3_384: FixedConstructor = _constructors["sha3_384"]
sha3_512: FixedConstructor = _constructors["sha3_512"]
shake_128: ExtendableConstructor = _constructors["shake_128"]
shake_256: ExtendableConstructor = _constructors["shake_256"]

algorithms_guaranteed = {name for name in __all__ if name in _constructors}
algorithms_available = set(_constructors)

# Names of OpenSSL that the standard library's `new` passes on to it.
_OTHER_NAMES = {
    "blake2b512": "blake2b",
    "blake2s256": "blake2s",
    "ripemd": "ripemd160",
    "rmd160": "ripemd160",
    **{f"sha2_{bits}": f"sha{bits}" for bits in (224, 256, 384, 512)},
}
_MOST_INT = (1 << 31) - 1  # a C int, in which the standard library keeps the numbers of pbkdf2_hmac


def new(name: str, data: Buffer = b"", **arguments: Any) -> FixedHash:
    """A hash object by the name of its hash; upper case is as good. Raises ValueError for a name that is not in algorithms_available."""
    made: FixedHash = _constructor(name)(data, **arguments)
    return made


def _constructor(name: str) -> Callable[..., Any]:
    constructor = _constructors.get(name)
    if constructor is None:
        if not isinstance(name, str):
            raise TypeError(f"the name of a hash is of type {type(name).__name__}, expected str")
        constructor = _constructors.get(_plain(name))
    if constructor is None:
        raise ValueError(f"unsupported hash type {name}; there are: {', '.join(sorted(algorithms_available))}")
    return constructor


def _plain(name: str) -> str:
    """A name in the spelling of algorithms_available."""
    name = name.lower().replace("-", "_")
    return _OTHER_NAMES.get(name, name)


def file_digest(fileobj: Any, digest: str | Callable[[], Any], /, *, _bufsize: int = 1 << 18) -> FixedHash:
    """A hash object that has taken what is left of a file, opened for reading in binary mode.

    `digest` is a name for `new`, or a callable that makes an object with `update`. Raises ValueError for another file,
    BlockingIOError for one that does not block and has no more bytes yet.
    """
    made: FixedHash = new(digest) if isinstance(digest, str) else digest()
    if hasattr(fileobj, "getbuffer"):  # io.BytesIO
        made.update(fileobj.getbuffer())
        return made
    if not (hasattr(fileobj, "readinto") and hasattr(fileobj, "readable") and fileobj.readable()):
        raise ValueError(f"{fileobj!r} is no file opened for reading in binary mode")
    buffer = bytearray(_bufsize)
    view = memoryview(buffer)
    while count := fileobj.readinto(buffer):
        made.update(view[:count])
    if count is None:
        raise BlockingIOError("the file has no bytes at the moment, and does not wait for them: its digest is not known")
    return made


def pbkdf2_hmac(hash_name: str, password: Buffer, salt: Buffer, iterations: int, dklen: int | None = None) -> bytes:
    """A key of `dklen` bytes (by default, of a digest) from a password: PBKDF2 with HMAC, RFC 8018 section 5.2.

    Raises ValueError for an unknown hash, fewer than one iteration, or a key of no bytes, OverflowError for 2^31 iterations or bytes.
    """
    if not isinstance(hash_name, str):
        raise TypeError(f"hash_name is of type {type(hash_name).__name__}, expected str")
    name = _plain(hash_name)
    if name not in _constructors or not (digest_size := _constructors[name]().digest_size):
        raise ValueError(f"unsupported hash type {hash_name}: PBKDF2 takes a hash with digests of a fixed size, such as sha256")
    size = digest_size if dklen is None else dklen
    if max(operator.index(iterations), operator.index(size)) > _MOST_INT:
        raise OverflowError(f"iterations is {iterations} and dklen {size}, expected up to {_MOST_INT}")
    derive = getattr(_kernels, f"pbkdf2_hmac_{HASHES[name].kernel}") if name in HASHES else _pbkdf2_blake2(name)
    key: bytes = derive(password, salt, iterations, size)
    return key


def _pbkdf2_blake2(name: str) -> Callable[..., bytes]:
    """PBKDF2 with a hash that has no kernel of it: slower, as every iteration is a call from Python."""
    from akela import hmac  # which imports this module

    def derive(password: Buffer, salt: Buffer, iterations: int, size: int) -> bytes:
        if iterations < 1 or size < 1:
            raise ValueError(f"iterations is {iterations} and dklen {size}, expected 1 or more")
        keyed, key = hmac.new(octets(password, "password"), digestmod=name), b""
        for index in range(1, -(-size // keyed.digest_size) + 1):
            u = _continued(keyed, octets(salt, "salt") + index.to_bytes(4, "big"))
            t = int.from_bytes(u, "big")
            for _ in range(1, iterations):
                u = _continued(keyed, u)
                t ^= int.from_bytes(u, "big")
            key += t.to_bytes(keyed.digest_size, "big")
        return key[:size]

    return derive


def _continued(keyed: Any, data: bytes) -> bytes:
    mac = keyed.copy()
    mac.update(data)
    tag: bytes = mac.digest()
    return tag


def scrypt(password: Buffer, *, salt: Buffer, n: int, r: int, p: int, maxmem: int = 0, dklen: int = 64) -> bytes:
    """A key of `dklen` bytes from a password: scrypt, RFC 7914.

    `maxmem` limits the memory to so many bytes; 0 stands for 32 MiB. Raises ValueError for parameters that RFC 7914 does not allow, a
    key of no bytes, or more memory than that.
    """
    limit, needed = operator.index(maxmem) or 1 << 25, 128 * r * (n + p + 2)
    if maxmem < 0:
        raise ValueError(f"maxmem is {maxmem}, expected 0 or more")
    if needed > limit:
        raise ValueError(f"scrypt with n={n}, r={r}, p={p} takes {needed} bytes, and maxmem allows {limit}; raise maxmem or lower n")
    key: bytes = _kernels.scrypt(password, salt, n, r, p, dklen)
    return key
