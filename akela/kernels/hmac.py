"""HMAC over every hash with a fixed length: RFC 2104, FIPS 198-1.

A key is hashed once, when its context begins; after that each message costs the hashing of the message and two blocks more.
"""

from collections.abc import Callable
from dataclasses import dataclass

from akela.kernels.block_hash import Hash
from akela.kernels.md5 import MD5
from akela.kernels.ripemd160 import RIPEMD160
from akela.kernels.sha1 import SHA1
from akela.kernels.sha3 import SHA3_224, SHA3_256, SHA3_384, SHA3_512
from akela.kernels.sha256 import SHA224, SHA256
from akela.kernels.sha512 import SHA384, SHA512, SHA512_224, SHA512_256
from akela.lang import Array, Bytes, kernel, kernel_maker, operation, struct, u8

# RFC 2104 section 2. The second is what turns bytes xored with the first into bytes xored with 0x5C.
IPAD = 0x36
IPAD_TO_OPAD = 0x36 ^ 0x5C


@dataclass(frozen=True)
class Hmac:
    """HMAC over one hash, for those that build on it (HKDF, PBKDF2)."""

    hash: Hash
    state: type
    init: Callable[..., None]
    update: Callable[..., None]
    final: Callable[..., None]
    tag: Callable[..., None]


@kernel_maker
def make_hmac(hash: Hash) -> Hmac:
    """The struct `hmac_<hash>`, its kernels `_init`, `_update` and `_final`, and `hmac_<hash>` for a message that is at hand."""
    HashState, block_bytes, digest_bytes = hash.state, hash.block_bytes, hash.digest_bytes
    HashValue, save, resume = hash.value, hash.save, hash.resume
    hash_init, hash_update, hash_final = hash.init, hash.update, hash.final

    @struct(name=f"hmac_{hash.name}")
    class State:
        """An HMAC computation, and what its next one begins with."""

        inner: HashValue  # where the hash stands after K0 xor ipad
        outer: HashValue  # and after K0 xor opad
        hash: HashState

    @kernel(name=f"hmac_{hash.name}_init")
    def init(ctx: State, key: Bytes) -> None:
        """Take the key, and begin a message. FIPS 198-1 section 4, steps 1 to 4 and 7.

        Leaks: the length of the key.
        """
        # K0: the key, or its digest where it is longer than a block, and zeros.
        block = Array[u8, block_bytes].zeros()
        hash_init(ctx.hash)
        if len(key) > block_bytes:
            hash_update(ctx.hash, key)
            hash_final(ctx.hash, block[:digest_bytes])
        else:
            block[: len(key)] = key

        for i in range(block_bytes):
            block[i] ^= IPAD
        hash_update(ctx.hash, block[:])
        save(ctx.hash, ctx.inner)

        for i in range(block_bytes):
            block[i] ^= IPAD_TO_OPAD
        hash_init(ctx.hash)
        hash_update(ctx.hash, block[:])
        save(ctx.hash, ctx.outer)

        resume(ctx.hash, ctx.inner)

    @kernel(name=f"hmac_{hash.name}_update")
    def update(ctx: State, data: Bytes) -> None:
        """Take `data` as the next piece of the message.

        Leaks: the lengths of this piece and of those before it.
        """
        hash_update(ctx.hash, data)

    @kernel(name=f"hmac_{hash.name}_final")
    def final(ctx: State, out: Array[u8, digest_bytes]) -> None:
        """Give the tag of the message, and begin the next message under the same key.

        Leaks: the length of the message.
        """
        hash_final(ctx.hash, out)
        resume(ctx.hash, ctx.outer)
        hash_update(ctx.hash, out[:])
        hash_final(ctx.hash, out)
        resume(ctx.hash, ctx.inner)

    @operation(f"hmac.{hash.name}", name=f"hmac_{hash.name}")
    def tag(key: Bytes, data: Bytes, out: Array[u8, digest_bytes]) -> None:
        """The tag of one message.

        Leaks: the lengths of the key and the message.
        """
        ctx = State()
        init(ctx, key)
        update(ctx, data)
        final(ctx, out)

    return Hmac(hash, State, init, update, final, tag)


HMAC_MD5 = make_hmac(MD5)
HMAC_SHA1 = make_hmac(SHA1)
HMAC_RIPEMD160 = make_hmac(RIPEMD160)
HMAC_SHA224 = make_hmac(SHA224)
HMAC_SHA256 = make_hmac(SHA256)
HMAC_SHA384 = make_hmac(SHA384)
HMAC_SHA512 = make_hmac(SHA512)
HMAC_SHA512_224 = make_hmac(SHA512_224)
HMAC_SHA512_256 = make_hmac(SHA512_256)
HMAC_SHA3_224 = make_hmac(SHA3_224)
HMAC_SHA3_256 = make_hmac(SHA3_256)
HMAC_SHA3_384 = make_hmac(SHA3_384)
HMAC_SHA3_512 = make_hmac(SHA3_512)

HMACS = (
    HMAC_MD5,
    HMAC_SHA1,
    HMAC_SHA224,
    HMAC_SHA256,
    HMAC_SHA384,
    HMAC_SHA512,
    HMAC_SHA512_224,
    HMAC_SHA512_256,
    HMAC_SHA3_224,
    HMAC_SHA3_256,
    HMAC_SHA3_384,
    HMAC_SHA3_512,
    HMAC_RIPEMD160,
)
