"""RSA by the standards' formulas on Python's integers: what the kernels are compared with."""

from __future__ import annotations

import hashlib
import hmac
import math

from tests.hmac_drbg import HmacDrbg

Key = tuple[int, int, int, int]  # n, e, p, q


def octets(number: int, size: int) -> bytes:
    """I2OSP."""
    return number.to_bytes(size, "big")


def number(data: bytes) -> int:
    """OS2IP."""
    return int.from_bytes(data, "big")


def parts(p: int, q: int, e: int) -> bytes:
    """p, q, dP, dQ, qInv, each as long as the longer prime."""
    size = -(-max(p, q).bit_length() // 8)
    return b"".join(octets(part, size) for part in (p, q, pow(e, -1, p - 1), pow(e, -1, q - 1), pow(q, -1, p)))


def mgf1(seed: bytes, count: int, name: str = "sha256") -> bytes:
    """RFC 8017 appendix B.2.1."""
    blocks = b"".join(hashlib.new(name, seed + octets(i, 4)).digest() for i in range(count // 16 + 1))
    return blocks[:count]


def alternative(d: bytes, ciphertext: bytes) -> bytes:
    """AM and AL of draft-irtf-cfrg-rsa-guidance section 7."""
    size = len(d)
    kdk = hmac.digest(hashlib.sha256(d).digest(), ciphertext, "sha256")

    def derived(label: bytes, count: int) -> bytes:
        tail = label + octets(8 * count, 2)
        return b"".join(hmac.digest(kdk, octets(i, 2) + tail, "sha256") for i in range(-(-count // 32)))[:count]

    limit = size - 10
    mask = (1 << limit.bit_length()) - 1
    lengths = derived(b"length", 256)
    length = 0
    for at in range(0, 256, 2):
        candidate = number(lengths[at : at + 2]) & mask
        length = candidate if candidate < limit else length
    return derived(b"message", size) + octets(length, 2)


# --- key generation -----------------------------------------------------------------------------------------------------------------------


def small_factor(p: int) -> bool:
    """Whether one of the odd primes whose product 512 bits hold divides p."""
    product = 1
    for prime in (n for n in range(3, 1000, 2) if all(n % m for m in range(3, n, 2))):
        if (product * prime).bit_length() > 512:
            break
        product *= prime
    return math.gcd(p, product) != 1


def is_prime(p: int, rounds: int, drbg: HmacDrbg, size: int) -> bool:
    """Miller-Rabin for p = 3 modulo 4, with bases from the generator."""
    while rounds:
        base = number(drbg.generate(b"", size))
        if 1 < base < p - 1:
            if pow(base, (p - 1) // 2, p) not in (1, p - 1):
                return False
            rounds -= 1
    return True


def find_prime(other: int | None, e: int, bits: int, drbg: HmacDrbg) -> int:
    """A prime of bits / 2 bits: FIPS 186-5 appendix A.1.3."""
    size, half = bits // 16, bits // 2
    rounds = 7 if bits < 2048 else 5 if bits < 3072 else 4
    while True:
        p = number(drbg.generate(b"", size)) | 3
        if p * p < 1 << 2 * half - 1 or (other is not None and abs((p >> half - 64) - (other >> half - 64)) <= 1):
            continue
        if not small_factor(p) and math.gcd(p - 1, e) == 1 and is_prime(p, rounds, drbg, size):
            return p


def generate(bits: int, e: int, drbg: HmacDrbg) -> bytes:
    """What `rsa_generate` gives."""
    p = find_prime(None, e, bits, drbg)
    q = find_prime(p, e, bits, drbg)
    p, q = max(p, q), min(p, q)
    d = pow(e, -1, math.lcm(p - 1, q - 1))
    return octets(p * q, bits // 8) + octets(d, bits // 8) + parts(p, q, e)
