"""KDF in counter mode, SP 800-108r1 section 4.1, with HMAC or CMAC as its pseudorandom function: keys from a key.

With CMAC whoever knows the key may choose a context for which a derived key comes out as he likes (section 6.7 of the standard): take HMAC
where a holder of the key chooses the context.
"""

from collections.abc import Callable
from typing import Any

from akela.kernels.cmac import AesCmac, aes_cmac_final, aes_cmac_init, aes_cmac_update
from akela.kernels.hmac import HMACS, Hmac
from akela.lang import (
    BAD_LENGTH,
    BAD_PARAMETER,
    OK,
    Array,
    Buffer,
    Bytes,
    Status,
    helper,
    kernel,
    kernel_maker,
    pause,
    requires,
    store_be32,
    u8,
    u32,
    u64,
)

CMAC_BYTES = 16


@kernel_maker
def make_counter_mode(name: str, Mac: type, update: Callable[..., Any], final: Callable[..., Any], mac_bytes: int) -> Callable[..., Status]:
    """The iteration of section 4.1 with a MAC whose state has its key, and keeps it from one message to the next."""

    @helper(name=f"kbkdf_{name}_iterate")
    def iterate(mac: Mac, before: Bytes, counter_bytes: int, after: Bytes, out: Buffer) -> Status:
        if counter_bytes < 1 or counter_bytes > 4:
            return BAD_PARAMETER
        if len(out) == 0 or u64((len(out) - 1) // mac_bytes + 1) >> (8 * counter_bytes) != 0:
            return BAD_LENGTH
        k = Array[u8, mac_bytes]()
        number = Array[u8, 4]()
        for at in range(0, len(out), mac_bytes):
            pause()
            store_be32(number, 0, u32(at // mac_bytes + 1))
            update(mac, before)
            update(mac, number[4 - counter_bytes :])
            update(mac, after)
            final(mac, k)
            size = min(mac_bytes, len(out) - at)
            out[at : at + size] = k[:size]
        return OK

    return iterate


@kernel_maker
def make_counter_kdf(hmac: Hmac) -> Callable[..., Status]:
    """The kernel `kbkdf_hmac_<hash>`."""
    Mac, mac_init, name = hmac.state, hmac.init, f"hmac_{hmac.hash.name}"
    iterate = make_counter_mode(name, Mac, hmac.update, hmac.final, hmac.hash.digest_bytes)

    @kernel(name=f"kbkdf_{name}")
    def kbkdf(key: Bytes, before: Bytes, counter_bytes: int, after: Bytes, count: int, out: Buffer) -> Status:
        """`count` bytes K(1) || K(2) || …, where K(i) = HMAC(key, before || i || after) with i in `counter_bytes` bytes (r / 8).

        `before` and `after` make up the fixed input data; with the counter in front, `before` is empty and `after` is
        Label || 00 || Context || L. BAD_PARAMETER unless `counter_bytes` is 1 to 4, BAD_LENGTH for no bytes or for more than 2^r - 1
        digests; then `out` is untouched.

        Leaks: the lengths of the inputs, `counter_bytes` and `count`.
        """
        requires(count >= 0)
        requires(len(out) == count)
        mac = Mac()
        mac_init(mac, key)
        return iterate(mac, before, counter_bytes, after, out)

    return kbkdf


KBKDF = {hmac.hash.name: make_counter_kdf(hmac) for hmac in HMACS}

iterate_cmac = make_counter_mode("cmac_aes", AesCmac, aes_cmac_update, aes_cmac_final, CMAC_BYTES)


@kernel
def kbkdf_cmac_aes(key: Bytes, before: Bytes, counter_bytes: int, after: Bytes, count: int, out: Buffer) -> Status:
    """As `kbkdf_hmac_<hash>`, with AES-CMAC.

    BAD_PARAMETER unless `counter_bytes` is 1 to 4, BAD_LENGTH where `key` is not of 16, 24 or 32 bytes, and where `count` is 0 or of more
    than 2^r - 1 blocks of 16; then `out` is untouched.

    Leaks: the lengths of the inputs, `counter_bytes` and `count`.
    """
    requires(count >= 0)
    requires(len(out) == count)
    mac = AesCmac()
    status = aes_cmac_init(mac, key)
    if status != OK:
        return status
    return iterate_cmac(mac, before, counter_bytes, after, out)
