"""ECDH and ECDSA on P-256 for eight keys at a time: SP 800-56A and FIPS 186-5 section 6.4, by `p256_lane_points.py`.

What a lane is given may be out of range; the lane then goes through the computation with other numbers, and its status says so. Lanes
beyond the last item do what the last item does.
"""

from akela.kernels.columns import code, start
from akela.kernels.curve_group import make_curve_group
from akela.kernels.ecdsa import LARGE
from akela.kernels.ecdsa_nonce import make_nonces
from akela.kernels.hmac import HMAC_SHA256
from akela.kernels.p256 import KERNELS, P256
from akela.lang import (
    OK,
    Array,
    Buffer,
    Bytes,
    Mask,
    MutSlice,
    Public,
    PublicBytes,
    Slice,
    Status,
    bit_mask,
    declassify,
    helper,
    load_be64,
    load_le64,
    nonzero_mask,
    provides,
    requires,
    store_be64,
    store_vector,
    subb,
    table,
    u8,
    u64,
    zero_mask,
)
from akela.ports.x86_64.ifma import NEEDS
from akela.ports.x86_64.lane_field import LANES, LAYOUT, Number, Octets, lanes_zero, load_numbers, put_lane, store_words
from akela.ports.x86_64.p256_lane_points import (
    FIELD,
    ORDER,
    POINTS,
    WORD,
    Affine,
    Digits,
    Point,
    Scalars,
    Work,
    add,
    multiply_base,
    multiply_points,
    put_digits,
    put_scalar,
)

GROUP = make_curve_group(P256, LAYOUT, LARGE)
NONCES = make_nonces("p256_sha256", HMAC_SHA256, 256)
decode_point, sign_one, verify_one = KERNELS.decode_point, KERNELS.sign, KERNELS.verify
invert_scalars = ORDER.invert
ORDER_WORDS = table(u64, [P256.n >> 64 * i & WORD for i in range(4)])
ONE = table(u8, (1).to_bytes(32, "big"))
HOLDS, FAILS, ALONE = 0, 1, 2
BASE = table(u8, b"\4" + P256.gx.to_bytes(32, "big") + P256.gy.to_bytes(32, "big"))


@helper
def scalar_mask(number: Array[u8, 32]) -> Mask[u64]:
    """Ones where a big-endian number is from 1 to n - 1."""
    borrow, bits = u64(0), u64(0)
    for i in range(4):
        word = load_be64(number, 24 - 8 * i)
        _, borrow = subb(word, u64(ORDER_WORDS[i]), borrow)
        bits |= word
    return bit_mask(borrow) & nonzero_mask(bits)


@helper
def put_big(octets: Octets, j: int, number: Array[u8, 32]) -> None:
    """Number j from big-endian bytes."""
    put_lane(octets, j, load_be64(number, 24), load_be64(number, 16), load_be64(number, 8), load_be64(number, 0))


@helper
def take_big(words: Octets, j: int, out: Array[u8, 32]) -> None:
    """Number j, which `store_words` has written, as big-endian bytes."""
    for i in range(4):
        store_be64(out, 24 - 8 * i, load_le64(words, 64 * i + 8 * j))


@helper
def load_points(out: Affine, xs: Octets, ys: Octets) -> None:
    """The points with these coordinates."""
    number = Number()
    load_numbers(number, xs)
    FIELD.to_montgomery(out[:5], number)
    load_numbers(number, ys)
    FIELD.to_montgomery(out[5:], number)


# --- ECDH ---------------------------------------------------------------------------------------------------------------------------------


@provides("p256_ecdh.many", needs=NEEDS)
def p256_ecdh_many_ifma(
    private_keys: Bytes, peers: PublicBytes, peer_ends: Slice[Public[u64]], out: Buffer, statuses: MutSlice[Public[u8]]
) -> Status:
    """The secrets that pairs of keys share, as `p256_ecdh` gives each; its status is INVALID_KEY where either is not valid.

    Where the status of a pair is not OK its secret says nothing.

    Leaks: the peers, and which private keys are in range.
    """
    requires(len(private_keys) == 32 * len(statuses))
    requires(len(peer_ends) == len(statuses))
    requires(len(out) == 32 * len(statuses))
    scalar = Array[u8, 32]()
    key = Array[u8, 65]()
    xs = Octets()
    ys = Octets()
    digits = Digits()
    negated = Array[u8, 64]()
    points = Affine()
    product = Point()
    work = Work()
    x = Number()
    count = len(statuses)
    for first in range(0, count, LANES):
        for j in range(LANES):
            i = min(first + j, count - 1)
            statuses[i] = 0
            scalar[:] = private_keys[32 * i : 32 * i + 32]
            if not declassify(scalar_mask(scalar), why="a private key out of range is refused, which tells that it is no key"):
                statuses[i] = 9
                scalar[:] = ONE
            if decode_point(peers[start(peer_ends, i) : int(peer_ends[i])], key) != OK:
                statuses[i] = 9
                key[:] = BASE
            put_digits(digits, negated, j, scalar)
            put_big(xs, j, key[1:33])
            put_big(ys, j, key[33:65])
        load_points(points, xs, ys)
        multiply_points(product, digits, negated, points, work)
        POINTS.to_affine(points, product, work)
        FIELD.from_montgomery(x, points[:5])
        store_words(xs, x)
        for at in range(first, min(first + LANES, count)):
            take_big(xs, at - first, out[32 * at : 32 * at + 32])
    return OK


# --- ECDSA --------------------------------------------------------------------------------------------------------------------------------


@provides("p256_sign.many", needs=NEEDS)
def p256_sign_many_ifma(
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
    nonces = NONCES.state()
    key = Array[u8, 32]()
    nonce = Array[u8, 32]()
    reduced = Array[u8, 32]()
    unfit = Array[Public[u8], LANES]()  # 1 where a nonce is thrown away: such a signature is made alone
    scalars = Scalars()
    keys = Octets()
    inverses = Octets()
    numbers = Octets()
    product = Point()
    points = Affine()
    work = Work()
    r = Number()
    s = Number()
    t = Number()
    k = Number()
    count = len(statuses)
    for first in range(0, count, LANES):
        for j in range(LANES):
            i = min(first + j, count - 1)
            statuses[i] = 0
            unfit[j] = 0
            key[:] = private_keys[32 * i : 32 * i + 32]
            GROUP.reduce_digest(digests[start(digest_ends, i) : int(digest_ends[i])], reduced)
            NONCES.begin(nonces, key, reduced, extras[start(extra_ends, i) : int(extra_ends[i])])
            NONCES.draw(nonces, nonce)
            if not declassify(scalar_mask(key), why="a private key out of range is refused, which tells that it is no key"):
                statuses[i] = 9
                key[:] = ONE
            if not declassify(scalar_mask(nonce), why="a nonce that is thrown away tells nothing about the next one"):
                unfit[j] = 1
                nonce[:] = ONE
            put_scalar(scalars, j, nonce)
            put_big(inverses, j, nonce)
            put_big(keys, j, key)
            put_big(numbers, j, reduced)
        multiply_base(product, scalars, work)
        POINTS.to_affine(points, product, work)
        FIELD.from_montgomery(r, points[:5])
        ORDER.canonical(r)  # x modulo n

        # s = (digest + r·key)/k, where a product with one factor in Montgomery form is not in that form.
        ORDER.to_montgomery(t, r)
        load_numbers(s, keys)
        ORDER.multiply(s, t, s)
        load_numbers(t, numbers)
        ORDER.add(s, s, t)
        load_numbers(k, inverses)
        ORDER.to_montgomery(t, k)
        invert_scalars(k, t)
        ORDER.multiply(s, s, k)
        ORDER.canonical(s)
        none = lanes_zero(r[0] | r[1] | r[2] | r[3] | r[4]) | lanes_zero(s[0] | s[1] | s[2] | s[3] | s[4])
        store_words(numbers, r)
        store_words(inverses, s)
        store_vector(keys, 0, none)
        for at in range(first, min(first + LANES, count)):
            lane = at - first
            take_big(numbers, lane, out[64 * at : 64 * at + 32])
            take_big(inverses, lane, out[64 * at + 32 : 64 * at + 64])
            is_none = declassify(
                nonzero_mask(load_le64(keys, 8 * lane)), why="a nonce that is thrown away tells nothing about the next one"
            )
            if statuses[at] == 0 and (is_none or unfit[lane] == 1):
                digest = digests[start(digest_ends, at) : int(digest_ends[at])]
                extra = extras[start(extra_ends, at) : int(extra_ends[at])]
                status = sign_one(private_keys[32 * at : 32 * at + 32], digest, extra, out[64 * at : 64 * at + 64])
                statuses[at] = code(status)
    return OK


@helper
def verdict_vartime(no_sum: u64, holds: u64, r: Octets, lane: int) -> int:
    """HOLDS, FAILS, or ALONE where the signature has to be verified by itself, from the masks and the number r of a lane."""
    if declassify(nonzero_mask(no_sum), why="a signature is public"):
        return ALONE
    if declassify(nonzero_mask(holds), why="a signature is public"):
        return HOLDS
    upper = load_le64(r, 128 + 8 * lane) | load_le64(r, 192 + 8 * lane)
    return ALONE if declassify(zero_mask(upper), why="a signature is public") else FAILS


@provides("p256_verify.many", needs=NEEDS, calls_vartime="a signature, its key and what it signs are public")
def p256_verify_many_ifma(
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
    key = Array[u8, 65]()
    number = Array[u8, 32]()
    xs = Octets()
    ys = Octets()
    rs = Octets()
    ss = Octets()
    es = Octets()
    scalars = Scalars()
    digits = Digits()
    negated = Array[u8, 64]()
    product = Point()
    multiple = Point()
    points = Affine()
    work = Work()
    r = Number()
    s = Number()
    t = Number()
    w = Number()
    count = len(statuses)
    for first in range(0, count, LANES):
        for j in range(LANES):
            i = min(first + j, count - 1)
            begin = start(signature_ends, i)
            statuses[i] = 0
            if decode_point(public_keys[start(public_key_ends, i) : int(public_key_ends[i])], key) != OK:
                statuses[i] = 9
                key[:] = BASE
            is_signature = int(signature_ends[i]) - begin == 64
            if is_signature:
                number[:] = signatures[begin : begin + 32]
                in_range = scalar_mask(number)
                put_big(rs, j, number)
                number[:] = signatures[begin + 32 : begin + 64]
                is_signature = declassify(in_range & scalar_mask(number), why="a signature is public")
                put_big(ss, j, number)
                if not is_signature and statuses[i] == 0:
                    statuses[i] = 8
            else:
                statuses[i] = 8
            if not is_signature:
                number[:] = ONE
                put_big(rs, j, number)
                put_big(ss, j, number)
            GROUP.reduce_digest(digests[start(digest_ends, i) : int(digest_ends[i])], number)
            put_big(es, j, number)
            put_big(xs, j, key[1:33])
            put_big(ys, j, key[33:65])

        # u = digest/s for the base point, v = r/s for the key.
        load_numbers(s, ss)
        ORDER.to_montgomery(t, s)
        invert_scalars(w, t)
        load_numbers(s, es)
        ORDER.multiply(s, s, w)
        ORDER.canonical(s)
        store_words(es, s)
        scalars[:] = es[: 32 * LANES]
        load_numbers(r, rs)
        ORDER.multiply(s, r, w)
        ORDER.canonical(s)
        store_words(es, s)
        for j in range(LANES):
            take_big(es, j, number)
            put_digits(digits, negated, j, number)
        load_points(points, xs, ys)
        multiply_points(product, digits, negated, points, work)
        multiply_base(multiple, scalars, work)
        add(product, multiple, work)

        # Where a multiple is infinity, or both have the same x, Z is zero. X = r·Z^2 says that a signature holds; so does X = (r + n)·Z^2,
        # but r + n < p only where the upper half of r is zero.
        t[:] = product[10:]
        store_vector(xs, 0, FIELD.zero_mask(t))
        FIELD.square(w, product[10:])
        FIELD.to_montgomery(t, r)
        FIELD.multiply(s, t, w)
        FIELD.subtract(s, s, product[:5])
        store_vector(ys, 0, FIELD.zero_mask(s))
        store_words(rs, r)
        for at in range(first, min(first + LANES, count)):
            lane = at - first
            verdict = verdict_vartime(load_le64(xs, 8 * lane), load_le64(ys, 8 * lane), rs, lane)
            if statuses[at] == 0 and verdict == ALONE:
                public = public_keys[start(public_key_ends, at) : int(public_key_ends[at])]
                digest = digests[start(digest_ends, at) : int(digest_ends[at])]
                status = verify_one(public, digest, signatures[start(signature_ends, at) : int(signature_ends[at])])
                statuses[at] = code(status)
            elif statuses[at] == 0 and verdict == FAILS:
                statuses[at] = 8
    return OK
