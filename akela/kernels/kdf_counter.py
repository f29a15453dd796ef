"""KDF in counter mode, SP 800-108r1 section 4.1, with HMAC as its pseudorandom function: keys from a key."""

from collections.abc import Callable

from akela.kernels.hmac import HMACS, Hmac
from akela.lang import (
    BAD_LENGTH,
    BAD_PARAMETER,
    OK,
    Array,
    Buffer,
    Bytes,
    Status,
    kernel,
    kernel_maker,
    requires,
    store_be32,
    u8,
    u32,
    u64,
)


@kernel_maker
def make_counter_kdf(hmac: Hmac) -> Callable[..., Status]:
    """The kernel `kbkdf_hmac_<hash>`."""
    Mac, digest_bytes = hmac.state, hmac.hash.digest_bytes
    mac_init, mac_update, mac_final = hmac.init, hmac.update, hmac.final

    @kernel(name=f"kbkdf_hmac_{hmac.hash.name}")
    def kbkdf(key: Bytes, before: Bytes, counter_bytes: int, after: Bytes, count: int, out: Buffer) -> Status:
        """`count` bytes K(1) || K(2) || …, where K(i) = HMAC(key, before || i || after) with i in `counter_bytes` bytes (r / 8).

        `before` and `after` make up the fixed input data; with the counter in front, `before` is empty and `after` is
        Label || 00 || Context || L. BAD_PARAMETER unless `counter_bytes` is 1 to 4, BAD_LENGTH for no bytes or for more than 2^r - 1
        digests; then `out` is untouched.

        Leaks: the lengths of the inputs, `counter_bytes` and `count`.
        """
        requires(count >= 0)
        requires(len(out) == count)
        if counter_bytes < 1 or counter_bytes > 4:
            return BAD_PARAMETER
        if len(out) == 0 or u64((len(out) - 1) // digest_bytes + 1) >> (8 * counter_bytes) != 0:
            return BAD_LENGTH
        mac = Mac()
        k = Array[u8, digest_bytes]()
        number = Array[u8, 4]()
        mac_init(mac, key)
        for at in range(0, len(out), digest_bytes):
            store_be32(number, 0, u32(at // digest_bytes + 1))
            mac_update(mac, before)
            mac_update(mac, number[4 - counter_bytes :])
            mac_update(mac, after)
            mac_final(mac, k)
            size = min(digest_bytes, len(out) - at)
            out[at : at + size] = k[:size]
        return OK

    return kbkdf


KBKDF = {hmac.hash.name: make_counter_kdf(hmac) for hmac in HMACS}
