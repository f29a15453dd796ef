"""Decoding of PKCS #1 v1.5 encryption with implicit rejection: RFC 8017 section 7.2.2, and draft-irtf-cfrg-rsa-guidance section 7.

An encoding that is none decrypts to a message as well: one that the private key and the ciphertext determine and nobody can foresee. So
there is no difference to be seen, and nothing to be learned from one (Bleichenbacher, CRYPTO 1998). Names are the draft's.
"""

from akela.kernels.hmac import HMAC_SHA256
from akela.kernels.rsa_padding import MIN_PADDING_BYTES, Start, first_mask
from akela.kernels.sha256 import SHA256
from akela.lang import (
    Array,
    Buffer,
    Bytes,
    declassify,
    eq_mask,
    helper,
    kernel,
    load_be16,
    lt_mask,
    requires,
    select,
    store_be16,
    table,
    truncate,
    u8,
    u16,
    u32,
    zero_mask,
)

Hash = SHA256.state
hash_init, hash_update, hash_final = SHA256.init, SHA256.update, SHA256.final
Mac = HMAC_SHA256.state
mac_init, mac_update, mac_final = HMAC_SHA256.init, HMAC_SHA256.update, HMAC_SHA256.final

LENGTHS_BYTES = 256  # 128 candidates
LENGTH = table(u8, b"length")
MESSAGE = table(u8, b"message")


@helper
def derive_key(mac: Mac, d: Bytes, ciphertext: Bytes) -> None:
    """Key `mac` with KDK, the HMAC of the ciphertext under the digest of the private exponent."""
    hash = Hash()
    digest = Array[u8, 32]()
    hash_init(hash)
    hash_update(hash, d)
    hash_final(hash, digest)
    mac_init(mac, digest[:])
    mac_update(mac, ciphertext)
    mac_final(mac, digest)
    mac_init(mac, digest[:])


@helper
def next_block(mac: Mac, number: int, label: Bytes, size: int, block: Array[u8, 32]) -> None:
    """Block `number` of IRPRF(KDK, label, size in bytes)."""
    header = Array[u8, 2]()
    store_be16(header, 0, u16(number))
    mac_update(mac, header[:])
    mac_update(mac, label)
    store_be16(header, 0, u16(8 * size))
    mac_update(mac, header[:])
    mac_final(mac, block)


@helper
def alternative_length(mac: Mac, limit: int) -> u32:
    """AL: the last of the candidates that is less than the limit, in as many bits as that has."""
    block = Array[u8, 32]()
    bits = 1
    while bits < limit:
        bits = 2 * bits + 1
    length = u32(0)
    for number in range(LENGTHS_BYTES // 32):
        next_block(mac, number, LENGTH[:], LENGTHS_BYTES, block)
        for i in range(0, 32, 2):
            candidate = ((u32(block[i]) << 8) | u32(block[i + 1])) & u32(bits)
            length = select(lt_mask(candidate, u32(limit)), candidate, length)
    return length


@kernel
def pkcs1_alternative(d: Bytes, ciphertext: Bytes, size: int, out: Buffer) -> None:
    """What takes the place of a message that is none: AM, as many bytes as the modulus has, and AL in two more. The message is the last AL
    bytes of AM. `size` is the modulus's and two more; d is the private exponent.

    Leaks: the lengths.
    """
    requires(size >= 5 + MIN_PADDING_BYTES)
    requires(size < 1 << 13)
    requires(len(out) == size)
    requires(len(d) == size - 2)
    requires(len(ciphertext) == size - 2)
    end = len(out) - 2
    mac = Mac()
    block = Array[u8, 32]()
    derive_key(mac, d, ciphertext)
    for at in range(0, end, 32):
        next_block(mac, at // 32, MESSAGE[:], end, block)
        out[at : min(at + 32, end)] = block[: min(32, end - at)]
    length = alternative_length(mac, end - 2 - MIN_PADDING_BYTES)
    store_be16(out, end, truncate(u16, length))


@kernel
def pkcs1_unpad(alternative: Bytes, em: Buffer, start: Start) -> None:
    """EME-PKCS1-v1_5 decoding, section 7.2.2 step 3, with implicit rejection: where in `em` the message begins, the encoded one or the
    alternative, which now stands there in its place. `alternative` is what `pkcs1_alternative` gives.

    Leaks: the length of em, and where the message begins that is given.
    """
    requires(len(em) >= 3 + MIN_PADDING_BYTES)
    requires(len(alternative) == len(em) + 2)
    looking = zero_mask(u32(0))
    separator = u32(0)
    for i in range(2, len(em)):
        first, looking = first_mask(looking, zero_mask(u32(em[i])))
        separator = select(first, u32(i), separator)
    valid = zero_mask(u32(em[0])) & eq_mask(u32(em[1]), 2) & ~lt_mask(separator, 2 + MIN_PADDING_BYTES)
    for i in range(len(em)):
        em[i] = truncate(u8, select(valid, u32(em[i]), u32(alternative[i])))
    index = select(valid, separator + 1, u32(len(em)) - u32(load_be16(alternative, len(em))))
    start[0] = declassify(index, why="the receiver uses the message, real or not, whose length it is")
