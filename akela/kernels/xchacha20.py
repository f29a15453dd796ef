"""XChaCha20, draft-irtf-cfrg-xchacha-03: ChaCha20 with a nonce of 192 bits, long enough to be drawn at random."""

from akela.kernels.chacha20 import SIGMA, chacha20_blocks
from akela.kernels.chacha20_original import chacha20_xor64
from akela.lang import Array, Buffer, Bytes, Public, Status, kernel, load_le32, requires, store_le32, u8, u32, u64, unroll


@kernel
def hchacha20(key: Array[u8, 32], nonce: Array[u8, 16], out: Array[u8, 32]) -> None:
    """Section 2.2: the key for the last eight bytes of a nonce, from its first sixteen.

    Leaks: nothing.
    """
    state = Array[u32, 16]()
    block = Array[u8, 64].zeros()
    state[:4] = SIGMA[:]
    for i in unroll(range(8)):
        state[4 + i] = load_le32(key, 4 * i)
    for i in unroll(range(4)):
        state[12 + i] = load_le32(nonce, 4 * i)
    chacha20_blocks(state, block[:], block[:])
    # The block is the state after the rounds, which is wanted, plus the state before them.
    for i in unroll(range(4)):
        store_le32(out, 4 * i, load_le32(block, 4 * i) - SIGMA[i])
        store_le32(out, 16 + 4 * i, load_le32(block, 48 + 4 * i) - load_le32(nonce, 4 * i))


@kernel
def xchacha20_xor(key: Array[u8, 32], counter: Public[u64], nonce: Array[u8, 24], data: Bytes, out: Buffer) -> Status:
    """Encrypt or decrypt, section 2.3: `out` is `data` xor the keystream from block number `counter` on. `out` may be `data`.

    The counter has 64 bits, where the draft has 32 and four zero bytes: for block numbers that fit 32 bits that is the same.
    LIMIT_EXCEEDED, nothing being written, where it would pass 2^64 - 1 and the keystream repeat.

    Leaks: the counter and the length of `data`.
    """
    requires(len(out) == len(data))
    subkey = Array[u8, 32]()
    hchacha20(key, nonce[:16], subkey)
    return chacha20_xor64(subkey, counter, nonce[16:24], data, out)
