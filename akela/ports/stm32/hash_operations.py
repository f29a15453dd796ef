"""Messages that are at hand, hashed by the hash processor in one go: the operations `<hash>.digest` and `hmac.<hash>`."""

from collections.abc import Callable

from akela.kernels.hmac import IPAD, IPAD_TO_OPAD
from akela.lang import OK, Array, Bytes, Status, helper, kernel, kernel_maker, provides, u8
from akela.ports.host import HASH, host_served
from akela.ports.stm32.chips import Chip
from akela.ports.stm32.hash import BLOCK_BYTES, BUFFER_WORDS, HashSteps


@kernel_maker
def make_hash_operations(chip: Chip, steps: HashSteps, digest: Callable[..., None], tag: Callable[..., None]) -> None:
    """The operations; `digest` and `tag` do in software what the processor could not."""
    name, digest_bytes = steps.name, steps.digest_bytes
    begin, end = steps.engine.begin, steps.engine.end
    start, feed, finish = steps.start, steps.feed, steps.finish

    @kernel(name=f"{chip.name}_{name}_hardware")
    def hash_hardware(data: Bytes, out: Array[u8, digest_bytes]) -> Status:
        """The digest of one message, by the processor alone. HARDWARE_FAILED, nothing being written, where it does not answer.

        Leaks: the length of the message, and whether the processor answered.
        """
        status = begin()
        if status == OK:
            start()
            status = finish(data, 0, out)
            end()
        return status

    @provides(f"{name}.digest", name=f"{chip.name}_{name}")
    def hash_message(data: Bytes, out: Array[u8, digest_bytes]) -> None:
        """The digest of one message; where the processor does not answer, in software.

        Leaks: the length of the message, and whether the processor answered.
        """
        if hash_hardware(data, out) == OK:
            host_served(HASH, True)
        else:
            host_served(HASH, False)
            digest(data, out)

    @helper(name=f"hmac_{name}_half")
    def half(block: Array[u8, BLOCK_BYTES], data: Bytes, out: Array[u8, digest_bytes]) -> Status:
        """The digest of a block and what follows it."""
        start()
        status = feed(block[:], 0)
        if status == OK:
            status = finish(data, BUFFER_WORDS, out)
        return status

    @helper(name=f"hmac_{name}_halves")
    def halves(key: Bytes, data: Bytes, out: Array[u8, digest_bytes]) -> Status:
        """FIPS 198-1 section 4, the engine being taken."""
        block = Array[u8, BLOCK_BYTES].zeros()
        inner = Array[u8, digest_bytes]()
        status = OK
        if len(key) > BLOCK_BYTES:
            start()
            status = finish(key, 0, block[:digest_bytes])
        else:
            block[: len(key)] = key
        if status == OK:
            for i in range(BLOCK_BYTES):
                block[i] ^= IPAD
            status = half(block, data, inner)
        if status == OK:
            for i in range(BLOCK_BYTES):
                block[i] ^= IPAD_TO_OPAD
            status = half(block, inner[:], out)
        return status

    @kernel(name=f"{chip.name}_hmac_{name}_hardware")
    def tag_hardware(key: Bytes, data: Bytes, out: Array[u8, digest_bytes]) -> Status:
        """The tag of one message, by the processor alone. HARDWARE_FAILED, nothing being written, where it does not answer.

        Leaks: the lengths of the key and the message, and whether the processor answered.
        """
        status = begin()
        if status == OK:
            status = halves(key, data, out)
            end()
        return status

    @provides(f"hmac.{name}", name=f"{chip.name}_hmac_{name}")
    def tag_message(key: Bytes, data: Bytes, out: Array[u8, digest_bytes]) -> None:
        """The tag of one message; where the processor does not answer, in software.

        Leaks: the lengths of the key and the message, and whether the processor answered.
        """
        if tag_hardware(key, data, out) == OK:
            host_served(HASH, True)
        else:
            host_served(HASH, False)
            tag(key, data, out)
