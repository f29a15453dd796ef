"""HMAC by the hash processor: RFC 2104, FIPS 198-1, two hashes of a key block and something behind it.

The processor's own HMAC mode is not used: what it does with an empty key or message is not documented.
"""

from akela.kernels.hmac import IPAD, IPAD_TO_OPAD
from akela.lang import HARDWARE_FAILED, OK, Array, Bytes, Status, fill, helper, kernel, kernel_maker, struct, u8
from akela.ports.stm32.chips import Chip
from akela.ports.stm32.hash import BLOCK_BYTES
from akela.ports.stm32.hash_contexts import HashContexts


@kernel_maker
def make_hmac_contexts(chip: Chip, name: str, digest_bytes: int, hash: HashContexts) -> None:
    """The struct `<chip>_hmac_<hash>`, its kernels `_init`, `_update` and `_final`."""
    prefix = f"{chip.name}_hmac_{name}"
    Message = hash.state
    hash_init, hash_update, hash_peek = hash.init, hash.update, hash.peek

    @struct(name=prefix)
    class State:
        """An HMAC computation, and what its next one begins with."""

        inner: Array[u8, BLOCK_BYTES]  # K0 xor ipad
        hash: Message

    @helper(name=f"{prefix}_hash")
    def hash_behind(block: Array[u8, BLOCK_BYTES], data: Bytes, out: Array[u8, digest_bytes]) -> Status:
        """The digest of a block and what follows it."""
        message = Message()
        hash_init(message)
        if hash_update(message, block[:]) != OK:
            return HARDWARE_FAILED
        if hash_update(message, data) != OK:
            return HARDWARE_FAILED
        return hash_peek(message, out)

    @helper(name=f"{prefix}_begin")
    def begin(ctx: State) -> Status:
        """The first block of a message."""
        hash_init(ctx.hash)
        return hash_update(ctx.hash, ctx.inner[:])

    @kernel(name=f"{prefix}_init")
    def init(ctx: State, key: Bytes) -> Status:
        """Take the key, and begin a message. HARDWARE_FAILED where the processor does not answer.

        Leaks: the length of the key, and whether the processor answered.
        """
        fill(ctx.inner, 0)
        if len(key) > BLOCK_BYTES:
            hash_init(ctx.hash)
            if hash_update(ctx.hash, key) != OK:
                return HARDWARE_FAILED
            if hash_peek(ctx.hash, ctx.inner[:digest_bytes]) != OK:
                return HARDWARE_FAILED
        else:
            ctx.inner[: len(key)] = key
        for i in range(BLOCK_BYTES):
            ctx.inner[i] ^= IPAD
        return begin(ctx)

    @kernel(name=f"{prefix}_update")
    def update(ctx: State, data: Bytes) -> Status:
        """Take `data` as the next piece of the message. HARDWARE_FAILED, the context being as it was, where it does not answer.

        Leaks: the lengths of this piece and of those before it, and whether the processor answered.
        """
        return hash_update(ctx.hash, data)

    @kernel(name=f"{prefix}_final")
    def final(ctx: State, out: Array[u8, digest_bytes]) -> Status:
        """Give the tag of the message, and begin the next message under the same key. HARDWARE_FAILED, the context being where it was, and
        nothing written, where the processor does not answer.

        Leaks: the length of the message, and whether the processor answered.
        """
        digest = Array[u8, digest_bytes]()
        if hash_peek(ctx.hash, digest) != OK:
            return HARDWARE_FAILED
        outer = Array[u8, BLOCK_BYTES]()
        for i in range(BLOCK_BYTES):
            outer[i] = ctx.inner[i] ^ IPAD_TO_OPAD
        if hash_behind(outer, digest[:], out) != OK:
            return HARDWARE_FAILED
        return begin(ctx)
