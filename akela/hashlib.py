"""A drop-in for the standard library's `hashlib`: `from akela import hashlib`.

Names, arguments, results and exceptions are those of that module. `new` knows, besides what is guaranteed, sha512_224, sha512_256 and
ripemd160.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from akela.crypto.blake2 import blake2b, blake2s
from akela.crypto.hash_objects import HASHES, constructors
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

md5 = _constructors["md5"]
sha1 = _constructors["sha1"]
sha224 = _constructors["sha224"]
sha256 = _constructors["sha256"]
sha384 = _constructors["sha384"]
sha512 = _constructors["sha512"]
sha3_224 = _constructors["sha3_224"]
sha3_256 = _constructors["sha3_256"]
sha3_384 = _constructors["sha3_384"]
sha3_512 = _constructors["sha3_512"]
shake_128 = _constructors["shake_128"]
shake_256 = _constructors["shake_256"]

algorithms_guaranteed = {name for name in __all__ if name in _constructors}
algorithms_available = set(_constructors)


def new(name: str, data: Buffer = b"", **arguments: Any) -> Any:
    """A hash object by the name of its hash; upper case is as good. Raises ValueError for a name that is not in algorithms_available."""
    return _constructor(name)(data, **arguments)


def _constructor(name: str) -> Callable[..., Any]:
    constructor = _constructors.get(name)
    if constructor is None:
        if not isinstance(name, str):
            raise TypeError(f"the name of a hash is of type {type(name).__name__}, expected str")
        constructor = _constructors.get(name.lower().replace("-", "_"))
    if constructor is None:
        raise ValueError(f"unsupported hash type {name}; there are: {', '.join(sorted(algorithms_available))}")
    return constructor


def file_digest(fileobj: Any, digest: str | Callable[[], Any], /, *, _bufsize: int = 1 << 18) -> Any:
    """A hash object that has taken what is left of a file, opened for reading in binary mode.

    `digest` is a name for `new`, or a callable that makes an object with `update`. Raises ValueError for another file.
    """
    made = new(digest) if isinstance(digest, str) else digest()
    if hasattr(fileobj, "getbuffer"):  # io.BytesIO
        made.update(fileobj.getbuffer())
        return made
    if not (hasattr(fileobj, "readinto") and hasattr(fileobj, "readable") and fileobj.readable()):
        raise ValueError(f"{fileobj!r} is no file opened for reading in binary mode")
    buffer = bytearray(_bufsize)
    view = memoryview(buffer)
    while count := fileobj.readinto(buffer):
        made.update(view[:count])
    return made


def pbkdf2_hmac(hash_name: str, password: Buffer, salt: Buffer, iterations: int, dklen: int | None = None) -> bytes:
    """A key of `dklen` bytes (by default, of a digest) from a password: PBKDF2 with HMAC, RFC 8018 section 5.2.

    Raises ValueError for an unknown hash, fewer than one iteration, or a key of no bytes.
    """
    if not isinstance(hash_name, str):
        raise TypeError(f"hash_name is of type {type(hash_name).__name__}, expected str")
    shape = HASHES.get(hash_name.lower().replace("-", "_"))
    if shape is None or shape.digest_size == 0:
        raise ValueError(f"unsupported hash type {hash_name}: PBKDF2 takes a hash with digests of a fixed size, such as sha256")
    derive = getattr(_kernels, f"pbkdf2_hmac_{shape.kernel}")
    key: bytes = derive(password, salt, iterations, shape.digest_size if dklen is None else dklen)
    return key


def scrypt(password: Buffer, *, salt: Buffer, n: int, r: int, p: int, maxmem: int = 0, dklen: int = 64) -> bytes:
    """A key of `dklen` bytes from a password: scrypt, RFC 7914.

    `maxmem` limits the memory to so many bytes; 0 stands for 32 MiB. Raises ValueError for parameters that RFC 7914 does not allow, a
    key of no bytes, or more memory than that.
    """
    limit, needed = maxmem or 1 << 25, 128 * r * (n + p + 2)
    if maxmem < 0:
        raise ValueError(f"maxmem is {maxmem}, expected 0 or more")
    if needed > limit:
        raise ValueError(f"scrypt with n={n}, r={r}, p={p} takes {needed} bytes, and maxmem allows {limit}; raise maxmem or lower n")
    key: bytes = _kernels.scrypt(password, salt, n, r, p, dklen)
    return key
