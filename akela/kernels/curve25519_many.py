"""X25519 of many pairs of keys. Here one pair after the other; where a CPU has wide vectors, each pair in a lane of its own."""

from akela.kernels.columns import code
from akela.kernels.curve25519 import x25519
from akela.lang import OK, Buffer, Bytes, MutSlice, Public, Status, operation, requires, u8


@operation("x25519.many")
def x25519_many(private_keys: Bytes, public_keys: Bytes, out: Buffer, statuses: MutSlice[Public[u8]]) -> Status:
    """The shared secrets of pairs of keys, all in columns, one behind the other; for each its status, as `columns.py` writes it.

    Where the status of a pair is not OK its secret is zeros.

    Leaks: the number of pairs, and which shared secrets are zero.
    """
    requires(len(private_keys) == 32 * len(statuses))
    requires(len(public_keys) == 32 * len(statuses))
    requires(len(out) == 32 * len(statuses))
    for i in range(len(statuses)):
        status = x25519(private_keys[32 * i : 32 * i + 32], public_keys[32 * i : 32 * i + 32], out[32 * i : 32 * i + 32])
        statuses[i] = code(status)
    return OK
