"""Modes of AES over sliced blocks: ECB, CBC and CTR of SP 800-38A, a batch of as many blocks at a time as eight lanes hold.

Last blocks that do not fill a batch go through a batch of their own.
"""

from collections.abc import Callable
from dataclasses import dataclass

from akela.kernels.aes_sliced import Cipher, make_slice_block
from akela.kernels.pauses import pause_is_due
from akela.lang import (
    Array,
    Buffer,
    Bytes,
    addc,
    helper,
    kernel_maker,
    load_be32,
    load_be64,
    load_le32,
    pause,
    requires,
    store_be32,
    store_be64,
    u8,
    u32,
    unroll,
)

BLOCK_BYTES = 16


@dataclass(frozen=True)
class Modes:
    """The modes of one cipher, on the key schedule `w` and whole messages."""

    encrypt_blocks: Callable[..., None]  # (w, rounds, data, out)
    decrypt_blocks: Callable[..., None]  # (w, rounds, data, out)
    cbc_encrypt: Callable[..., None]  # (w, rounds, chain, data, out)
    cbc_decrypt: Callable[..., None]  # (w, rounds, iv, data, out)
    ctr_xor: Callable[..., None]  # (w, rounds, counter_block, counter_bits, data, out)


@kernel_maker
def make_next_counters(batch_bytes: int) -> Callable[..., None]:
    """The counter blocks of a batch."""

    @helper(name=f"next_counters_{batch_bytes}")
    def next_counters(block: Array[u8, 16], batch: Array[u8, batch_bytes]) -> None:
        """SP 800-38A section B.1: write counter blocks, `block` the first, and count on modulo 2^128, most significant byte first."""
        # Compilers like to end a loop where a word that goes up by one reaches its last value. This word is secret: hence no loop
        # here, and none outside that could see it as a word.
        high, low = load_be64(block, 0), load_be64(block, 8)
        for at in unroll(range(0, batch_bytes, BLOCK_BYTES)):
            store_be64(batch, at, high)
            store_be64(batch, at + 8, low)
            low, carry = addc(low, 1, 0)
            high += carry
        store_be64(block, 0, high)
        store_be64(block, 8, low)

    return next_counters


@kernel_maker
def make_next_counters_32(batch_bytes: int) -> Callable[..., None]:
    """The counter blocks of a batch in GCM."""

    @helper(name=f"next_counters_32_{batch_bytes}")
    def next_counters_32(block: Array[u8, 16], batch: Array[u8, batch_bytes]) -> None:
        """SP 800-38D section 6.2, inc_32: as above, but only the last 32 bits count, modulo 2^32."""
        counter = load_be32(block, 12)
        for at in unroll(range(0, batch_bytes, BLOCK_BYTES)):
            batch[at : at + 12] = block[:12]
            store_be32(batch, at + 12, counter)
            counter += 1
        store_be32(block, 12, counter)

    return next_counters_32


@kernel_maker
def make_ecb(cipher: Cipher, encrypting: bool) -> Callable[..., None]:
    """SP 800-38A section 6.1, one direction."""
    lane, batch_bytes = cipher.layout.lane, BLOCK_BYTES * cipher.layout.blocks
    slice_keys, load, store = cipher.slice_keys, cipher.layout.load, cipher.layout.store
    permute = cipher.encrypt if encrypting else cipher.decrypt
    name = "encrypt" if encrypting else "decrypt"

    @helper(name=f"{name}_batch_{lane.__name__}")
    def one_batch(
        q: Array[lane, 8], keys: Array[lane, 120], rounds: int, data: Array[u8, batch_bytes], out: Array[u8, batch_bytes]
    ) -> None:
        """Each block of a batch by itself."""
        load(q, data)
        permute(q, keys, rounds)
        store(q, out)

    @helper(name=f"{name}_blocks_{lane.__name__}")
    def blocks(w: Array[u32, 60], rounds: int, data: Bytes, out: Buffer) -> None:
        """Each block by itself."""
        requires(len(data) % BLOCK_BYTES == 0)
        requires(len(out) == len(data))
        keys = Array[lane, 120]()
        q = Array[lane, 8]()
        slice_keys(w, rounds, keys)
        whole = len(data) // batch_bytes * batch_bytes
        for at in range(0, whole, batch_bytes):
            if pause_is_due(at):
                pause()
            one_batch(q, keys, rounds, data[at : at + batch_bytes], out[at : at + batch_bytes])
        if whole < len(data):
            last = Array[u8, batch_bytes].zeros()
            last[: len(data) - whole] = data[whole:]
            one_batch(q, keys, rounds, last, last)
            out[whole:] = last[: len(data) - whole]

    return blocks


@kernel_maker
def make_cbc_encrypt(cipher: Cipher) -> Callable[..., None]:
    """SP 800-38A section 6.2, encryption. It takes one block at a time whatever the lanes could hold."""
    lane, batch_bytes = cipher.layout.lane, BLOCK_BYTES * cipher.layout.blocks
    slice_keys, encrypt, store = cipher.slice_keys, cipher.encrypt, cipher.layout.store
    slice_block = make_slice_block(cipher.layout)

    @helper(name=f"cbc_encrypt_{lane.__name__}")
    def cbc_encrypt(w: Array[u32, 60], rounds: int, chain: Array[u8, 16], data: Bytes, out: Buffer) -> None:
        """Each block is xored with the ciphertext of the one before it and encrypted.

        `chain` is the block before the first, and becomes the last; where `out` is empty that is all that remains.
        """
        requires(len(data) % BLOCK_BYTES == 0)
        requires(len(out) == len(data) or len(out) == 0)
        keys = Array[lane, 120]()
        q = Array[lane, 8]()
        last = Array[u8, batch_bytes]()  # a block of ciphertext, once for each block that the lanes hold
        slice_keys(w, rounds, keys)
        last[:BLOCK_BYTES] = chain
        for at in range(0, len(data), BLOCK_BYTES):
            if pause_is_due(at):
                pause()
            a, b = load_le32(data, at) ^ load_le32(last, 0), load_le32(data, at + 4) ^ load_le32(last, 4)
            c, d = load_le32(data, at + 8) ^ load_le32(last, 8), load_le32(data, at + 12) ^ load_le32(last, 12)
            slice_block(q, a, b, c, d)
            encrypt(q, keys, rounds)
            store(q, last)
            if len(out) > 0:
                out[at : at + BLOCK_BYTES] = last[:BLOCK_BYTES]
        chain[:] = last[:BLOCK_BYTES]

    return cbc_encrypt


@kernel_maker
def make_cbc_decrypt(cipher: Cipher) -> Callable[..., None]:
    """SP 800-38A section 6.2, decryption."""
    lane, batch_bytes = cipher.layout.lane, BLOCK_BYTES * cipher.layout.blocks
    chain_bytes = BLOCK_BYTES + batch_bytes
    slice_keys, load, decrypt, store_xored = cipher.slice_keys, cipher.layout.load, cipher.decrypt, cipher.layout.store_xored

    @helper(name=f"cbc_decrypt_batch_{lane.__name__}")
    def one_batch(
        chain: Array[u8, chain_bytes],
        q: Array[lane, 8],
        keys: Array[lane, 120],
        rounds: int,
        data: Array[u8, batch_bytes],
        out: Array[u8, batch_bytes],
    ) -> None:
        """A batch. `chain` begins with the block before it."""
        chain[BLOCK_BYTES:] = data  # kept, for `out` may be `data`
        load(q, data)
        decrypt(q, keys, rounds)
        store_xored(q, chain[:batch_bytes], out)
        chain[:BLOCK_BYTES] = chain[batch_bytes:]

    @helper(name=f"cbc_decrypt_{lane.__name__}")
    def cbc_decrypt(w: Array[u32, 60], rounds: int, iv: Array[u8, 16], data: Bytes, out: Buffer) -> None:
        """Each block is decrypted and xored with the block of ciphertext before it."""
        requires(len(data) % BLOCK_BYTES == 0)
        requires(len(out) == len(data))
        keys = Array[lane, 120]()
        q = Array[lane, 8]()
        chain = Array[u8, chain_bytes]()
        slice_keys(w, rounds, keys)
        chain[:BLOCK_BYTES] = iv
        whole = len(data) // batch_bytes * batch_bytes
        for at in range(0, whole, batch_bytes):
            if pause_is_due(at):
                pause()
            one_batch(chain, q, keys, rounds, data[at : at + batch_bytes], out[at : at + batch_bytes])
        if whole < len(data):
            last = Array[u8, batch_bytes].zeros()
            last[: len(data) - whole] = data[whole:]
            one_batch(chain, q, keys, rounds, last, last)
            out[whole:] = last[: len(data) - whole]

    return cbc_decrypt


@kernel_maker
def make_ctr_xor(cipher: Cipher) -> Callable[..., None]:
    """SP 800-38A section 6.5. Of the counter blocks the last `counter_bits` count: 128, or 32."""
    lane, batch_bytes = cipher.layout.lane, BLOCK_BYTES * cipher.layout.blocks
    slice_keys, load, encrypt, store_xored = cipher.slice_keys, cipher.layout.load, cipher.encrypt, cipher.layout.store_xored
    next_counters, next_counters_32 = make_next_counters(batch_bytes), make_next_counters_32(batch_bytes)

    @helper(name=f"ctr_xor_batch_{lane.__name__}")
    def one_batch(
        block: Array[u8, 16],
        counter_bits: int,
        q: Array[lane, 8],
        keys: Array[lane, 120],
        rounds: int,
        counters: Array[u8, batch_bytes],
        data: Array[u8, batch_bytes],
        out: Array[u8, batch_bytes],
    ) -> None:
        """A batch. `block` is its first counter block, `counters` work space."""
        if counter_bits == 32:
            next_counters_32(block, counters)
        else:
            next_counters(block, counters)
        load(q, counters)
        encrypt(q, keys, rounds)
        store_xored(q, data, out)

    @helper(name=f"ctr_xor_{lane.__name__}")
    def ctr_xor(w: Array[u32, 60], rounds: int, counter_block: Array[u8, 16], counter_bits: int, data: Bytes, out: Buffer) -> None:
        """The encrypted counter blocks are xored into data of any length."""
        requires(len(out) == len(data))
        keys = Array[lane, 120]()
        q = Array[lane, 8]()
        block = Array[u8, 16]()
        counters = Array[u8, batch_bytes]()
        slice_keys(w, rounds, keys)
        block[:] = counter_block
        whole = len(data) // batch_bytes * batch_bytes
        for at in range(0, whole, batch_bytes):
            if pause_is_due(at):
                pause()
            one_batch(block, counter_bits, q, keys, rounds, counters, data[at : at + batch_bytes], out[at : at + batch_bytes])
        if whole < len(data):
            last = Array[u8, batch_bytes].zeros()
            last[: len(data) - whole] = data[whole:]
            one_batch(block, counter_bits, q, keys, rounds, counters, last, last)
            out[whole:] = last[: len(data) - whole]

    return ctr_xor


@kernel_maker
def make_modes(cipher: Cipher) -> Modes:
    """All modes."""
    encrypt_blocks, decrypt_blocks = make_ecb(cipher, True), make_ecb(cipher, False)
    return Modes(encrypt_blocks, decrypt_blocks, make_cbc_encrypt(cipher), make_cbc_decrypt(cipher), make_ctr_xor(cipher))
