"""Ed25519 for eight keys at a time: RFC 8032 section 5.1, by `edwards25519_lanes.py`. What is accepted is written down in `eddsa.py`.

Hashes and numbers modulo the order are taken one by one. Lanes beyond the last item do what the last item does.
"""

from akela.kernels.columns import start
from akela.kernels.ed25519 import EDDSA
from akela.lang import (
    OK,
    Array,
    Buffer,
    Bytes,
    MutSlice,
    Public,
    Slice,
    Status,
    declassify,
    helper,
    load_le64,
    nonzero_mask,
    provides,
    requires,
    store_le64,
    store_vector,
    u8,
    u64,
)
from akela.ports.x86_64.edwards25519_lanes import (
    FIELD,
    Operand,
    Point,
    Room,
    add,
    decode,
    encode,
    multiply_base,
    multiply_points,
    prepare,
    put_code,
    put_digits,
    small_mask,
)
from akela.ports.x86_64.ifma import NEEDS
from akela.ports.x86_64.lane_field import LANES, Octets

Nonces = Array[u8, 32 * LANES]
LOWEST = (1 << 64) - 19  # the lowest word of p


@helper
def put_bytes(words: Octets, j: int, data: Array[u8, 32]) -> None:
    """Number j from little-endian bytes, as `store_words` writes it."""
    for i in range(4):
        store_le64(words, 64 * i + 8 * j, load_le64(data, 8 * i))


@helper
def take_bytes(words: Octets, j: int, out: Array[u8, 32]) -> None:
    """Number j as little-endian bytes."""
    for i in range(4):
        store_le64(out, 8 * i, load_le64(words, 64 * i + 8 * j))


@helper
def is_canonical_vartime(data: Array[u8, 32]) -> bool:
    """Whether the y of an encoded point is less than p."""
    full = (load_le64(data, 24) | (1 << 63)) & load_le64(data, 16) & load_le64(data, 8)
    if declassify(nonzero_mask(~full), why="a public key may be known"):
        return True
    return declassify(load_le64(data, 0), why="a public key may be known") < LOWEST


@provides("ed25519_sign_expanded.many", needs=NEEDS)
def ed25519_sign_expanded_many_ifma(
    expanded: Bytes, data: Bytes, data_ends: Slice[Public[u64]], out: Buffer, statuses: MutSlice[Public[u8]]
) -> Status:
    """The signatures of messages, as `ed25519_sign_expanded` gives each. Statuses are all OK.

    Leaks: the length of each message.
    """
    requires(len(expanded) == 96 * len(statuses))
    requires(len(data_ends) == len(statuses))
    requires(len(out) == 64 * len(statuses))
    nonces = Nonces()
    codes = Octets()
    words = Octets()
    k = Array[u8, 32]()
    r = Room()
    point = Point()
    count = len(statuses)
    for first in range(0, count, LANES):
        for j in range(LANES):
            i = min(first + j, count - 1)
            message = data[start(data_ends, i) : int(data_ends[i])]
            EDDSA.hash_pieces(data[:0], expanded[96 * i + 32 : 96 * i + 64], data[:0], message, nonces[32 * j : 32 * j + 32])
            put_code(codes, j, nonces[32 * j : 32 * j + 32])
        multiply_base(point, codes, r)
        encode(point, words)
        for at in range(first, min(first + LANES, count)):
            lane = at - first
            key = expanded[96 * at : 96 * at + 96]
            signed = data[start(data_ends, at) : int(data_ends[at])]
            take_bytes(words, lane, k)
            out[64 * at : 64 * at + 32] = k
            EDDSA.hash_pieces(data[:0], out[64 * at : 64 * at + 32], key[64:96], signed, k)
            EDDSA.order.multiply_add(k, key[:32], nonces[32 * lane : 32 * lane + 32], out[64 * at + 32 : 64 * at + 64])
            statuses[at] = 0
    return OK


@provides("ed25519_verify.many", needs=NEEDS, calls_vartime="a signature, its message and its key may be known")
def ed25519_verify_many_ifma(
    public_keys: Bytes, data: Bytes, data_ends: Slice[Public[u64]], signatures: Bytes, statuses: MutSlice[Public[u8]]
) -> Status:
    """Whether signatures hold, as `ed25519_verify` says of each: its status is INVALID_SIGNATURE where not.

    Leaks: the keys, the signatures, and each message by its hash and its length.
    """
    requires(len(public_keys) == 32 * len(statuses))
    requires(len(data_ends) == len(statuses))
    requires(len(signatures) == 64 * len(statuses))
    s = Array[u8, 32]()
    k = Array[u8, 32]()
    words = Octets()
    codes = Octets()
    digits = Octets()
    r = Room()
    point = Point()
    multiple = Point()
    q = Operand()
    count = len(statuses)
    for first in range(0, count, LANES):
        for j in range(LANES):
            i = min(first + j, count - 1)
            key = public_keys[32 * i : 32 * i + 32]
            statuses[i] = 0
            s[:] = signatures[64 * i + 32 : 64 * i + 64]
            if not EDDSA.order.is_less_vartime(s) or not is_canonical_vartime(key):
                statuses[i] = 8
            message = data[start(data_ends, i) : int(data_ends[i])]
            EDDSA.hash_pieces(data[:0], signatures[64 * i : 64 * i + 32], key, message, k)
            put_bytes(words, j, key)
            put_code(codes, j, s)
            put_digits(digits, j, k)
        bad = decode(point, words)
        multiple[:] = point
        bad |= small_mask(multiple, r)
        # s·B - k·A
        FIELD.negate(point[:5])
        FIELD.negate(point[15:])
        multiply_points(point, digits, r)
        multiply_base(multiple, codes, r)
        prepare(q[:], multiple)
        add(point, q, r)
        encode(point, words)
        store_vector(codes, 0, bad)
        for at in range(first, min(first + LANES, count)):
            lane = at - first
            differences = load_le64(codes, 8 * lane)
            for w in range(4):
                differences |= load_le64(words, 64 * w + 8 * lane) ^ load_le64(signatures, 64 * at + 8 * w)
            if declassify(nonzero_mask(differences), why="whether a signature holds is what the caller is told"):
                statuses[at] = 8
    return OK
