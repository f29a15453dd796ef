"""ChaCha20, RFC 8439 sections 2.1 to 2.4."""

from collections.abc import Callable
from typing import Any

from akela.kernels.pauses import pause_is_due
from akela.kernels.words import xor_words
from akela.lang import (
    LIMIT_EXCEEDED,
    OK,
    Array,
    Buffer,
    Bytes,
    Public,
    Status,
    helper,
    kernel,
    kernel_maker,
    load_le32,
    operation,
    pause,
    requires,
    rotl,
    table,
    u8,
    u32,
    u64,
    unroll,
)

# Section 2.3: the constants at the head of the state.
SIGMA = table(u32, [int.from_bytes(b"expand 32-byte k"[i : i + 4], "little") for i in range(0, 16, 4)])


@kernel_maker
def make_quarter_round(word: type) -> Callable[..., Any]:
    """Section 2.1, on u32, or on vectors with a block in each lane."""

    @helper(name=f"quarter_round_{word.__name__}")
    def quarter_round(a: word, b: word, c: word, d: word) -> tuple[word, word, word, word]:
        """Section 2.1."""
        a += b
        d = rotl(d ^ a, 16)
        c += d
        b = rotl(b ^ c, 12)
        a += b
        d = rotl(d ^ a, 8)
        c += d
        b = rotl(b ^ c, 7)
        return a, b, c, d

    return quarter_round


quarter_round = make_quarter_round(u32)


@helper
def xor_block(state: Array[u32, 16], data: Array[u8, 64], out: Array[u8, 64]) -> None:
    """Section 2.3, the block function; its keystream is xored into `data`."""
    x0, x1, x2, x3 = state[0], state[1], state[2], state[3]
    x4, x5, x6, x7 = state[4], state[5], state[6], state[7]
    x8, x9, x10, x11 = state[8], state[9], state[10], state[11]
    x12, x13, x14, x15 = state[12], state[13], state[14], state[15]

    for _ in range(10):
        # Columns.
        x0, x4, x8, x12 = quarter_round(x0, x4, x8, x12)
        x1, x5, x9, x13 = quarter_round(x1, x5, x9, x13)
        x2, x6, x10, x14 = quarter_round(x2, x6, x10, x14)
        x3, x7, x11, x15 = quarter_round(x3, x7, x11, x15)
        # Diagonals.
        x0, x5, x10, x15 = quarter_round(x0, x5, x10, x15)
        x1, x6, x11, x12 = quarter_round(x1, x6, x11, x12)
        x2, x7, x8, x13 = quarter_round(x2, x7, x8, x13)
        x3, x4, x9, x14 = quarter_round(x3, x4, x9, x14)

    xor_words(data[:16], out[:16], x0 + state[0], x1 + state[1], x2 + state[2], x3 + state[3])
    xor_words(data[16:32], out[16:32], x4 + state[4], x5 + state[5], x6 + state[6], x7 + state[7])
    xor_words(data[32:48], out[32:48], x8 + state[8], x9 + state[9], x10 + state[10], x11 + state[11])
    xor_words(data[48:], out[48:], x12 + state[12], x13 + state[13], x14 + state[14], x15 + state[15])


@operation("chacha20.blocks")
def chacha20_blocks(state: Array[u32, 16], data: Bytes, out: Buffer) -> None:
    """Xor the keystream into whole blocks of 64 bytes and advance the block counter, `state[12]`. `out` may be `data`.

    Leaks: the length of `data`.
    """
    requires(len(data) % 64 == 0)
    requires(len(out) == len(data))
    for start in range(0, len(data), 64):
        if pause_is_due(start):
            pause()
        xor_block(state, data[start : start + 64], out[start : start + 64])
        state[12] += 1


@helper
def chacha20_state(state: Array[u32, 16], key: Array[u8, 32], counter: Public[u32], nonce: Array[u8, 12]) -> None:
    """Section 2.3: the state for the block number `counter`."""
    state[:4] = SIGMA[:]
    for i in unroll(range(8)):
        state[4 + i] = load_le32(key, 4 * i)
    state[12] = counter
    for i in unroll(range(3)):
        state[13 + i] = load_le32(nonce, 4 * i)


@helper
def chacha20_stream(state: Array[u32, 16], data: Bytes, out: Buffer) -> None:
    """Section 2.4: xor the keystream into data of any length; what is left of the last block is not used."""
    whole = len(data) // 64 * 64
    chacha20_blocks(state, data[:whole], out[:whole])
    if whole < len(data):
        block = Array[u8, 64].zeros()
        block[: len(data) - whole] = data[whole:]
        chacha20_blocks(state, block[:], block[:])
        out[whole:] = block[: len(data) - whole]


@kernel
def chacha20_xor(key: Array[u8, 32], counter: Public[u32], nonce: Array[u8, 12], data: Bytes, out: Buffer) -> Status:
    """Encrypt or decrypt: `out` is `data` xor the keystream from block number `counter` on. `out` may be `data`.

    LIMIT_EXCEEDED, nothing being written, where the block counter would pass 2**32 - 1 and the keystream repeat.

    Leaks: the counter and the length of `data`.
    """
    requires(len(out) == len(data))
    blocks = (len(data) + 63) // 64
    if u64(counter) + u64(blocks) > 1 << 32:
        return LIMIT_EXCEEDED
    state = Array[u32, 16]()
    chacha20_state(state, key, counter, nonce)
    chacha20_stream(state, data, out)
    return OK
