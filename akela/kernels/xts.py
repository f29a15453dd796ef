"""AES-XTS: IEEE 1619, SP 800-38E. For data at rest, in units (sectors) of which each has a number, its tweak; it does not authenticate."""

from collections.abc import Callable
from typing import Any

from akela.kernels.aes import BLOCK_BYTES, Aes, aes_decrypt_blocks, aes_encrypt_blocks, aes_init
from akela.kernels.constant_time import bytes_equal_mask
from akela.kernels.pauses import pause_is_due
from akela.lang import (
    BAD_LENGTH,
    INVALID_KEY,
    LIMIT_EXCEEDED,
    OK,
    Array,
    Buffer,
    Bytes,
    Status,
    declassify,
    helper,
    kernel,
    kernel_maker,
    load_le64,
    operation,
    pause,
    requires,
    store_le64,
    struct,
    u8,
    u64,
)

MAX_BYTES = BLOCK_BYTES << 20  # SP 800-38E section 4: a unit has no more than 2^20 blocks
POLYNOMIAL = 0x87  # IEEE 1619 section 5.2: x^128 = x^7 + x^2 + x + 1, the first byte the least significant


@struct(name="aes_xts")
class AesXts:
    """Both keys."""

    data_key: Aes
    tweak_key: Aes


@helper
def times_x(low: u64, high: u64) -> tuple[u64, u64]:
    """IEEE 1619 section 5.2: the next tweak."""
    carry = u64(0) - (high >> 63)
    return (low << 1) ^ (carry & POLYNOMIAL), (high << 1) | (low >> 63)


@helper
def xor_tweaks(t: Array[u8, 16], data: Bytes, out: Buffer) -> None:
    """Xor T, T·x, T·x^2 … into blocks. `t` becomes the one that follows."""
    requires(len(data) % BLOCK_BYTES == 0)
    requires(len(out) == len(data))
    low, high = load_le64(t, 0), load_le64(t, 8)
    for at in range(0, len(data), BLOCK_BYTES):
        if pause_is_due(at):
            pause()
        store_le64(out, at, load_le64(data, at) ^ low)
        store_le64(out, at + 8, load_le64(data, at + 8) ^ high)
        low, high = times_x(low, high)
    store_le64(t, 0, low)
    store_le64(t, 8, high)


@kernel_maker
def make_by_blocks(way: str, each: Callable[..., Status]) -> Callable[..., Status]:
    """XTS from AES on blocks."""

    @helper(name=f"xts_{way}_by_blocks")
    def by_blocks(key: Aes, t: Array[u8, 16], data: Bytes, out: Buffer) -> Status:
        """IEEE 1619 sections 5.3.1 and 5.4.1, all blocks."""
        first = Array[u8, 16]()
        first[:] = t
        xor_tweaks(first, data, out)
        status = each(key, out, out)
        xor_tweaks(t, out, out)
        return status

    return by_blocks


@kernel_maker
def make_whole_blocks(serve: Callable[..., Any], way: str, suffix: str, run: Callable[..., Status]) -> Callable[..., Status]:
    """The kernel `aes_xts_<way>_blocks<suffix>`, which `serve` decorates. `run(key, t, data, out)` does it."""

    @serve(f"aes.xts_{way}", name=f"aes_xts_{way}_blocks{suffix}")
    def whole_blocks(ctx: Aes, t: Array[u8, 16], data: Bytes, out: Buffer) -> Status:
        """XTS on whole blocks from tweak `t` on, an encrypted one, which becomes the one that follows. `out` may be `data`.

        BAD_LENGTH, nothing being written, where `data` is not a multiple of 16 bytes.

        Leaks: the lengths of the key and of `data`.
        """
        requires(len(out) == len(data))
        if len(data) % BLOCK_BYTES != 0:
            return BAD_LENGTH
        return run(ctx, t, data, out)

    return whole_blocks


encrypt_whole = make_whole_blocks(operation, "encrypt", "", make_by_blocks("encrypt", aes_encrypt_blocks))
decrypt_whole = make_whole_blocks(operation, "decrypt", "", make_by_blocks("decrypt", aes_decrypt_blocks))


@kernel
def aes_xts_init(ctx: AesXts, key: Bytes) -> Status:
    """Take a key: that of the data, then that of the tweaks.

    BAD_LENGTH where `key` is not of 32 or 64 bytes; INVALID_KEY where its halves are equal, which would undo the tweaks (FIPS 140-3
    implementation guidance C.I).

    Leaks: the length of the key, and whether its halves are equal.
    """
    if len(key) != 32 and len(key) != 64:
        return BAD_LENGTH
    half = len(key) // 2
    if declassify(bytes_equal_mask(key[:half], key[half:]), why="a key with equal halves is refused, and not used"):
        return INVALID_KEY
    status = aes_init(ctx.data_key, key[:half])
    if status != OK:
        return status
    return aes_init(ctx.tweak_key, key[half:])


@helper
def begin(ctx: AesXts, tweak: Array[u8, 16], data_bytes: int, t: Array[u8, 16]) -> Status:
    """The encrypted tweak of a unit's first block, where the unit may be of this size."""
    if data_bytes < BLOCK_BYTES:
        return BAD_LENGTH
    if data_bytes > MAX_BYTES:
        return LIMIT_EXCEEDED
    return aes_encrypt_blocks(ctx.tweak_key, tweak[:], t[:])


@kernel
def aes_xts_encrypt(ctx: AesXts, tweak: Array[u8, 16], data: Bytes, out: Buffer) -> Status:
    """Encrypt a unit of at least 16 bytes. `out` may be `data`.

    `tweak` is the number of the unit, least significant byte first; each has its own under one key.
    BAD_LENGTH where `data` has less than 16 bytes, LIMIT_EXCEEDED beyond 2^20 blocks: then `out` is untouched.

    Leaks: the lengths of the key and of `data`.
    """
    requires(len(out) == len(data))
    t = Array[u8, 16]()
    status = begin(ctx, tweak, len(data), t)
    if status != OK:
        return status
    whole = len(data) // BLOCK_BYTES * BLOCK_BYTES
    rest = len(data) - whole
    last = Array[u8, 16]()
    last[:rest] = data[whole:]
    status = encrypt_whole(ctx.data_key, t, data[:whole], out[:whole])
    if status != OK:
        return status
    if rest > 0:
        # Section 5.3.2: the last full block gives its ciphertext's beginning to the part of a block, and takes that in.
        last[rest:] = out[whole - BLOCK_BYTES + rest : whole]
        out[whole:] = out[whole - BLOCK_BYTES : whole - BLOCK_BYTES + rest]
        return encrypt_whole(ctx.data_key, t, last[:], out[whole - BLOCK_BYTES : whole])
    return OK


@kernel
def aes_xts_decrypt(ctx: AesXts, tweak: Array[u8, 16], data: Bytes, out: Buffer) -> Status:
    """Decrypt a unit of at least 16 bytes. `out` may be `data`.

    BAD_LENGTH where `data` has less than 16 bytes, LIMIT_EXCEEDED beyond 2^20 blocks: then `out` is untouched.

    Leaks: the lengths of the key and of `data`.
    """
    requires(len(out) == len(data))
    t = Array[u8, 16]()
    status = begin(ctx, tweak, len(data), t)
    if status != OK:
        return status
    whole = len(data) // BLOCK_BYTES * BLOCK_BYTES
    rest = len(data) - whole
    if rest == 0:
        return decrypt_whole(ctx.data_key, t, data, out)

    # Section 5.4.2: the last full block was encrypted after the part of a block, with the tweak behind its own.
    end = whole - BLOCK_BYTES
    last = Array[u8, 16]()
    mixed = Array[u8, 16]()
    own = Array[u8, 16]()
    last[:rest] = data[whole:]
    status = decrypt_whole(ctx.data_key, t, data[:end], out[:end])
    if status != OK:
        return status
    own[:] = t
    low, high = times_x(load_le64(own, 0), load_le64(own, 8))
    store_le64(t, 0, low)
    store_le64(t, 8, high)
    status = decrypt_whole(ctx.data_key, t, data[end:whole], mixed[:])
    if status != OK:
        return status
    last[rest:] = mixed[rest:]
    out[whole:] = mixed[:rest]
    return decrypt_whole(ctx.data_key, own, last[:], out[end:whole])
