"""Ed25519 of many keys and messages. Here one after the other; where a CPU has wide vectors, each in a lane of its own.

Arguments are columns as in `akela.kernels.columns`.
"""

from akela.kernels.columns import code, start
from akela.kernels.ed25519 import ed25519_sign_expanded, ed25519_verify
from akela.lang import OK, Buffer, Bytes, MutSlice, Public, Slice, Status, operation, requires, u8, u64


@operation("ed25519_sign_expanded.many")
def ed25519_sign_expanded_many(
    expanded: Bytes, data: Bytes, data_ends: Slice[Public[u64]], out: Buffer, statuses: MutSlice[Public[u8]]
) -> Status:
    """The signatures of messages, as `ed25519_sign_expanded` gives each. Statuses are all OK.

    Leaks: the length of each message.
    """
    requires(len(expanded) == 96 * len(statuses))
    requires(len(data_ends) == len(statuses))
    requires(len(out) == 64 * len(statuses))
    for i in range(len(statuses)):
        message = data[start(data_ends, i) : int(data_ends[i])]
        ed25519_sign_expanded(expanded[96 * i : 96 * i + 96], message, out[64 * i : 64 * i + 64])
        statuses[i] = 0
    return OK


@operation("ed25519_verify.many", calls_vartime="a signature, its message and its key may be known")
def ed25519_verify_many(
    public_keys: Bytes, data: Bytes, data_ends: Slice[Public[u64]], signatures: Bytes, statuses: MutSlice[Public[u8]]
) -> Status:
    """Whether signatures hold, as `ed25519_verify` says of each: its status is INVALID_SIGNATURE where not.

    Leaks: the keys, the signatures, and each message by its hash and its length.
    """
    requires(len(public_keys) == 32 * len(statuses))
    requires(len(data_ends) == len(statuses))
    requires(len(signatures) == 64 * len(statuses))
    for i in range(len(statuses)):
        message = data[start(data_ends, i) : int(data_ends[i])]
        status = ed25519_verify(public_keys[32 * i : 32 * i + 32], message, signatures[64 * i : 64 * i + 64])
        statuses[i] = code(status)
    return OK
