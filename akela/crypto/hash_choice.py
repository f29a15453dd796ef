"""How a user names a hash: `"SHA-256"`, `"sha512/256"`, `akela.sha256`, `hashlib.sha256`, or an object such as PyCA's `hashes.SHA256()`."""

from __future__ import annotations

from akela.exceptions import InvalidParameter

__all__ = ["HASH_NAMES", "hash_name"]

# As kernels call them.
HASH_NAMES = (
    "md5",
    "sha1",
    "sha224",
    "sha256",
    "sha384",
    "sha512",
    "sha512_224",
    "sha512_256",
    "sha3_224",
    "sha3_256",
    "sha3_384",
    "sha3_512",
    "ripemd160",
)

_BY_SPELLING = {name.replace("_", ""): name for name in HASH_NAMES}


def hash_name(hash: object) -> str:
    """The kernels' name of a hash of fixed length, such as sha512_256.

    `hash` is a name, with or without dashes, slashes and underscores, or something with a name: an attribute `name`, or a function or
    class that is called like the hash. Raises InvalidParameter naming what is known.
    """
    name = hash if isinstance(hash, str) else getattr(hash, "name", None)
    if not isinstance(name, str):
        name = getattr(hash, "__name__", None)
    if isinstance(name, str):
        spelling = name.lower().removeprefix("openssl_")  # what hashlib calls its functions
        for separator in "-_/ ":
            spelling = spelling.replace(separator, "")
        if spelling in _BY_SPELLING:
            return _BY_SPELLING[spelling]
    given = repr(name) if isinstance(name, str) else f"a {type(hash).__name__}"
    raise InvalidParameter(f"no hash of fixed length is called {given}; there are: {', '.join(HASH_NAMES)}")
