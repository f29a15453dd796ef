"""PBKDF2, RFC 8018 section 5.2, with HMAC as its pseudorandom function: a key from a password, made slow on purpose.

HMAC takes the password once; each iteration then costs two calls of the compression function.
"""

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
    helper,
    kernel,
    kernel_maker,
    requires,
    store_be32,
    u8,
    u32,
    u64,
)


@kernel_maker
def make_pbkdf2(hmac: Hmac) -> Callable[..., Status]:
    """The kernel `pbkdf2_hmac_<hash>`."""
    Mac, digest_bytes = hmac.state, hmac.hash.digest_bytes
    mac_init, mac_update, mac_final = hmac.init, hmac.update, hmac.final
    max_bytes = 0xFFFF_FFFF * digest_bytes

    @helper(name=f"pbkdf2_{hmac.hash.name}_block")
    def block(mac: Mac, salt: Bytes, iterations: int, index: int, t: Array[u8, digest_bytes]) -> None:
        """t = F(P, S, c, i): U_1 xor … xor U_c, where U_1 = HMAC(P, S || INT(i)) and U_j = HMAC(P, U_(j-1))."""
        number = Array[u8, 4]()
        u = Array[u8, digest_bytes]()
        store_be32(number, 0, u32(index))
        mac_update(mac, salt)
        mac_update(mac, number[:])
        mac_final(mac, u)
        t[:] = u
        for _ in range(1, iterations):
            mac_update(mac, u[:])
            mac_final(mac, u)
            for k in range(digest_bytes):
                t[k] ^= u[k]

    @kernel(name=f"pbkdf2_hmac_{hmac.hash.name}")
    def pbkdf2(password: Bytes, salt: Bytes, iterations: int, count: int, out: Buffer) -> Status:
        """A key of `count` bytes from a password.

        BAD_PARAMETER for fewer than one iteration, BAD_LENGTH for a key of no bytes or of more than 2^32 - 1 digests; then `out` is
        untouched.

        Leaks: the lengths of the password and the salt, `iterations` and `count`.
        """
        requires(count >= 0)
        requires(len(out) == count)
        if iterations < 1:
            return BAD_PARAMETER
        if len(out) == 0 or u64(len(out)) > max_bytes:
            return BAD_LENGTH
        mac = Mac()
        t = Array[u8, digest_bytes]()
        mac_init(mac, password)
        for at in range(0, len(out), digest_bytes):
            block(mac, salt, iterations, at // digest_bytes + 1, t)
            size = min(digest_bytes, len(out) - at)
            out[at : at + size] = t[:size]
        return OK

    return pbkdf2


PBKDF2 = {hmac.hash.name: make_pbkdf2(hmac) for hmac in HMACS}
