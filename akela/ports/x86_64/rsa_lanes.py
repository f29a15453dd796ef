"""The RSA primitives on eight numbers at a time with one key of 2048, 3072 or 4096 bits: RFC 8017 section 5, by `montgomery_lanes.py`.

Lanes beyond the last item do what the last item does. All lanes have the same exponent: its windows choose one power for all of them, and
each choice reads all powers.
"""

from collections.abc import Callable
from dataclasses import dataclass

from akela.kernels.bignum import equal_mask, from_bytes, less_mask, subtract_mod, to_bytes, words_for
from akela.kernels.columns import code
from akela.kernels.exponentiation import WINDOW_BITS, public_bit, public_length
from akela.kernels.montgomery import is_even
from akela.kernels.rsa import PARTS
from akela.kernels.rsa_many import private_one_by_one, public_one_by_one
from akela.lang import (
    BAD_PARAMETER,
    INVALID_KEY,
    OK,
    Array,
    Buffer,
    Bytes,
    MutSlice,
    Public,
    PublicBytes,
    Slice,
    Status,
    declassify,
    eq_mask,
    fill,
    helper,
    kernel_maker,
    mask_word,
    provides,
    requires,
    splat,
    u8,
    u64,
    u64x8,
)
from akela.ports.x86_64.ifma import NEEDS
from akela.ports.x86_64.lane_field import LANES
from akela.ports.x86_64.montgomery_ifma import words_to_limbs
from akela.ports.x86_64.montgomery_lanes import make_lanes

WINDOW = 4  # bits of an exponent: with 5 the table would be larger than the cache next to the processor
ENTRIES = 1 << WINDOW
FEWEST = 3  # items, below which lanes would take longer


@dataclass(frozen=True)
class RsaLanes:
    """The functions for keys of one size."""

    public: Callable[..., None]
    private: Callable[..., None]


@kernel_maker
def make_rsa_lanes(words: int) -> RsaLanes:
    """For keys whose primes have so many words."""
    half, whole = make_lanes(words), make_lanes(2 * words)
    limbs, all_limbs, size, all_words = half.limbs, whole.limbs, 16 * words, 2 * words
    Half, Whole, Octets = half.number, whole.number, whole.octets
    Factor, Table, Words = half.factor, Array[u64x8, ENTRIES * limbs], Array[u64, 2 * words]
    Results = Array[u64, LANES * 2 * words]
    Limbs = Array[u8, 8 * limbs]
    AllLimbs = Array[u8, 8 * all_limbs]
    multiply, settle, multiply_whole, settle_whole = half.multiply, half.settle, whole.multiply, whole.settle

    @helper(name=f"rsa_lanes_column_{words}")
    def load_column(column: Bytes, item: int, offset: int, first: int, last: int, out: Whole) -> None:
        """The numbers that stand at an offset in items of this size."""
        x = Words()
        octets = Octets()
        for j in range(LANES):
            at = min(first + j, last) * item + offset
            from_bytes(column[at : at + size], x[:])
            whole.put(x[:], j, octets)
        whole.load(octets, out)

    @helper(name=f"rsa_lanes_spread_{words}")
    def spread(x: Slice[u64], out: Half) -> None:
        octets = Limbs()
        words_to_limbs(x, 0, limbs, octets[:])
        half.spread(octets[:], out)

    @helper(name=f"rsa_lanes_public_power_{words}")
    def public_power(x: Whole, e: PublicBytes, n: Whole, n0: Factor, r_squared: Whole, out: Whole) -> None:
        """out = x^e mod n, less than 2n."""
        form = Whole()
        one = Whole()
        bits = public_length(e)
        for i in range(all_limbs):
            one[i] = splat(u64x8, u64(0))
        one[0] = splat(u64x8, u64(1))
        if bits == 0:
            multiply_whole(one, r_squared, n, n0, form)
        else:
            multiply_whole(x, r_squared, n, n0, form)
        out[:] = form
        for i in range(bits - 2, -1, -1):
            multiply_whole(out, out, n, n0, out)
            if public_bit(e, i) == 1:
                multiply_whole(out, form, n, n0, out)
        multiply_whole(out, one, n, n0, out)

    @helper(name=f"rsa_lanes_choose_{words}")
    def choose(powers: Table, index: u64, out: Half) -> None:
        """The power with a secret index; all are read."""
        for j in range(limbs):
            out[j] = splat(u64x8, u64(0))
        for k in range(ENTRIES):
            wanted = splat(u64x8, mask_word(eq_mask(index, u64(k))))
            for j in range(limbs):
                out[j] |= powers[k * limbs + j] & wanted

    @helper(name=f"rsa_lanes_power_{words}")
    def power(y: Whole, exponent: Slice[u64], n: Half, n0: Factor, r_squared: Half, out: Half) -> None:
        """The Montgomery form of y^exponent, as `ifma_secret` makes it."""
        base = Half()
        x = Half()
        powers = Table()
        # Of y = high·R + low the form is high·R^2 + low·R: less than 4n.
        multiply(y[limbs:], r_squared, n, n0, base)
        multiply(base, r_squared, n, n0, base)
        multiply(y[:limbs], r_squared, n, n0, x)
        for j in range(limbs):
            base[j] += x[j]
            x[j] = splat(u64x8, u64(0))
        settle(base)
        x[0] = splat(u64x8, u64(1))
        multiply(x, r_squared, n, n0, x)
        powers[:limbs] = x
        for i in range(1, ENTRIES):
            multiply(x, base, n, n0, x)
            powers[i * limbs : i * limbs + limbs] = x

        choose(powers, exponent[words - 1] >> (64 - WINDOW), out)
        for i in range(1, 64 * words // WINDOW):
            at = 64 * words - WINDOW - WINDOW * i
            for _ in range(WINDOW):
                multiply(out, out, n, n0, out)
            choose(powers, (exponent[at // 64] >> (at % 64)) & (ENTRIES - 1), x)
            multiply(out, x, n, n0, out)

    @helper(name=f"rsa_lanes_recombine_{words}")
    def recombine(
        key: Slice[u64],
        m1: Half,
        m2: Half,
        p: Half,
        p0: Factor,
        p_squared: Half,
        n: Whole,
        n0: Factor,
        r_squared: Whole,
        out: Whole,
    ) -> None:
        """out = m modulo n, less than 3n: steps iii and iv of section 5.1.2, from the form of m_1 and from m_2, less than 2q."""
        inverse = Array[u64, words].zeros()
        h = Half()
        x = Half()
        octets = AllLimbs()
        q = Whole()
        # h = m_1·qInv + m_2·(p - qInv), less than 4p.
        spread(key[4 * words :], x)
        multiply(m1, x, p, p0, h)
        subtract_mod(key[:words], inverse[:], key[4 * words :], inverse[:])
        spread(inverse[:], x)
        multiply(m2, p_squared, p, p0, m1)
        multiply(m1, x, p, p0, x)
        for j in range(limbs):
            h[j] += x[j]
            out[limbs + j] = splat(u64x8, u64(0))
        settle(h)
        out[:limbs] = h
        words_to_limbs(key[words : 2 * words], 0, all_limbs, octets[:])
        whole.spread(octets[:], q)
        multiply_whole(q, r_squared, n, n0, q)
        multiply_whole(out, q, n, n0, out)
        for j in range(limbs):
            out[j] += m2[j]
        settle_whole(out)

    @helper(name=f"rsa_lanes_public_{words}")
    def public(modulus: Slice[u64], e: PublicBytes, data: Bytes, out: Buffer, statuses: MutSlice[Public[u8]], work: MutSlice[u64]) -> None:
        """`rsa_public_many`."""
        n = Whole()
        n0 = Factor()
        r_squared = Whole()
        x = Whole()
        octets = Octets()
        y = Words()
        whole.setup(modulus, n, n0, r_squared, work)
        count = len(statuses)
        for first in range(0, count, LANES):
            load_column(data, size, 0, first, count - 1, x)
            public_power(x, e, n, n0, r_squared, x)
            whole.store(x, octets)
            for i in range(first, min(first + LANES, count)):
                status = BAD_PARAMETER
                from_bytes(data[i * size : i * size + size], y[:])
                if declassify(less_mask(y[:], modulus), why="an input beyond the modulus is refused, and whoever gave it is told so"):
                    whole.take(octets, i - first, modulus, y[:], work)
                    to_bytes(y[:], out[i * size : i * size + size])
                    status = OK
                else:
                    fill(out[i * size : i * size + size], 0)
                statuses[i] = code(status)

    @helper(name=f"rsa_lanes_private_{words}")
    def private(
        modulus: Slice[u64],
        e: PublicBytes,
        key: Slice[u64],
        pairs: Bytes,
        data: Bytes,
        out: Buffer,
        statuses: MutSlice[Public[u8]],
        work: MutSlice[u64],
    ) -> None:
        """`rsa_private_many`; `key` has the words of p, q, dP, dQ and qInv."""
        n = Whole()
        n0 = Factor()
        r_squared = Whole()
        p = Half()
        p0 = Factor()
        p_squared = Half()
        q = Half()
        q0 = Factor()
        q_squared = Half()
        x = Whole()
        y = Whole()
        m1 = Half()
        m2 = Half()
        one = Half()
        octets = Octets()
        results = Results()
        number = Words()
        whole.setup(modulus, n, n0, r_squared, work)
        half.setup(key[:words], p, p0, p_squared, work)
        half.setup(key[words : 2 * words], q, q0, q_squared, work)
        for j in range(limbs):
            one[j] = splat(u64x8, u64(0))
        one[0] = splat(u64x8, u64(1))
        count = len(statuses)
        for first in range(0, count, LANES):
            # The power of x·r^e ...
            load_column(data, size, 0, first, count - 1, x)
            load_column(pairs, 2 * size, 0, first, count - 1, y)
            multiply_whole(y, r_squared, n, n0, y)
            multiply_whole(x, y, n, n0, y)
            power(y, key[2 * words : 3 * words], p, p0, p_squared, m1)
            power(y, key[3 * words : 4 * words], q, q0, q_squared, m2)
            multiply(m2, one, q, q0, m2)
            recombine(key, m1, m2, p, p0, p_squared, n, n0, r_squared, y)
            # ... is x^d·r.
            load_column(pairs, 2 * size, size, first, count - 1, x)
            multiply_whole(x, r_squared, n, n0, x)
            multiply_whole(x, y, n, n0, x)
            whole.store(x, octets)
            for j in range(LANES):
                whole.take(octets, j, modulus, results[j * all_words : j * all_words + all_words], work)
            public_power(x, e, n, n0, r_squared, x)
            whole.store(x, octets)
            for i in range(first, min(first + LANES, count)):
                at = (i - first) * all_words
                status = OK
                from_bytes(data[i * size : i * size + size], number[:])
                less = less_mask(number[:], modulus)
                confirmed = work[:all_words]
                whole.take(octets, i - first, modulus, confirmed, work[all_words : 2 * all_words + 1])
                equal = equal_mask(number[:], confirmed)
                if not declassify(less, why="an input beyond the modulus is refused, and whoever gave it is told so"):
                    status = BAD_PARAMETER
                elif not declassify(equal, why="a correct result always passes, and of a wrong one only that is said"):
                    status = INVALID_KEY
                if status == OK:
                    to_bytes(results[at : at + all_words], out[i * size : i * size + size])
                else:
                    fill(out[i * size : i * size + size], 0)
                statuses[i] = code(status)

    return RsaLanes(public, private)


LANES_16, LANES_24, LANES_32 = (make_rsa_lanes(words) for words in (16, 24, 32))


@provides("rsa_public.many", needs=NEEDS)
def rsa_public_many_ifma(n: Bytes, e: PublicBytes, data: Bytes, out: Buffer, statuses: MutSlice[Public[u8]], work: MutSlice[u64]) -> Status:
    """What `rsa_public` gives of each number in `data`, and its status. Where the status is not OK the result is zeros.

    Leaks: the length of n, whether n is even and fills its words, e, the number of items, and which of them are less than n.
    """
    requires(len(n) > 0)
    requires(len(data) == len(n) * len(statuses))
    requires(len(out) == len(n) * len(statuses))
    requires(len(work) >= 8 * ((8 * len(n) + 64 - 1) // 64) + 2)
    words = words_for(len(n))
    modulus = work[:words]
    rest = work[words:]
    from_bytes(n, modulus)
    if len(statuses) < FEWEST or is_even(modulus):
        public_one_by_one(n, e, data, out, statuses, work)
    elif len(n) == 256:
        LANES_16.public(modulus, e, data, out, statuses, rest)
    elif len(n) == 384:
        LANES_24.public(modulus, e, data, out, statuses, rest)
    elif len(n) == 512:
        LANES_32.public(modulus, e, data, out, statuses, rest)
    else:
        public_one_by_one(n, e, data, out, statuses, work)
    return OK


@provides("rsa_private.many", needs=NEEDS)
def rsa_private_many_ifma(
    n: Bytes,
    e: PublicBytes,
    parts: Bytes,
    pairs: Bytes,
    data: Bytes,
    out: Buffer,
    statuses: MutSlice[Public[u8]],
    work: MutSlice[u64],
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
        len(work) >= 7 * (len(n) // 8 + 1) + max(6 * (len(n) // 8 + 2), ((1 << WINDOW_BITS) + 11) * (len(parts) // PARTS // 8 + 1) + 2)
    )
    if len(statuses) < FEWEST or len(parts) // PARTS * 2 != len(n) or (len(n) != 256 and len(n) != 384 and len(n) != 512):
        private_one_by_one(n, e, parts, pairs, data, out, statuses, work)
        return OK
    words = len(n) // 8
    half = len(n) // 16
    modulus = work[:words]
    key = work[words : words + PARTS * half]
    rest = work[words + PARTS * half :]
    from_bytes(n, modulus)
    for i in range(PARTS):
        from_bytes(parts[8 * half * i : 8 * half * i + 8 * half], key[half * i : half * i + half])
    if is_even(modulus) or is_even(key) or is_even(key[half:]):
        private_one_by_one(n, e, parts, pairs, data, out, statuses, work)
    elif len(n) == 256:
        LANES_16.private(modulus, e, key, pairs, data, out, statuses, rest)
    elif len(n) == 384:
        LANES_24.private(modulus, e, key, pairs, data, out, statuses, rest)
    else:
        LANES_32.private(modulus, e, key, pairs, data, out, statuses, rest)
    return OK
