"""HKDF, RFC 5869: keys from a secret that is unpredictable but not uniform, such as a Diffie-Hellman value."""

from collections.abc import Callable
from dataclasses import dataclass

from akela.kernels.hmac import HMACS, Hmac
from akela.lang import BAD_LENGTH, OK, Array, Buffer, Bytes, Status, helper, kernel, kernel_maker, pause, requires, u8


@dataclass(frozen=True)
class Hkdf:
    """HKDF over one hash, for those that build on it."""

    extract: Callable[..., None]
    expand: Callable[..., Status]
    derive: Callable[..., Status]


@kernel_maker
def make_hkdf(hmac: Hmac) -> Hkdf:
    """The kernels `hkdf_<hash>_extract`, `hkdf_<hash>_expand`, and `hkdf_<hash>` for both steps."""
    Mac, digest_bytes, name = hmac.state, hmac.hash.digest_bytes, f"hkdf_{hmac.hash.name}"
    mac_init, mac_update, mac_final, mac_tag = hmac.init, hmac.update, hmac.final, hmac.tag
    max_bytes = 255 * digest_bytes

    @helper(name=f"{name}_expand_keyed")
    def expand_keyed(mac: Mac, info: Bytes, out: Buffer) -> None:
        """Section 2.3: T(1) || T(2) || …, where T(i) = HMAC(PRK, T(i-1) || info || i) and T(0) is empty. `mac` is keyed with PRK."""
        t = Array[u8, digest_bytes]()
        number = Array[u8, 1]()
        for at in range(0, len(out), digest_bytes):
            pause()
            if at > 0:
                mac_update(mac, t[:])
            mac_update(mac, info)
            number[0] = u8(at // digest_bytes + 1)
            mac_update(mac, number[:])
            mac_final(mac, t)
            size = min(digest_bytes, len(out) - at)
            out[at : at + size] = t[:size]

    @kernel(name=f"{name}_extract")
    def extract(salt: Bytes, key: Bytes, out: Array[u8, digest_bytes]) -> None:
        """Section 2.2: the pseudorandom key PRK = HMAC(salt, key), from keying material `key`. No salt is a salt of zeros.

        Leaks: the lengths of the salt and the key.
        """
        mac_tag(salt, key, out)

    @kernel(name=f"{name}_expand")
    def expand(prk: Bytes, info: Bytes, count: int, out: Buffer) -> Status:
        """Section 2.3: `count` bytes for the purpose `info` from a pseudorandom key, which has at least the length of a digest.

        BAD_LENGTH, and `out` is untouched, for more than 255 digests.

        Leaks: the lengths of `prk` and `info`, and `count`.
        """
        requires(count >= 0)
        requires(len(out) == count)
        if len(out) > max_bytes:
            return BAD_LENGTH
        mac = Mac()
        mac_init(mac, prk)
        expand_keyed(mac, info, out)
        return OK

    @kernel(name=name)
    def derive(salt: Bytes, key: Bytes, info: Bytes, count: int, out: Buffer) -> Status:
        """Both steps: `count` bytes for the purpose `info` from keying material `key`. No salt is a salt of zeros.

        BAD_LENGTH, and `out` is untouched, for more than 255 digests.

        Leaks: the lengths of the salt, the key and `info`, and `count`.
        """
        requires(count >= 0)
        requires(len(out) == count)
        if len(out) > max_bytes:
            return BAD_LENGTH
        prk = Array[u8, digest_bytes]()
        mac = Mac()
        mac_tag(salt, key, prk)
        mac_init(mac, prk[:])
        expand_keyed(mac, info, out)
        return OK

    return Hkdf(extract, expand, derive)


HKDF = {hmac.hash.name: make_hkdf(hmac) for hmac in HMACS}
