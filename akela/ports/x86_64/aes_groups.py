"""ECB and CBC of SP 800-38A with the processor's instructions, for vectors of any width.

What does not fill four vectors goes to a narrower form, and in the narrowest a block at a time.
"""

from collections.abc import Callable
from typing import Any

from akela.kernels.aes_modes import BLOCK_BYTES
from akela.lang import Array, Buffer, Bytes, helper, kernel_maker, load_vector, requires, store_vector, u8, u32, u64x2
from akela.ports.x86_64.aes_fours import aesenc, aesenclast, decrypt_block, encrypt_block, make_fours
from akela.ports.x86_64.aes_instructions import Rounds, load_round_key
from akela.ports.x86_64.vector_width import make_moves

# --- ECB, SP 800-38A section 6.1 ----------------------------------------------------------------------------------------------------------


@kernel_maker
def make_ecb(rounds_of: Rounds, inverse: bool, narrower: Any) -> Callable[..., None]:
    """ECB: the cipher on the key schedule, or the inverse cipher on `inverse_keys`."""
    V, n = rounds_of.width.lane, rounds_of.width.bytes
    narrowest = narrower is None
    Keys = Array[u64x2, 15] if inverse else Array[u32, 60]
    fours = make_fours(rounds_of, "ecb")
    four, one = (fours.decrypt, decrypt_block) if inverse else (fours.encrypt, encrypt_block)

    @helper(name=f"ecb_{'decrypt' if inverse else 'encrypt'}_{V.__name__}")
    def blocks(keys: Keys, rounds: int, data: Bytes, out: Buffer) -> None:
        """Each block by itself."""
        requires(len(data) % BLOCK_BYTES == 0)
        requires(len(out) == len(data))
        whole = len(data) // (4 * n) * (4 * n)
        for at in range(0, whole, 4 * n):
            a, b = load_vector(V, data, at), load_vector(V, data, at + n)
            c, d = load_vector(V, data, at + 2 * n), load_vector(V, data, at + 3 * n)
            a, b, c, d = four(keys, rounds, a, b, c, d)
            store_vector(out, at, a)
            store_vector(out, at + n, b)
            store_vector(out, at + 2 * n, c)
            store_vector(out, at + 3 * n, d)
        if narrowest:
            for at in range(whole, len(data), BLOCK_BYTES):
                store_vector(out, at, one(keys, rounds, load_vector(u64x2, data, at)))
        else:
            narrower(keys, rounds, data[whole:], out[whole:])

    return blocks


# --- CBC, SP 800-38A section 6.2 ----------------------------------------------------------------------------------------------------------


@helper
def cbc_encrypt(w: Array[u32, 60], rounds: int, chain: Array[u8, 16], data: Bytes, out: Buffer) -> None:
    """Each block is xored with the ciphertext of the one before it and encrypted.

    `chain` is the block before the first, and becomes the last; where `out` is empty that is all that remains.
    """
    requires(len(data) % BLOCK_BYTES == 0)
    requires(len(out) == len(data) or len(out) == 0)
    first, last = load_round_key(w[:4]), load_round_key(w[4 * rounds : 4 * rounds + 4])
    y = load_vector(u64x2, chain, 0)
    x = y ^ first
    if len(data) > 0:
        x ^= load_vector(u64x2, data, 0)
    for at in range(0, len(data), BLOCK_BYTES):
        following = first
        if at + BLOCK_BYTES < len(data):
            following ^= load_vector(u64x2, data, at + BLOCK_BYTES)
        for r in range(1, rounds):
            x = aesenc(x, load_round_key(w[4 * r : 4 * r + 4]))
        # The last round key takes in what is xored next, off the chain of blocks that wait for one another.
        y = aesenclast(x, last)
        x = aesenclast(x, last ^ following)
        if len(out) > 0:
            store_vector(out, at, y)
    store_vector(chain, 0, y)


@kernel_maker
def make_cbc_decrypt(rounds_of: Rounds, narrower: Any) -> Callable[..., None]:
    """CBC decryption."""
    V, n = rounds_of.width.lane, rounds_of.width.bytes
    narrowest = narrower is None
    moves = make_moves(rounds_of.width)
    broadcast, behind, last = moves.broadcast, moves.behind, moves.last
    decrypt = make_fours(rounds_of, "cbc").decrypt

    @helper(name=f"cbc_decrypt_{V.__name__}")
    def cbc_decrypt(keys: Array[u64x2, 15], rounds: int, chain: u64x2, data: Bytes, out: Buffer) -> None:
        """Each block is decrypted and xored with the block of ciphertext before it; before the first comes `chain`."""
        requires(len(data) % BLOCK_BYTES == 0)
        requires(len(out) == len(data))
        whole = len(data) // (4 * n) * (4 * n)
        before = broadcast(chain)
        for at in range(0, whole, 4 * n):
            a, b = load_vector(V, data, at), load_vector(V, data, at + n)
            c, d = load_vector(V, data, at + 2 * n), load_vector(V, data, at + 3 * n)
            p, q, r, s = decrypt(keys, rounds, a, b, c, d)
            if narrowest:
                p, q, r, s = p ^ before, q ^ a, r ^ b, s ^ c
            else:
                p, q, r, s = p ^ behind(before, a), q ^ behind(a, b), r ^ behind(b, c), s ^ behind(c, d)
            store_vector(out, at, p)
            store_vector(out, at + n, q)
            store_vector(out, at + 2 * n, r)
            store_vector(out, at + 3 * n, s)
            before = d
        previous = last(before)
        if narrowest:
            for at in range(whole, len(data), BLOCK_BYTES):
                block = load_vector(u64x2, data, at)
                store_vector(out, at, decrypt_block(keys, rounds, block) ^ previous)
                previous = block
        else:
            narrower(keys, rounds, previous, data[whole:], out[whole:])

    return cbc_decrypt
