"""SHA-1, FIPS 180-4. For old protocols: collisions have been made, and signatures must not build on it.

Section numbers, and names such as the working variables a to e and T, are the standard's.
"""

from collections.abc import Callable

from akela.kernels.block_hash import make_hash
from akela.kernels.pauses import pause_is_due
from akela.kernels.sha256 import ch, maj
from akela.lang import (
    Array,
    Bytes,
    Public,
    helper,
    kernel_maker,
    load_be32,
    operation,
    pause,
    requires,
    rotl,
    struct,
    table,
    u8,
    u32,
    u64,
    unroll,
)

# Section 5.3.1.
INITIAL = table(u32, (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0))


@helper
def parity(x: u32, y: u32, z: u32) -> u32:
    """Equation 4.1, 20 <= t <= 39 and 60 <= t <= 79. The others, Ch and Maj, are those of SHA-256."""
    return x ^ y ^ z


@helper
def schedule(w: Array[u32, 16], block: Array[u8, 64], t: int) -> u32:
    """Section 6.1.2 step 1: word t of the message schedule, which takes the place of the word sixteen before."""
    if t < 16:
        w[t] = load_be32(block, 4 * t)
    else:
        w[t % 16] = rotl(w[(t + 13) % 16] ^ w[(t + 8) % 16] ^ w[(t + 2) % 16] ^ w[t % 16], 1)
    return w[t % 16]


@kernel_maker
def make_rounds(first: int, last: int, f: Callable[..., u32], k: int) -> Callable[..., tuple[u32, ...]]:
    """Section 6.1.2 step 3 from t = `first` to t = `last` - 1, with the function of section 4.1.1 and the constant of section 4.2.1."""

    @helper(name=f"sha1_rounds_{first}")
    def rounds(a: u32, b: u32, c: u32, d: u32, e: u32, w: Array[u32, 16], block: Array[u8, 64]) -> tuple[u32, u32, u32, u32, u32]:
        for t in unroll(range(first, last), "sha1.rounds"):
            a, b, c, d, e = rotl(a, 5) + f(b, c, d) + e + k + schedule(w, block, t), a, rotl(b, 30), c, d
        return a, b, c, d, e

    return rounds


rounds_0 = make_rounds(0, 20, ch, 0x5A82_7999)
rounds_20 = make_rounds(20, 40, parity, 0x6ED9_EBA1)
rounds_40 = make_rounds(40, 60, maj, 0x8F1B_BCDC)
rounds_60 = make_rounds(60, 80, parity, 0xCA62_C1D6)


@operation("sha1.blocks")
def sha1_blocks(value: Array[u32, 5], data: Bytes) -> None:
    """Take whole blocks of the message into the hash value.

    Leaks: the length of `data`.
    """
    requires(len(data) % 64 == 0)
    w = Array[u32, 16]()
    for start in range(0, len(data), 64):
        if pause_is_due(start):
            pause()
        # Step 2: the working variables.
        a, b, c, d, e = value[0], value[1], value[2], value[3], value[4]
        a, b, c, d, e = rounds_0(a, b, c, d, e, w, data[start : start + 64])
        a, b, c, d, e = rounds_20(a, b, c, d, e, w, data[start : start + 64])
        a, b, c, d, e = rounds_40(a, b, c, d, e, w, data[start : start + 64])
        a, b, c, d, e = rounds_60(a, b, c, d, e, w, data[start : start + 64])
        # Step 4: the new hash value.
        value[0] += a
        value[1] += b
        value[2] += c
        value[3] += d
        value[4] += e


@struct
class Sha1:
    """A SHA-1 computation."""

    h: Array[u32, 5]  # the hash value after the blocks so far
    block: Array[u8, 64]  # message bytes that do not fill a block yet
    total: Public[u64]  # message bytes so far


SHA1 = make_hash("sha1", Sha1, sha1_blocks, INITIAL, digest_bytes=20)
