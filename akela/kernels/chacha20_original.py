"""ChaCha20 in its original form, with a block counter of 64 bits and a nonce of as many: Bernstein, "ChaCha, a variant of Salsa20"."""

from akela.kernels.chacha20 import chacha20_state, chacha20_stream
from akela.lang import LIMIT_EXCEEDED, OK, Array, Buffer, Bytes, Public, Status, kernel, requires, store_le32, truncate, u8, u32, u64


@kernel
def chacha20_xor64(key: Array[u8, 32], counter: Public[u64], nonce: Array[u8, 8], data: Bytes, out: Buffer) -> Status:
    """Encrypt or decrypt: `out` is `data` xor the keystream from block number `counter` on. `out` may be `data`.

    LIMIT_EXCEEDED, nothing being written, where the block counter would pass 2^64 - 1.

    Leaks: the counter and the length of `data`.
    """
    requires(len(out) == len(data))
    blocks = (len(data) + 63) // 64
    if blocks > 0 and u64(blocks - 1) > ~counter:
        return LIMIT_EXCEEDED
    words = Array[u8, 12]()
    store_le32(words, 0, truncate(u32, counter >> 32))
    words[4:] = nonce
    state = Array[u32, 16]()
    chacha20_state(state, key, truncate(u32, counter), words)
    # `chacha20.blocks` counts in the lower word alone; whenever that has come round, the upper one follows.
    start = 0
    room = (u64(1) << 38) - ((counter & 0xFFFF_FFFF) << 6)
    while start < len(data):
        size = len(data) - start
        if u64(size) > room:
            size = int(room)
        chacha20_stream(state, data[start : start + size], out[start : start + size])
        state[13] += 1
        start += size
        room = 1 << 38
    return OK
