"""GCM and GMAC on messages that are at hand: SP 800-38D sections 7.1 and 7.2, over any form of GHASH.

What is secret: the key, the hash subkey, the first counter block where it comes from GHASH, and what is encrypted. A tag is compared
in full, and nothing is decrypted before it matches.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from akela.kernels.aes import Aes, aes_ctr32_xor, aes_init
from akela.kernels.constant_time import bytes_equal_mask
from akela.kernels.ghash import GhashForm
from akela.lang import (
    AUTHENTICATION_FAILED,
    BAD_LENGTH,
    LIMIT_EXCEEDED,
    OK,
    Array,
    Buffer,
    Bytes,
    Status,
    declassify,
    fill,
    helper,
    kernel,
    kernel_maker,
    load_be32,
    requires,
    store_be32,
    store_be64,
    u8,
    u32,
    u64,
)

BLOCK_BYTES = 16
NONCE_BYTES = 12  # the length that section 8.2 recommends; any other costs a GHASH
TAG_BYTES = 16
MAX_DATA_BYTES = (1 << 36) - 32  # section 5.2.1.1: 2^39 - 256 bits


@dataclass(frozen=True)
class Gcm:
    """GCM over one form of GHASH, for those that build on it."""

    state: type
    hash_form: GhashForm
    init: Callable[..., Status]  # (ctx, key)
    first_counter: Callable[..., None]  # (hash, nonce, out)
    finish: Callable[..., None]  # (aes, hash, first, y, aad_bytes, data_bytes, out)
    encrypt: Callable[..., Status]  # (ctx, nonce, data, aad, out, tag)
    decrypt: Callable[..., Status]  # (ctx, nonce, data, tag, aad, out)


@helper
def add_to_counter(counter: Array[u8, 16], blocks: int) -> None:
    """inc_32 of section 6.2, `blocks` times."""
    store_be32(counter, 12, load_be32(counter, 12) + u32(blocks))


@kernel_maker
def make_gcm(State: Any, form: GhashForm, serve: Callable[..., Any]) -> Gcm:
    """The kernels `<state>_init`, `_encrypt`, `_decrypt` and `_mac`, and `_seal`, which `serve` decorates.

    `State` has the fields `aes` (the expanded key), `hash` (the hash subkey) and perhaps `message`, whose `phase` begins as 0.
    """
    name = State.__akela_type__.name
    takes_pieces = any(field == "message" for field, _ in State.__akela_type__.fields)
    vartime = form.vartime
    HashKey, hash_init, hash_blocks = form.key, form.init, form.blocks

    @kernel(name=f"{name}_init")
    def init(ctx: State, key: Bytes) -> Status:
        """Take a key. BAD_LENGTH where `key` is not of 16, 24 or 32 bytes.

        Leaks: the length of the key.
        """
        status = aes_init(ctx.aes, key)
        if status != OK:
            return status
        h = Array[u8, 16].zeros()
        aes_ctr32_xor(ctx.aes, h, h, h)  # section 7.1, step 1: H is the encrypted block of zeros
        hash_init(ctx.hash, h)
        if takes_pieces:
            ctx.message.phase = 0
        return OK

    @helper(name=f"{name}_absorb_padded{vartime}")
    def absorb_padded(hash: HashKey, y: Array[u8, 16], data: Bytes) -> None:
        """GHASH goes on over `data` and the zeros that fill its last block."""
        whole = len(data) // BLOCK_BYTES * BLOCK_BYTES
        hash_blocks(hash, y, data[:whole])
        if whole < len(data):
            last = Array[u8, 16].zeros()
            last[: len(data) - whole] = data[whole:]
            hash_blocks(hash, y, last[:])

    @helper(name=f"{name}_first_counter{vartime}")
    def first_counter(hash: HashKey, nonce: Bytes, out: Array[u8, 16]) -> None:
        """Section 7.1, step 2: the counter block J0."""
        fill(out, 0)
        if len(nonce) == NONCE_BYTES:
            out[:12] = nonce
            out[15] = 1
        else:
            bits = Array[u8, 16].zeros()
            store_be64(bits, 8, u64(len(nonce)) << 3)
            absorb_padded(hash, out, nonce)
            hash_blocks(hash, out, bits[:])

    @helper(name=f"{name}_finish{vartime}")
    def finish(
        aes: Aes, hash: HashKey, first: Array[u8, 16], y: Array[u8, 16], aad_bytes: u64, data_bytes: u64, out: Array[u8, 16]
    ) -> None:
        """Section 7.1, steps 5 and 6: the lengths end GHASH, and the counter block J0 encrypts it. `out` may be `y`."""
        bits = Array[u8, 16]()
        store_be64(bits, 0, aad_bytes << 3)
        store_be64(bits, 8, data_bytes << 3)
        hash_blocks(hash, y, bits[:])
        aes_ctr32_xor(aes, first, y, out)

    @serve(name=f"{name}_seal{vartime}")
    def seal(ctx: State, counter: Array[u8, 16], y: Array[u8, 16], data: Bytes, out: Buffer) -> None:
        """Section 7.1, steps 3 and 5: encrypt `data` from a counter block on, and go on with GHASH over the ciphertext, padded.

        `out` may be `data`.

        Leaks: the lengths of the key and of `data`.
        """
        requires(len(out) == len(data))
        aes_ctr32_xor(ctx.aes, counter, data, out)
        absorb_padded(ctx.hash, y, out)

    @helper(name=f"{name}_encrypt_message{vartime}")
    def encrypt_message(ctx: State, nonce: Bytes, data: Bytes, aad: Bytes, out: Buffer, tag: Buffer) -> Status:
        """Algorithm 4."""
        if len(nonce) == 0:
            return BAD_LENGTH
        if u64(len(data)) > MAX_DATA_BYTES:
            return LIMIT_EXCEEDED
        first = Array[u8, 16]()
        counter = Array[u8, 16]()
        y = Array[u8, 16].zeros()
        first_counter(ctx.hash, nonce, first)
        counter[:] = first
        add_to_counter(counter, 1)
        absorb_padded(ctx.hash, y, aad)
        seal(ctx, counter, y, data, out)
        finish(ctx.aes, ctx.hash, first, y, u64(len(aad)), u64(len(data)), y)
        tag[:] = y[: len(tag)]
        return OK

    @helper(name=f"{name}_decrypt_message{vartime}")
    def decrypt_message(ctx: State, nonce: Bytes, data: Bytes, tag: Bytes, aad: Bytes, out: Buffer) -> Status:
        """Algorithm 5."""
        if len(nonce) == 0:
            return BAD_LENGTH
        if u64(len(data)) > MAX_DATA_BYTES:
            return LIMIT_EXCEEDED
        counter = Array[u8, 16]()
        y = Array[u8, 16].zeros()
        first_counter(ctx.hash, nonce, counter)
        absorb_padded(ctx.hash, y, aad)
        absorb_padded(ctx.hash, y, data)
        finish(ctx.aes, ctx.hash, counter, y, u64(len(aad)), u64(len(data)), y)
        same = bytes_equal_mask(y[: len(tag)], tag)
        if not declassify(same, why="whether a message is accepted shows in what its receiver does"):
            return AUTHENTICATION_FAILED
        add_to_counter(counter, 1)
        aes_ctr32_xor(ctx.aes, counter, data, out)
        return OK

    @kernel(name=f"{name}_encrypt{vartime}")
    def encrypt(ctx: State, nonce: Bytes, data: Bytes, aad: Bytes, out: Buffer) -> Status:
        """`data` encrypted, then the tag of 16 bytes: SP 800-38D section 7.1. A nonce must never serve twice under one key.

        A nonce has any number of bytes but none; 12 are best. `out` may begin where `data` does.
        BAD_LENGTH where `nonce` is empty, LIMIT_EXCEEDED beyond 2^36 - 32 bytes of `data`: then `out` is untouched.

        Leaks: the lengths of the key, the nonce, `data` and `aad`.
        """
        requires(len(out) == len(data) + TAG_BYTES)
        end = len(data)
        return encrypt_message(ctx, nonce, data, aad, out[:end], out[end : end + TAG_BYTES])

    @kernel(name=f"{name}_decrypt{vartime}")
    def decrypt(ctx: State, nonce: Bytes, data: Bytes, aad: Bytes, out: Buffer) -> Status:
        """The plaintext of `data`, which is a ciphertext and its tag of 16 bytes, once the tag has been verified: section 7.2.

        `out` may begin where `data` does. AUTHENTICATION_FAILED where the tag does not match or `data` is too short to hold one;
        BAD_LENGTH where `nonce` is empty, LIMIT_EXCEEDED beyond 2^36 - 32 bytes of ciphertext. Unless the status is OK `out` is untouched.

        Leaks: the lengths of the key, the nonce, `data` and `aad`, and whether the tag matches.
        """
        requires(len(out) == max(len(data) - TAG_BYTES, 0))
        if len(data) < TAG_BYTES:
            return AUTHENTICATION_FAILED
        end = len(data) - TAG_BYTES
        return decrypt_message(ctx, nonce, data[:end], data[end:], aad, out)

    @kernel(name=f"{name}_mac{vartime}")
    def mac(ctx: State, nonce: Bytes, data: Bytes, out: Array[u8, 16]) -> Status:
        """GMAC, the tag of `data` without encryption: section 3. A nonce must never serve twice under one key, for GCM or for GMAC.

        BAD_LENGTH, and nothing is written, where `nonce` is empty.

        Leaks: the lengths of the key, the nonce and `data`.
        """
        if len(nonce) == 0:
            return BAD_LENGTH
        first = Array[u8, 16]()
        y = Array[u8, 16].zeros()
        first_counter(ctx.hash, nonce, first)
        absorb_padded(ctx.hash, y, data)
        finish(ctx.aes, ctx.hash, first, y, u64(len(data)), 0, out)
        return OK

    return Gcm(State, form, init, first_counter, finish, encrypt_message, decrypt_message)
