"""Encodings of messages and digests as RSA's input: RFC 8017 sections 7 and 9, all but the masks and hashes.

A mask is what `mgf1_<hash>` makes, and it is xored with what it covers. So EM of EMSA-PSS is what `pss_pad` gives with the part before H
masked, H being the seed; EM of OAEP what `oaep_pad` gives with DB masked, then the seed masked with the masked DB as seed. Decoding takes
the masks off in the opposite order.
"""

from akela.kernels.constant_time import bytes_equal_mask
from akela.lang import (
    AUTHENTICATION_FAILED,
    BAD_LENGTH,
    BAD_PARAMETER,
    INVALID_SIGNATURE,
    OK,
    Array,
    Buffer,
    Bytes,
    Mask,
    Public,
    PublicBytes,
    Status,
    declassify,
    eq_mask,
    fill,
    helper,
    kernel,
    nonzero_mask,
    requires,
    select,
    u32,
    zero_mask,
)

Start = Array[Public[u32], 1]
TRAILER = 0xBC

# --- signatures ---------------------------------------------------------------------------------------------------------------------------


@kernel
def pkcs1_signature_pad(digest_info: Bytes, size: int, out: Buffer) -> Status:
    """EMSA-PKCS1-v1_5, section 9.2 from step 3 on: EM of `size` bytes around T, the DER of the hash's name and of the digest.

    BAD_LENGTH where `size` is not at least 11 more than `digest_info` has bytes.

    Leaks: the lengths.
    """
    requires(size >= 0)
    requires(len(out) == size)
    if len(out) < len(digest_info) + 11:
        return BAD_LENGTH
    begin = len(out) - len(digest_info)
    fill(out[:begin], 0xFF)
    out[0] = 0
    out[1] = 1
    out[begin - 1] = 0
    out[begin:] = digest_info
    return OK


@kernel
def pss_pad(h: Bytes, salt: Bytes, size: int, out: Buffer) -> Status:
    """EMSA-PSS-ENCODE, section 9.1.1, steps 7, 8 and 12: DB || H || bc, `size` bytes, with DB not masked yet.

    BAD_LENGTH where `size` is not at least 2 more than `h` and `salt` have bytes.

    Leaks: the lengths.
    """
    requires(size >= 0)
    requires(len(out) == size)
    if len(out) < len(h) + len(salt) + 2:
        return BAD_LENGTH
    end = len(out) - 1 - len(h)  # of DB
    begin = end - len(salt)
    fill(out[:begin], 0)
    out[begin - 1] = 1
    out[begin:end] = salt
    out[end : len(out) - 1] = h
    out[len(out) - 1] = TRAILER
    return OK


@kernel
def pss_unpad(em: PublicBytes, digest_bytes: int, start: Start) -> Status:
    """EMSA-PSS-VERIFY, section 9.1.2, steps 4 and 10: where in DB || H || bc, with DB no longer masked, the salt begins.

    INVALID_SIGNATURE where this is no such encoding.

    Leaks: all that it is given.
    """
    requires(digest_bytes >= 0)
    if len(em) < digest_bytes + 2 or em[len(em) - 1] != TRAILER:
        return INVALID_SIGNATURE
    at = 0
    while at < len(em) - 2 - digest_bytes and em[at] == 0:
        at += 1
    if em[at] != 1:
        return INVALID_SIGNATURE
    start[0] = u32(at + 1)
    return OK


# --- encryption: OAEP ---------------------------------------------------------------------------------------------------------------------


@kernel
def oaep_pad(label_hash: Bytes, seed: Bytes, message: Bytes, size: int, out: Buffer) -> Status:
    """EME-OAEP encoding, section 7.1.1 step 2: 00 || seed || DB of `size` bytes, with seed and DB not masked yet.

    BAD_LENGTH where the `message` is too long for `size`: each has 2 bytes and two digests to itself.

    Leaks: the lengths.
    """
    requires(size >= 0)
    requires(len(seed) == len(label_hash))
    requires(len(out) == size)
    if len(out) < 2 * len(seed) + len(message) + 2:
        return BAD_LENGTH
    begin = len(out) - len(message)
    fill(out, 0)
    out[1 : 1 + len(seed)] = seed
    out[1 + len(seed) : 1 + 2 * len(seed)] = label_hash
    out[begin - 1] = 1
    out[begin:] = message
    return OK


@helper
def first_mask(looking: Mask[u32], here: Mask[u32]) -> tuple[Mask[u32], Mask[u32]]:
    """Ones where what is looked for is found for the first time; and whether to look on."""
    return looking & here, looking & ~here


@kernel
def oaep_unpad(label_hash: Bytes, em: Bytes, start: Start) -> Status:
    """EME-OAEP decoding, section 7.1.2 step 3.g: where in 00 || seed || DB, no longer masked, the message begins.

    AUTHENTICATION_FAILED, and nothing else, where this is no such encoding: whoever could tell why would decrypt with it (Manger, CRYPTO
    2001).

    Leaks: the lengths, whether this is an encoding, and where the message of one begins.
    """
    db = 1 + len(label_hash)
    if len(em) < 2 * len(label_hash) + 2:
        return AUTHENTICATION_FAILED
    valid = zero_mask(u32(em[0])) & bytes_equal_mask(em[db : db + len(label_hash)], label_hash)
    looking = zero_mask(u32(0))
    one = ~looking
    index = u32(0)
    for i in range(db + len(label_hash), len(em)):
        first, looking = first_mask(looking, nonzero_mask(u32(em[i])))
        one |= first & eq_mask(u32(em[i]), 1)
        index = select(first, u32(i), index)
    if not declassify(valid & one, why="whether a ciphertext is accepted shows in what its receiver does"):
        return AUTHENTICATION_FAILED
    start[0] = declassify(index, why="the receiver uses the message, whose length it is") + 1
    return OK


# --- encryption: PKCS #1 v1.5 -------------------------------------------------------------------------------------------------------------

MIN_PADDING_BYTES = 8


@kernel
def pkcs1_encryption_pad(padding: Bytes, message: Bytes, out: Buffer) -> Status:
    """EME-PKCS1-v1_5 encoding, section 7.2.1 step 2: 00 || 02 || padding || 00 || message. `padding` is random bytes, none of them zero.

    BAD_LENGTH where `padding` has less than 8 bytes, BAD_PARAMETER where one of them is zero; then `out` is untouched.

    Leaks: the lengths, and whether the padding has a zero.
    """
    requires(len(out) == len(padding) + len(message) + 3)
    if len(padding) < MIN_PADDING_BYTES:
        return BAD_LENGTH
    zeros = ~zero_mask(u32(0))
    for i in range(len(padding)):
        zeros |= zero_mask(u32(padding[i]))
    if declassify(zeros, why="such padding is not used"):
        return BAD_PARAMETER
    out[0] = 0
    out[1] = 2
    out[2 : 2 + len(padding)] = padding
    out[2 + len(padding)] = 0
    out[3 + len(padding) :] = message
    return OK
