"""PBKDF2, RFC 8018 section 5.2, with HMAC as its pseudorandom function: a key from a password, made slow on purpose.

HMAC takes the password once; each iteration then costs two calls of the compression function, or of the permutation.
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
    load_le32,
    pause,
    requires,
    store_be32,
    store_le32,
    u8,
    u32,
    u64,
)


@kernel_maker
def make_pbkdf2(hmac: Hmac) -> Callable[..., Status]:
    """The kernel `pbkdf2_hmac_<hash>`."""
    Mac, digest_bytes, block_bytes = hmac.state, hmac.hash.digest_bytes, hmac.hash.block_bytes
    chain = hmac.hash.chain
    mac_init, mac_update, mac_final = hmac.init, hmac.update, hmac.final
    max_bytes = 0xFFFF_FFFF * digest_bytes
    chained = chain is not None
    word, words, pad, step = (chain.word, chain.words, chain.pad, chain.step) if chain is not None else (u32, 1, None, None)

    @helper(name=f"pbkdf2_{hmac.hash.name}_first")
    def first(mac: Mac, salt: Bytes, index: int, u: Array[u8, digest_bytes]) -> None:
        """U_1 = HMAC(P, S || INT(i))."""
        number = Array[u8, 4]()
        store_be32(number, 0, u32(index))
        mac_update(mac, salt)
        mac_update(mac, number[:])
        mac_final(mac, u)

    @helper(name=f"pbkdf2_{hmac.hash.name}_block")
    def block(mac: Mac, salt: Bytes, iterations: int, index: int, t: Array[u8, digest_bytes]) -> None:
        """t = F(P, S, c, i): U_1 xor … xor U_c, where U_j = HMAC(P, U_(j-1))."""
        first(mac, salt, index, t)
        if chained:
            # U stands in a block that is padded once: inner and outer hash take it behind a block of their own.
            u = Array[u8, block_bytes]()
            h = Array[word, words]()
            u[:digest_bytes] = t
            pad(u)
            for _ in range(1, iterations):
                pause()
                step(h, mac.inner, u)
                step(h, mac.outer, u)
                xor_words(t, u[:digest_bytes])
        else:
            u = Array[u8, digest_bytes]()
            u[:] = t
            for _ in range(1, iterations):
                pause()
                mac_update(mac, u[:])
                mac_final(mac, u)
                xor_words(t, u)

    @helper(name=f"pbkdf2_{hmac.hash.name}_xor")
    def xor_words(t: Array[u8, digest_bytes], u: Array[u8, digest_bytes]) -> None:
        """t = t xor u, four bytes at a time."""
        for i in range(0, digest_bytes, 4):
            store_le32(t, i, load_le32(t, i) ^ load_le32(u, i))

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
            pause()
            block(mac, salt, iterations, at // digest_bytes + 1, t)
            size = min(digest_bytes, len(out) - at)
            out[at : at + size] = t[:size]
        return OK

    return pbkdf2


PBKDF2 = {hmac.hash.name: make_pbkdf2(hmac) for hmac in HMACS}
