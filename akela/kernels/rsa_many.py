"""The RSA primitives on many numbers with one key. Here one after the other; where a CPU has wide vectors, each in a lane of its own.

Numbers are columns as in `akela.kernels.columns`, all as long as the modulus n.
"""

from akela.kernels.columns import code
from akela.kernels.exponentiation import WINDOW_BITS
from akela.kernels.rsa import PARTS, rsa_private_blinded, rsa_public
from akela.lang import (
    OK,
    WORD_BITS,
    Buffer,
    Bytes,
    MutSlice,
    Public,
    PublicBytes,
    Status,
    Word,
    fill,
    helper,
    operation,
    requires,
    u8,
)


@helper
def public_one_by_one(n: Bytes, e: PublicBytes, data: Bytes, out: Buffer, statuses: MutSlice[Public[u8]], work: MutSlice[Word]) -> None:
    """`rsa_public_many` for every target."""
    size = len(n)
    for i in range(len(statuses)):
        status = rsa_public(n, e, data[i * size : i * size + size], out[i * size : i * size + size], work)
        if status != OK:
            fill(out[i * size : i * size + size], 0)
        statuses[i] = code(status)


@helper
def private_one_by_one(
    n: Bytes,
    e: PublicBytes,
    parts: Bytes,
    pairs: Bytes,
    data: Bytes,
    out: Buffer,
    statuses: MutSlice[Public[u8]],
    work: MutSlice[Word],
) -> None:
    """`rsa_private_many` for every target."""
    size = len(n)
    for i in range(len(statuses)):
        pair = pairs[2 * i * size : 2 * i * size + 2 * size]
        status = rsa_private_blinded(n, e, parts, pair, data[i * size : i * size + size], out[i * size : i * size + size], work)
        if status != OK:
            fill(out[i * size : i * size + size], 0)
        statuses[i] = code(status)


@operation("rsa_public.many")
def rsa_public_many(n: Bytes, e: PublicBytes, data: Bytes, out: Buffer, statuses: MutSlice[Public[u8]], work: MutSlice[Word]) -> Status:
    """What `rsa_public` gives of each number in `data`, and its status. Where the status is not OK the result is zeros.

    Leaks: the length of n, whether n is even and fills its words, e, the number of items, and which of them are less than n.
    """
    requires(len(n) > 0)
    requires(len(data) == len(n) * len(statuses))
    requires(len(out) == len(n) * len(statuses))
    requires(len(work) >= 8 * ((8 * len(n) + WORD_BITS - 1) // WORD_BITS) + 2)
    public_one_by_one(n, e, data, out, statuses, work)
    return OK


@operation("rsa_private.many")
def rsa_private_many(
    n: Bytes,
    e: PublicBytes,
    parts: Bytes,
    pairs: Bytes,
    data: Bytes,
    out: Buffer,
    statuses: MutSlice[Public[u8]],
    work: MutSlice[Word],
) -> Status:
    """What `rsa_private_blinded` gives of each number in `data`, with a pair of factors for each, and its status.

    Where the status is not OK the result is zeros.

    Leaks: the lengths of n and parts, e, whether n and the primes are even and fill their words, the number of items, and their statuses.
    """
    requires(len(n) > 0)
    requires(len(parts) % PARTS == 0)
    requires(2 * (len(parts) // PARTS) >= len(n))
    requires(len(parts) // PARTS <= len(n))
    requires(len(pairs) == 2 * len(n) * len(statuses))
    requires(len(data) == len(n) * len(statuses))
    requires(len(out) == len(n) * len(statuses))
    requires(
        len(work)
        >= 7 * (len(n) // (WORD_BITS // 8) + 1)
        + max(6 * (len(n) // (WORD_BITS // 8) + 2), ((1 << WINDOW_BITS) + 11) * (len(parts) // PARTS // (WORD_BITS // 8) + 1) + 2)
    )
    private_one_by_one(n, e, parts, pairs, data, out, statuses, work)
    return OK
