"""HMAC_DRBG by the formulas of SP 800-90A section 10.1.2, on Python's hmac: what the kernel is compared with, for want of vectors."""

from __future__ import annotations

import hmac


class HmacDrbg:
    """An instance over SHA-256."""

    def __init__(self, entropy: bytes, nonce: bytes, personalization: bytes) -> None:
        self.key, self.v = bytes(32), b"\1" * 32
        self.update(entropy + nonce + personalization)
        self.reseed_counter = 1

    def update(self, provided: bytes) -> None:
        """Section 10.1.2.2."""
        for separator in (b"\0", b"\1") if provided else (b"\0",):
            self.key = hmac.digest(self.key, self.v + separator + provided, "sha256")
            self.v = hmac.digest(self.key, self.v, "sha256")

    def reseed(self, entropy: bytes, additional: bytes) -> None:
        """Section 10.1.2.4."""
        self.update(entropy + additional)
        self.reseed_counter = 1

    def generate(self, additional: bytes, count: int) -> bytes:
        """Section 10.1.2.5."""
        if additional:
            self.update(additional)
        out = b""
        while len(out) < count:
            self.v = hmac.digest(self.key, self.v, "sha256")
            out += self.v
        self.update(additional)
        self.reseed_counter += 1
        return out[:count]
