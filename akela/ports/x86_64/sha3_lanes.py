"""SHA-3 with a message in each lane of a vector, FIPS 202 sections 4 and 6.1."""

from collections.abc import Callable

from akela.kernels.block_hash import Hash
from akela.kernels.sha3 import SHA3_SUFFIX
from akela.lang import Array, Buffer, Bytes, fill, helper, kernel_maker, splat, u8, u64, u64x8, unroll
from akela.ports.x86_64.keccak_vector import make_permute
from akela.ports.x86_64.many_lanes import make_load, make_store_digests

LANES = 8


@helper
def get(a: Array[u64x8, 25], i: int) -> u64x8:
    """Lane i of each state."""
    return a[i]


@helper
def put(a: Array[u64x8, 25], i: int, x: u64x8) -> None:
    """Set lane i of each state."""
    a[i] = x


permute = make_permute(u64x8, Array[u64x8, 25], get, put)
load = make_load(u64x8, True)


@kernel_maker
def make_sha3_group(hash: Hash) -> Callable[..., None]:
    """A helper for eight messages."""
    rate, digest_bytes = hash.block_bytes, hash.digest_bytes
    ends_bytes = LANES * rate
    store_digests = make_store_digests(u64x8, 8, digest_bytes, True)

    @helper(name=f"{hash.name}_absorb_lanes")
    def absorb(a: Array[u64x8, 25], data: Bytes, at: int, stride: int) -> None:
        """Take a block of each message into its state."""
        for i in unroll(range(rate // 8)):
            a[i] ^= load(data, at + 8 * i, stride)
        permute(a)

    @helper(name=f"{hash.name}_group")
    def group(messages: Bytes, size: int, out: Buffer) -> None:
        a = Array[u64x8, 25]()
        ends = Array[u8, ends_bytes]()
        for i in unroll(range(25)):
            a[i] = splat(u64x8, u64(0))
        rest = size % rate
        whole = size - rest
        for at in range(0, whole, rate):
            absorb(a, messages, at, size)
        # Sections 5.1 and 6.1: the suffix, and pad10*1.
        fill(ends, 0)
        for j in range(LANES):
            ends[rate * j : rate * j + rest] = messages[size * j + whole : size * (j + 1)]
            ends[rate * j + rest] = SHA3_SUFFIX
            ends[rate * j + rate - 1] ^= 0x80
        absorb(a, ends[:], 0, rate)
        store_digests(a[:8], out)

    return group
