"""Digests of many messages of one size. Here one after the other; where a CPU has wide vectors, each message in a lane of its own."""

from collections.abc import Callable
from typing import Any

from akela.kernels.block_hash import Hash
from akela.kernels.md5 import MD5
from akela.kernels.sha3 import SHA3_256, SHA3_512
from akela.kernels.sha256 import SHA256
from akela.kernels.sha512 import SHA384, SHA512
from akela.lang import Buffer, Bytes, helper, kernel_maker, operation, pause, requires


@kernel_maker
def make_one_by_one(hash: Hash) -> Callable[..., None]:
    """A helper with the parameters of `<hash>.many`."""
    State, digest_bytes = hash.state, hash.digest_bytes
    init, update, final = hash.init, hash.update, hash.final

    @helper(name=f"{hash.name}_one_by_one")
    def one_by_one(messages: Bytes, size: int, out: Buffer) -> None:
        ctx = State()
        init(ctx)
        at = 0
        for start in range(0, len(out), digest_bytes):
            pause()
            update(ctx, messages[at : at + size])
            final(ctx, out[start : start + digest_bytes])
            at += size

    return one_by_one


@kernel_maker
def make_many(hash: Hash) -> Any:
    """The operation `<hash>.many`."""
    digest_bytes, one_by_one = hash.digest_bytes, make_one_by_one(hash)

    @operation(f"{hash.name}.many", name=f"{hash.name}_many")
    def many(messages: Bytes, size: int, out: Buffer) -> None:
        """The digests of messages of `size` bytes each, which lie one after the other, as the digests do.

        Leaks: the size and the number of the messages.
        """
        requires(size > 0)
        requires(len(messages) % size == 0)
        requires(len(out) == len(messages) // size * digest_bytes)
        one_by_one(messages, size, out)

    return many


md5_many = make_many(MD5)
sha256_many = make_many(SHA256)
sha384_many = make_many(SHA384)
sha512_many = make_many(SHA512)
sha3_256_many = make_many(SHA3_256)
sha3_512_many = make_many(SHA3_512)
