"""P-256 of many keys and messages. Here one after the other; where a CPU has wide vectors, each in a lane of its own.

Arguments are columns as in `akela.kernels.columns`.
"""

from akela.kernels.columns import code, start
from akela.kernels.p256 import KERNELS
from akela.lang import OK, Buffer, Bytes, MutSlice, Public, PublicBytes, Slice, Status, operation, requires, u8, u64

ecdh, sign, verify = KERNELS.ecdh, KERNELS.sign, KERNELS.verify


@operation("p256_ecdh.many")
def p256_ecdh_many(
    private_keys: Bytes, peers: PublicBytes, peer_ends: Slice[Public[u64]], out: Buffer, statuses: MutSlice[Public[u8]]
) -> Status:
    """The secrets that pairs of keys share, as `p256_ecdh` gives each; its status is INVALID_KEY where either is not valid.

    Where the status of a pair is not OK its secret says nothing.

    Leaks: the peers, and which private keys are in range.
    """
    requires(len(private_keys) == 32 * len(statuses))
    requires(len(peer_ends) == len(statuses))
    requires(len(out) == 32 * len(statuses))
    for i in range(len(statuses)):
        peer = peers[start(peer_ends, i) : int(peer_ends[i])]
        status = ecdh(private_keys[32 * i : 32 * i + 32], peer, out[32 * i : 32 * i + 32])
        statuses[i] = code(status)
    return OK


@operation("p256_sign.many")
def p256_sign_many(
    private_keys: Bytes,
    digests: Bytes,
    digest_ends: Slice[Public[u64]],
    extras: Bytes,
    extra_ends: Slice[Public[u64]],
    out: Buffer,
    statuses: MutSlice[Public[u8]],
) -> Status:
    """The signatures of digests, as `p256_sign` gives each; its status is INVALID_KEY where the private key is not from 1 to n - 1.

    Where the status is not OK the signature says nothing.

    Leaks: the lengths of each digest and extra, which private keys are in range, and how many nonces were thrown away.
    """
    requires(len(private_keys) == 32 * len(statuses))
    requires(len(digest_ends) == len(statuses))
    requires(len(extra_ends) == len(statuses))
    requires(len(out) == 64 * len(statuses))
    for i in range(len(statuses)):
        digest = digests[start(digest_ends, i) : int(digest_ends[i])]
        extra = extras[start(extra_ends, i) : int(extra_ends[i])]
        status = sign(private_keys[32 * i : 32 * i + 32], digest, extra, out[64 * i : 64 * i + 64])
        statuses[i] = code(status)
    return OK


@operation("p256_verify.many", calls_vartime="a signature, its key and what it signs are public")
def p256_verify_many(
    public_keys: PublicBytes,
    public_key_ends: Slice[Public[u64]],
    digests: Bytes,
    digest_ends: Slice[Public[u64]],
    signatures: PublicBytes,
    signature_ends: Slice[Public[u64]],
    statuses: MutSlice[Public[u8]],
) -> Status:
    """Whether signatures hold, as `p256_verify` says of each: its status is INVALID_SIGNATURE where not, INVALID_KEY for no public key.

    Leaks: all its arguments.
    """
    requires(len(public_key_ends) == len(statuses))
    requires(len(digest_ends) == len(statuses))
    requires(len(signature_ends) == len(statuses))
    for i in range(len(statuses)):
        status = verify(
            public_keys[start(public_key_ends, i) : int(public_key_ends[i])],
            digests[start(digest_ends, i) : int(digest_ends[i])],
            signatures[start(signature_ends, i) : int(signature_ends[i])],
        )
        statuses[i] = code(status)
    return OK
