"""The permutation of SHA-3, FIPS 202 section 3: Keccak-p[1600, 24].

The state A is an array of 25 lanes of 64 bits; lane (x, y) stands at x + 5·y. Section numbers and names are the standard's.
"""

from akela.lang import Array, helper, operation, rotl, table, u8, u64

LANES = 25
ROUNDS = 24


def round_constants() -> list[int]:
    """Sections 3.2.5 and B.2: bit 2^j - 1 of constant i is rc(j + 7·i), the output of a feedback shift register (algorithm 5)."""
    register, bits = 1, []
    for _ in range(7 * ROUNDS):
        bits.append(register & 1)
        register <<= 1
        register ^= 0x171 * (register >> 8)
    return [sum(bits[7 * i + j] << (1 << j) - 1 for j in range(7)) for i in range(ROUNDS)]


def rotations() -> list[int]:
    """Section 3.2.2, algorithm 2: by how much rho rotates each lane."""
    found = [0] * LANES
    x, y = 1, 0
    for t in range(ROUNDS):
        found[x + 5 * y] = (t + 1) * (t + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    return found


RC = table(u64, round_constants())
RHO = table(u8, rotations())


@helper
def column(a: Array[u64, 25], x: int) -> u64:
    """Theta, step 1: the parities of the columns of a sheet, C[x]."""
    return a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20]


@helper
def moved(a: Array[u64, 25], d: u64, lane: int) -> u64:
    """Theta, step 3, and rho: a lane with what theta adds to it, D[x], rotated."""
    return rotl(a[lane] ^ d, int(RHO[lane]))


@helper
def keccak_round(a: Array[u64, 25], e: Array[u64, 25], rc: u64) -> None:
    """Section 3.3: e is a after one round, both with lanes complemented as `complement` says.

    Pi has row y of its result from the lanes (x + 3·y, x) of a. Chi is b_x ^ (~b_(x+1) & b_(x+2)). For a lane b that is known as its
    complement n, ~b & c is n & c, and ~(b & c) is n | ~c: with the right lanes complemented, and so kept from round to round, eight
    of 25 NOTs are left.
    """
    c0, c1, c2, c3, c4 = column(a, 0), column(a, 1), column(a, 2), column(a, 3), column(a, 4)
    d0, d1, d2, d3, d4 = c4 ^ rotl(c1, 1), c0 ^ rotl(c2, 1), c1 ^ rotl(c3, 1), c2 ^ rotl(c4, 1), c3 ^ rotl(c0, 1)

    b0 = moved(a, d0, 0)
    b1 = moved(a, d1, 6)
    b2 = moved(a, d2, 12)
    b3 = moved(a, d3, 18)
    b4 = moved(a, d4, 24)
    e[0] = b0 ^ (b1 | b2) ^ rc
    e[1] = b1 ^ (~b2 | b3)
    e[2] = b2 ^ (b3 & b4)
    e[3] = b3 ^ (b4 | b0)
    e[4] = b4 ^ (b0 & b1)

    b0 = moved(a, d3, 3)
    b1 = moved(a, d4, 9)
    b2 = moved(a, d0, 10)
    b3 = moved(a, d1, 16)
    b4 = moved(a, d2, 22)
    e[5] = b0 ^ (b1 | b2)
    e[6] = b1 ^ (b2 & b3)
    e[7] = b2 ^ (b3 | ~b4)
    e[8] = b3 ^ (b4 | b0)
    e[9] = b4 ^ (b0 & b1)

    b0 = moved(a, d1, 1)
    b1 = moved(a, d2, 7)
    b2 = moved(a, d3, 13)
    b3 = moved(a, d4, 19)
    b4 = moved(a, d0, 20)
    e[10] = b0 ^ (b1 | b2)
    e[11] = b1 ^ (b2 & b3)
    e[12] = b2 ^ (~b3 & b4)
    e[13] = ~b3 ^ (b4 | b0)
    e[14] = b4 ^ (b0 & b1)

    b0 = moved(a, d4, 4)
    b1 = moved(a, d0, 5)
    b2 = moved(a, d1, 11)
    b3 = moved(a, d2, 17)
    b4 = moved(a, d3, 23)
    e[15] = b0 ^ (b1 & b2)
    e[16] = b1 ^ (b2 | b3)
    e[17] = b2 ^ (~b3 | b4)
    e[18] = ~b3 ^ (b4 & b0)
    e[19] = b4 ^ (b0 | b1)

    b0 = moved(a, d2, 2)
    b1 = moved(a, d3, 8)
    b2 = moved(a, d4, 14)
    b3 = moved(a, d0, 15)
    b4 = moved(a, d1, 21)
    e[20] = b0 ^ (~b1 & b2)
    e[21] = ~b1 ^ (b2 | b3)
    e[22] = b2 ^ (b3 & b4)
    e[23] = b3 ^ (b4 | b0)
    e[24] = b4 ^ (b0 & b1)


@helper
def complement(a: Array[u64, 25]) -> None:
    """Into the form that the rounds work on, and back."""
    a[1] = ~a[1]
    a[2] = ~a[2]
    a[8] = ~a[8]
    a[12] = ~a[12]
    a[17] = ~a[17]
    a[20] = ~a[20]


@operation("keccak.permute")
def keccak_permute(a: Array[u64, 25]) -> None:
    """Keccak-f[1600], section 3.4.

    Leaks: nothing.
    """
    e = Array[u64, 25]()
    complement(a)
    for i in range(0, ROUNDS, 2):
        keccak_round(a, e, RC[i])
        keccak_round(e, a, RC[i + 1])
    complement(a)
