"""Signatures of two numbers in DER: ECDSA-Sig-Value of RFC 3279 section 2.2.3, `SEQUENCE { r INTEGER, s INTEGER }`.

Raw signatures are the two numbers in as many bytes each, big-endian. Reading is strict: there is one encoding of a signature, and no other
one is taken (ITU-T X.690 sections 8.3 and 10.1).
"""

from akela.lang import PublicBuffer, PublicBytes, fill, helper, requires, truncate, u8, u32

SEQUENCE = 0x30
INTEGER = 0x02
LONG_FORM = 0x80  # of a length; with 1 added, that one byte of length follows
OVERHEAD = 9  # at most three bytes of header, and three for each number


@helper
def write_integer(number: PublicBytes, out: PublicBuffer, at: int) -> int:
    """An INTEGER without leading zeros, but for the one that keeps it from being negative; gives where it ends."""
    start = 0
    while start < len(number) - 1 and number[start] == 0:
        start += 1
    pad = 1 if number[start] >= 0x80 else 0
    size = len(number) - start
    out[at] = INTEGER
    out[at + 1] = truncate(u8, u32(size + pad))
    out[at + 2] = 0
    out[at + 2 + pad : at + 2 + pad + size] = number[start:]
    return at + 2 + pad + size


@helper
def integer_size(number: PublicBytes) -> int:
    """How many bytes `write_integer` writes."""
    start = 0
    while start < len(number) - 1 and number[start] == 0:
        start += 1
    return 2 + len(number) - start + (1 if number[start] >= 0x80 else 0)


@helper
def encode_signature(signature: PublicBytes, out: PublicBuffer) -> None:
    """A raw signature in DER, and zeros behind it. How long it is its own header says."""
    requires(len(out) == len(signature) + OVERHEAD)
    half = len(signature) // 2
    size = integer_size(signature[:half]) + integer_size(signature[half:])
    fill(out, 0)
    out[0] = SEQUENCE
    at = 2
    if size >= LONG_FORM:
        out[1] = LONG_FORM + 1
        at = 3
    out[at - 1] = truncate(u8, u32(size))
    at = write_integer(signature[:half], out, at)
    at = write_integer(signature[half:], out, at)


@helper
def read_integer(der: PublicBytes, at: int, out: PublicBuffer) -> int:
    """The INTEGER at a place as a number of len(out) bytes; gives where it ends, or 0 where none is there that fits."""
    if at + 2 >= len(der) or der[at] != INTEGER:
        return 0
    size = int(der[at + 1])
    start = at + 2
    if size == 0 or size >= LONG_FORM or start + size > len(der) or der[start] >= 0x80:
        return 0
    if der[start] == 0 and size > 1:
        if der[start + 1] < 0x80:
            return 0
        start += 1
        size -= 1
    if size > len(out):
        return 0
    fill(out, 0)
    out[len(out) - size :] = der[start : start + size]
    return start + size


@helper
def decode_signature(der: PublicBytes, out: PublicBuffer) -> bool:
    """The raw signature of one in DER; False where `der` is anything else."""
    if len(der) < 3 or der[0] != SEQUENCE:
        return False
    at = 2
    size = int(der[1])
    if size == LONG_FORM + 1:
        size = int(der[2])
        at = 3
        if size < LONG_FORM:
            return False
    elif size >= LONG_FORM:
        return False
    if at + size != len(der):
        return False
    half = len(out) // 2
    at = read_integer(der, at, out[:half])
    if at == 0:
        return False
    at = read_integer(der, at, out[half:])
    return at == len(der)
