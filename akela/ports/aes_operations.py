"""The operations of AES: by the accelerator as far as it gets, and the rest in software."""

from collections.abc import Callable
from dataclasses import dataclass

from akela.kernels.aes import (
    Aes,
    aes_cbc_decrypt,
    aes_cbc_encrypt,
    aes_cbc_mac,
    aes_ctr32_xor,
    aes_ctr_xor,
    aes_decrypt_blocks,
    aes_encrypt_blocks,
)
from akela.lang import (
    BAD_LENGTH,
    OK,
    Array,
    Buffer,
    Bytes,
    Status,
    addc,
    helper,
    kernel_maker,
    load_be32,
    load_le32,
    provides,
    requires,
    store_be32,
    store_le32,
    u8,
    u32,
)
from akela.ports.host import AES, host_served

BLOCK_BYTES = 16
ENCRYPT, DECRYPT = 0, 1  # directions


@dataclass(frozen=True)
class Modes:
    """Whole messages. Each gives how many bytes it has done; chaining values are words as in memory, counters big-endian words."""

    ecb: Callable[..., int]  # (ctx, direction, data, out)
    cbc_encrypt: Callable[..., int]  # (ctx, chain, data, out): without `out` only the chaining value is kept
    cbc_decrypt: Callable[..., int]  # (ctx, chain, data, out)
    ctr: Callable[..., int]  # (ctx, counter, counter_bits, data, out)


@helper
def count_on(counter: Array[u32, 4], counter_bits: int, blocks: int) -> None:
    """`blocks` more, modulo 2 to the power `counter_bits`, which is 32 or 128."""
    carry = u32(0)
    counter[3], carry = addc(counter[3], u32(blocks), carry)
    if counter_bits == 128:
        counter[2], carry = addc(counter[2], 0, carry)
        counter[1], carry = addc(counter[1], 0, carry)
        counter[0], carry = addc(counter[0], 0, carry)


@helper
def load_chain(chain: Array[u32, 4], octets: Array[u8, 16]) -> None:
    """A chaining value as words."""
    for i in range(4):
        chain[i] = load_le32(octets, 4 * i)


@helper
def store_chain(octets: Array[u8, 16], chain: Array[u32, 4]) -> None:
    """And back."""
    for i in range(4):
        store_le32(octets, 4 * i, chain[i])


@helper
def load_counter(counter: Array[u32, 4], octets: Array[u8, 16]) -> None:
    """A counter block as words."""
    for i in range(4):
        counter[i] = load_be32(octets, 4 * i)


@helper
def store_counter(octets: Array[u8, 16], counter: Array[u32, 4]) -> None:
    """And back."""
    for i in range(4):
        store_be32(octets, 4 * i, counter[i])


@kernel_maker
def make_aes_operations(chip_name: str, modes: Modes) -> None:
    """What `akela.kernels.aes` has as operations; the docstrings there say what each does."""
    ecb, cbc_encrypt, cbc_decrypt, ctr = modes.ecb, modes.cbc_encrypt, modes.cbc_decrypt, modes.ctr

    @provides("aes.encrypt_blocks", name=f"{chip_name}_aes_encrypt_blocks")
    def encrypt_blocks(ctx: Aes, data: Bytes, out: Buffer) -> Status:
        """Encrypt blocks, each by itself. `out` may be `data`.

        BAD_LENGTH, nothing being written, where `data` is not a multiple of 16 bytes.

        Leaks: the lengths of the key and of `data`, and how far the accelerator served.
        """
        requires(len(out) == len(data))
        if len(data) % BLOCK_BYTES != 0:
            return BAD_LENGTH
        done = ecb(ctx, ENCRYPT, data, out)
        host_served(AES, done == len(data))
        if done < len(data):
            return aes_encrypt_blocks(ctx, data[done:], out[done:])
        return OK

    @provides("aes.decrypt_blocks", name=f"{chip_name}_aes_decrypt_blocks")
    def decrypt_blocks(ctx: Aes, data: Bytes, out: Buffer) -> Status:
        """Decrypt blocks, each by itself. `out` may be `data`.

        BAD_LENGTH, nothing being written, where `data` is not a multiple of 16 bytes.

        Leaks: the lengths of the key and of `data`, and how far the accelerator served.
        """
        requires(len(out) == len(data))
        if len(data) % BLOCK_BYTES != 0:
            return BAD_LENGTH
        done = ecb(ctx, DECRYPT, data, out)
        host_served(AES, done == len(data))
        if done < len(data):
            return aes_decrypt_blocks(ctx, data[done:], out[done:])
        return OK

    @provides("aes.cbc_encrypt", name=f"{chip_name}_aes_cbc_encrypt")
    def encrypt_cbc(ctx: Aes, iv: Array[u8, 16], data: Bytes, out: Buffer) -> Status:
        """Encrypt in CBC mode. `out` may be `data`. BAD_LENGTH, nothing being written, where `data` is not a multiple of 16 bytes.

        Leaks: the lengths of the key and of `data`, and how far the accelerator served.
        """
        requires(len(out) == len(data))
        if len(data) % BLOCK_BYTES != 0:
            return BAD_LENGTH
        chain = Array[u32, 4]()
        load_chain(chain, iv)
        done = cbc_encrypt(ctx, chain, data, out)
        host_served(AES, done == len(data))
        if done < len(data):
            rest = Array[u8, 16]()
            store_chain(rest, chain)
            return aes_cbc_encrypt(ctx, rest, data[done:], out[done:])
        return OK

    @provides("aes.cbc_decrypt", name=f"{chip_name}_aes_cbc_decrypt")
    def decrypt_cbc(ctx: Aes, iv: Array[u8, 16], data: Bytes, out: Buffer) -> Status:
        """Decrypt in CBC mode. `out` may be `data`. BAD_LENGTH, nothing being written, where `data` is not a multiple of 16 bytes.

        Leaks: the lengths of the key and of `data`, and how far the accelerator served.
        """
        requires(len(out) == len(data))
        if len(data) % BLOCK_BYTES != 0:
            return BAD_LENGTH
        chain = Array[u32, 4]()
        load_chain(chain, iv)
        done = cbc_decrypt(ctx, chain, data, out)
        host_served(AES, done == len(data))
        if done < len(data):
            rest = Array[u8, 16]()
            store_chain(rest, chain)
            return aes_cbc_decrypt(ctx, rest, data[done:], out[done:])
        return OK

    @provides("aes.cbc_mac", name=f"{chip_name}_aes_cbc_mac")
    def cbc_mac(ctx: Aes, chain: Array[u8, 16], data: Bytes) -> None:
        """Encrypt in CBC mode and keep the last block of ciphertext alone: `chain` is the block before the first, and becomes the last.

        Leaks: the lengths of the key and of `data`, and how far the accelerator served.
        """
        requires(len(data) % BLOCK_BYTES == 0)
        words = Array[u32, 4]()
        load_chain(words, chain)
        nowhere = Array[u8, 1].zeros()
        done = cbc_encrypt(ctx, words, data, nowhere[:0])
        store_chain(chain, words)
        host_served(AES, done == len(data))
        if done < len(data):
            aes_cbc_mac(ctx, chain, data[done:])

    @provides("aes.ctr", name=f"{chip_name}_aes_ctr_xor")
    def ctr_xor(ctx: Aes, counter_block: Array[u8, 16], data: Bytes, out: Buffer) -> None:
        """Encrypt or decrypt in CTR mode, counting modulo 2**128. `out` may be `data`.

        Leaks: the lengths of the key and of `data`, and how far the accelerator served.
        """
        requires(len(out) == len(data))
        counter = Array[u32, 4]()
        load_counter(counter, counter_block)
        done = ctr(ctx, counter, 128, data, out)
        host_served(AES, done == len(data))
        if done < len(data):
            rest = Array[u8, 16]()
            store_counter(rest, counter)
            aes_ctr_xor(ctx, rest, data[done:], out[done:])

    @provides("aes.ctr32", name=f"{chip_name}_aes_ctr32_xor")
    def ctr32_xor(ctx: Aes, counter_block: Array[u8, 16], data: Bytes, out: Buffer) -> None:
        """As for `aes.ctr`, but only the last 32 bits of the counter blocks count on, modulo 2**32. `out` may be `data`.

        Leaks: the lengths of the key and of `data`, and how far the accelerator served.
        """
        requires(len(out) == len(data))
        counter = Array[u32, 4]()
        load_counter(counter, counter_block)
        done = ctr(ctx, counter, 32, data, out)
        host_served(AES, done == len(data))
        if done < len(data):
            rest = Array[u8, 16]()
            store_counter(rest, counter)
            aes_ctr32_xor(ctx, rest, data[done:], out[done:])
