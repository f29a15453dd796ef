"""Compression functions of SHA-1 and SHA-256 on whole blocks, FIPS 180-4, in plain ints: no library gives these by themselves."""

from __future__ import annotations

from math import isqrt

M32 = 0xFFFF_FFFF


def _rotr(x: int, n: int) -> int:
    return (x >> n | x << 32 - n) & M32


def _cube_root(n: int) -> int:
    root = 0
    for bit in reversed(range(n.bit_length() // 3 + 1)):
        if (root | 1 << bit) ** 3 <= n:
            root |= 1 << bit
    return root


_PRIMES = [p for p in range(2, 312) if all(p % q for q in range(2, isqrt(p) + 1))]
_K256 = [_cube_root(p << 96) & M32 for p in _PRIMES]
_K1 = [isqrt(n << 60) & M32 for n in (2, 3, 5, 10)]  # 2^30 times the roots

INITIAL = {
    "sha1": (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0),
    "sha224": tuple(isqrt(p << 128) & M32 for p in _PRIMES[8:16]),
    "sha256": tuple(isqrt(p << 64) & M32 for p in _PRIMES[:8]),
}


def sha1_compress(value: tuple[int, ...], block: bytes) -> tuple[int, ...]:
    """The hash value after a block: section 6.1.2."""
    w = [int.from_bytes(block[i : i + 4], "big") for i in range(0, 64, 4)]
    for t in range(16, 80):
        w.append(_rotr(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 31))
    a, b, c, d, e = value
    for t in range(80):
        f = (b & c | ~b & d, b ^ c ^ d, b & c | b & d | c & d, b ^ c ^ d)[t // 20]
        a, b, c, d, e = (_rotr(a, 27) + (f & M32) + e + _K1[t // 20] + w[t]) & M32, a, _rotr(b, 2), c, d
    return tuple(x + y & M32 for x, y in zip(value, (a, b, c, d, e), strict=True))


def sha256_compress(value: tuple[int, ...], block: bytes) -> tuple[int, ...]:
    """The hash value after a block, of SHA-224 also: section 6.2.2."""
    w = [int.from_bytes(block[i : i + 4], "big") for i in range(0, 64, 4)]
    for t in range(16, 64):
        s0 = _rotr(w[t - 15], 7) ^ _rotr(w[t - 15], 18) ^ w[t - 15] >> 3
        s1 = _rotr(w[t - 2], 17) ^ _rotr(w[t - 2], 19) ^ w[t - 2] >> 10
        w.append(w[t - 16] + s0 + w[t - 7] + s1 & M32)
    a, b, c, d, e, f, g, h = value
    for t in range(64):
        t1 = h + (_rotr(e, 6) ^ _rotr(e, 11) ^ _rotr(e, 25)) + (e & f ^ ~e & g) + _K256[t] + w[t]
        t2 = (_rotr(a, 2) ^ _rotr(a, 13) ^ _rotr(a, 22)) + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = t1 + t2 & M32, a, b, c, d + t1 & M32, e, f, g
    return tuple(x + y & M32 for x, y in zip(value, (a, b, c, d, e, f, g, h), strict=True))
