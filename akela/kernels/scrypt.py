"""scrypt, RFC 7914: a key from a password, made slow and to want memory on purpose.

Numbers are words of 32 bits: a block of 64 bytes is 16 of them, B of section 4 is 2·r blocks, 32·r words.
scrypt reads memory at places that depend on the password, by its definition: it does not run in constant time.
"""

from akela.kernels.hmac import HMAC_SHA256
from akela.lang import (
    BAD_LENGTH,
    BAD_PARAMETER,
    OK,
    Array,
    Buffer,
    Bytes,
    MutSlice,
    Slice,
    Status,
    declassify,
    helper,
    kernel,
    load_le32,
    pause,
    requires,
    rotl,
    store_be32,
    store_le32,
    u8,
    u32,
    u64,
)

Mac = HMAC_SHA256.state
mac_init, mac_update, mac_final = HMAC_SHA256.init, HMAC_SHA256.update, HMAC_SHA256.final

DIGEST_BYTES = 32
MAX_OUT_BYTES = 0xFFFF_FFFF * DIGEST_BYTES


@helper
def salsa_quarter(a: u32, b: u32, c: u32, d: u32) -> tuple[u32, u32, u32, u32]:
    """A quarter of a round of section 3."""
    b ^= rotl(a + d, 7)
    c ^= rotl(b + a, 9)
    d ^= rotl(c + b, 13)
    a ^= rotl(d + c, 18)
    return a, b, c, d


@helper
def salsa20_8(x: Array[u32, 16], block: Slice[u32], out: MutSlice[u32]) -> None:
    """Section 3: x = out = Salsa20/8(x xor block)."""
    for i in range(16):
        x[i] ^= block[i]
    x0, x1, x2, x3 = x[0], x[1], x[2], x[3]
    x4, x5, x6, x7 = x[4], x[5], x[6], x[7]
    x8, x9, x10, x11 = x[8], x[9], x[10], x[11]
    x12, x13, x14, x15 = x[12], x[13], x[14], x[15]
    for _ in range(4):
        # Columns.
        x0, x4, x8, x12 = salsa_quarter(x0, x4, x8, x12)
        x5, x9, x13, x1 = salsa_quarter(x5, x9, x13, x1)
        x10, x14, x2, x6 = salsa_quarter(x10, x14, x2, x6)
        x15, x3, x7, x11 = salsa_quarter(x15, x3, x7, x11)
        # Rows.
        x0, x1, x2, x3 = salsa_quarter(x0, x1, x2, x3)
        x5, x6, x7, x4 = salsa_quarter(x5, x6, x7, x4)
        x10, x11, x8, x9 = salsa_quarter(x10, x11, x8, x9)
        x15, x12, x13, x14 = salsa_quarter(x15, x12, x13, x14)
    x[0] += x0
    x[1] += x1
    x[2] += x2
    x[3] += x3
    x[4] += x4
    x[5] += x5
    x[6] += x6
    x[7] += x7
    x[8] += x8
    x[9] += x9
    x[10] += x10
    x[11] += x11
    x[12] += x12
    x[13] += x13
    x[14] += x14
    x[15] += x15
    out[:] = x[:]


@helper
def block_mix(x: Array[u32, 16], b: Slice[u32], out: MutSlice[u32]) -> None:
    """Section 4: out = scryptBlockMix(b). `x` is work space."""
    half = len(b) // 2
    x[:] = b[len(b) - 16 :]
    for i in range(0, half, 16):
        salsa20_8(x, b[2 * i : 2 * i + 16], out[i : i + 16])
        salsa20_8(x, b[2 * i + 16 : 2 * i + 32], out[half + i : half + i + 16])


@helper
def mix_in_vartime(b: MutSlice[u32], v: Slice[u32], n: int) -> None:
    """Section 5, steps 3: b = b xor V_j, where j = Integerify(b) mod n: the number that the last block of b begins with."""
    words = len(b)
    j = int(declassify(b[words - 16] & u32(n - 1), why="scrypt is defined to read memory at places that depend on the password"))
    for i in range(words):
        b[i] ^= v[j * words + i]


@helper
def ro_mix_vartime(b: MutSlice[u32], y: MutSlice[u32], v: MutSlice[u32], n: int) -> None:
    """Section 5: b = scryptROMix(b). `v` is room for V_0 … V_(n-1), `y` for one block."""
    words = len(b)
    x = Array[u32, 16]()
    v[:words] = b
    for i in range(1, n):
        pause()
        block_mix(x, v[(i - 1) * words : i * words], v[i * words : (i + 1) * words])
    block_mix(x, v[(n - 1) * words : n * words], b)
    for _ in range(0, n, 2):  # n is even
        pause()
        mix_in_vartime(b, v, n)
        block_mix(x, b, y)
        mix_in_vartime(y, v, n)
        block_mix(x, y, b)


@helper
def expand_password(mac: Mac, salt: Bytes, b: MutSlice[u32]) -> None:
    """Section 6, step 1: b = PBKDF2(P, S, 1, …). `mac` is keyed with the password."""
    number = Array[u8, 4]()
    digest = Array[u8, 32]()
    for at in range(0, len(b), 8):
        pause()
        store_be32(number, 0, u32(at // 8 + 1))
        mac_update(mac, salt)
        mac_update(mac, number[:])
        mac_final(mac, digest)
        for i in range(8):
            b[at + i] = load_le32(digest, 4 * i)


@helper
def derive_key(mac: Mac, b: Slice[u32], out: Buffer) -> None:
    """Section 6, step 3: out = PBKDF2(P, b, 1, …). `mac` is keyed with the password."""
    number = Array[u8, 4]()
    digest = Array[u8, 32]()
    block = Array[u8, 64]()
    for at in range(0, len(out), DIGEST_BYTES):
        pause()
        for start in range(0, len(b), 16):
            for i in range(16):
                store_le32(block, 4 * i, b[start + i])
            mac_update(mac, block[:])
        store_be32(number, 0, u32(at // DIGEST_BYTES + 1))
        mac_update(mac, number[:])
        mac_final(mac, digest)
        size = min(DIGEST_BYTES, len(out) - at)
        out[at : at + size] = digest[:size]


@kernel(calls_vartime="scrypt is defined to read memory at places that depend on the password")
def scrypt(password: Bytes, salt: Bytes, n: int, r: int, p: int, count: int, out: Buffer, work: MutSlice[u32]) -> Status:
    """A key of `count` bytes from a password, section 6: n is the cost (N), r the block size, p the parallelization.

    BAD_PARAMETER unless n is a power of 2, at least 2 and less than 2^(16·r), and r·p is less than 2^30; BAD_LENGTH for a key of no bytes
    or of more than 32·(2^32 - 1). Then `out` is untouched. `work` is 128·r·(n + p + 1) bytes.

    Leaks: the lengths of the password and the salt, n, r, p and `count`; and where memory is read, by which guesses of the password can be
    told apart.
    """
    requires(n >= 1)
    requires(n <= 1 << 30)
    requires(r >= 1)
    requires(r <= 1 << 24)
    requires(p >= 1)
    requires(p < 1 << 30)
    requires(count >= 0)
    requires(len(out) == count)
    requires(len(work) >= 32 * r * (n + p + 1))
    if n == 1 or n & (n - 1) != 0 or (r == 1 and n >= 1 << 16) or u64(r) * u64(p) >= 1 << 30:
        return BAD_PARAMETER
    if len(out) == 0 or u64(len(out)) > MAX_OUT_BYTES:
        return BAD_LENGTH
    words = 32 * r
    b = work[: p * words]
    y = work[p * words : (p + 1) * words]
    v = work[(p + 1) * words : (p + 1 + n) * words]
    mac = Mac()
    mac_init(mac, password)
    expand_password(mac, salt, b)
    for i in range(p):
        ro_mix_vartime(b[i * words : (i + 1) * words], y, v, n)
    derive_key(mac, b, out)
    return OK
