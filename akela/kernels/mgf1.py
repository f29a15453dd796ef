"""The mask generation function MGF1, RFC 8017 appendix B.2.1."""

from collections.abc import Callable

from akela.kernels.block_hash import Hash
from akela.kernels.sha1 import SHA1
from akela.kernels.sha3 import SHA3_224, SHA3_256, SHA3_384, SHA3_512
from akela.kernels.sha256 import SHA224, SHA256
from akela.kernels.sha512 import SHA384, SHA512, SHA512_224, SHA512_256
from akela.lang import Array, Buffer, Bytes, kernel, kernel_maker, pause, requires, store_be32, u8, u32


@kernel_maker
def make_mgf1(hash: Hash) -> Callable[..., None]:
    """The kernel `mgf1_<hash>`."""
    State, digest_bytes = hash.state, hash.digest_bytes
    hash_init, hash_update, hash_final = hash.init, hash.update, hash.final

    @kernel(name=f"mgf1_{hash.name}")
    def mgf1(seed: Bytes, count: int, out: Buffer) -> None:
        """A mask of `count` bytes, made of the seed.

        Leaks: `count`, and the length of seed.
        """
        requires(count >= 0)
        requires(len(out) == count)
        ctx = State()
        counter = Array[u8, 4]()
        block = Array[u8, digest_bytes]()
        for start in range(0, len(out), digest_bytes):
            pause()
            size = min(digest_bytes, len(out) - start)
            store_be32(counter, 0, u32(start // digest_bytes))
            hash_init(ctx)
            hash_update(ctx, seed)
            hash_update(ctx, counter[:])
            hash_final(ctx, block)
            out[start : start + size] = block[:size]

    return mgf1


SHA2 = (SHA224, SHA256, SHA384, SHA512, SHA512_224, SHA512_256)
SHA3 = (SHA3_224, SHA3_256, SHA3_384, SHA3_512)
MGF1 = tuple(make_mgf1(hash) for hash in (SHA1, *SHA2, *SHA3))
