"""The steps of hashing with the hash processor: RM0033, chapter "Hash processor". Whoever calls them has the engine.

Its buffer takes 16 words. The word after them begins the work on a block, and so does the end of the message; the driver waits for each
block, so that no write has to be held on the bus. Padding is the processor's.
"""

from collections.abc import Callable
from dataclasses import dataclass

from akela.lang import HARDWARE_FAILED, OK, Array, Bytes, Status, helper, kernel_maker, load_le32, store_be32, u8, u32
from akela.ports.stm32.chips import Chip
from akela.ports.stm32.engine import Engine
from akela.ports.stm32.registers import Stm32Hash
from akela.ports.waiting import make_wait

BLOCK_BYTES = 64
BUFFER_WORDS = 16
POLLS = 1000  # a block takes fewer cycles than so many reads
BYTES = 2  # the data type of byte strings
ALGORITHMS = {"sha1": (0, 20), "md5": (1, 16), "sha224": (2, 28), "sha256": (3, 32)}  # ALGO, bytes of the digest


@dataclass(frozen=True)
class HashSteps:
    """What can be done with the processor; `held` is the number of words in its buffer."""

    name: str
    digest_bytes: int
    swap_words: int
    engine: Engine
    start: Callable[[], None]
    feed: Callable[..., Status]  # (data, held): the whole words of data
    finish: Callable[..., Status]  # (data, held, out): all that is left, and the digest, which is written where the status is OK
    save: Callable[..., Status]  # (saved): the context swap registers; the buffer holds one word
    restore: Callable[..., None]  # (saved)


@kernel_maker
def make_hash_steps(chip: Chip, engine: Engine, name: str) -> HashSteps:
    """The steps of one hash."""
    processor = Stm32Hash(name=f"{chip.name.upper()}_HASH", base=chip.hash)
    algo, digest_bytes = ALGORITHMS[name]
    swap_words = chip.swap_words
    result = processor.DIGEST if digest_bytes > 4 * Stm32Hash.HR.count else processor.HR
    config = Stm32Hash.CR.value(datatype=BYTES, algo=algo % 2, algo_1=algo // 2)
    init = Stm32Hash.CR.value(init=1)
    dcal = Stm32Hash.STR.value(dcal=1)
    busy, dinis, dcis = (Stm32Hash.SR.mask(bit) for bit in ("busy", "dinis", "dcis"))
    wait_idle = make_wait(processor.SR, busy, 0, POLLS)
    wait_free = make_wait(processor.SR, busy | dinis, dinis, POLLS)
    wait_done = make_wait(processor.SR, busy | dcis, dcis, POLLS)

    @helper(name=f"{name}_start")
    def start() -> None:
        """Begin a message."""
        processor.STR.write(0)
        processor.CR.write(config | init)

    @helper(name=f"{name}_feed")
    def feed(data: Bytes, held: int) -> Status:
        """Words of a message, waiting for each block."""
        for at in range(0, len(data) - 3, 4):
            processor.DIN.write(load_le32(data, at))
            held += 1
            if held > BUFFER_WORDS:
                held = 1
                if wait_idle() != OK:
                    return HARDWARE_FAILED
        return OK

    @helper(name=f"{name}_finish")
    def finish(data: Bytes, held: int, out: Array[u8, digest_bytes]) -> Status:
        """The rest of a message, of which NBLW says how many bits of its last word count, and its digest."""
        over = len(data) % 4
        status = feed(data, held)
        if status != OK:
            return status
        if over > 0:
            word = u32(0)
            for i in range(over):
                word |= u32(data[len(data) - over + i]) << 8 * i
            processor.STR.write(u32(8 * over))
            processor.DIN.write(word)
            status = wait_idle()
            if status != OK:
                return status
        processor.STR.write(u32(8 * over) | dcal)
        status = wait_done()
        if status == OK:
            for i in range(digest_bytes // 4):
                store_be32(out, 4 * i, result.read_at(i))
        return status

    @helper(name=f"{name}_save")
    def save(saved: Array[u32, swap_words]) -> Status:
        """Section "Context swapping"."""
        status = wait_free()
        if status == OK:
            for i in range(swap_words):
                saved[i] = processor.CSR.read_at(i)
        return status

    @helper(name=f"{name}_restore")
    def restore(saved: Array[u32, swap_words]) -> None:
        """Section "Context swapping"; STR and IMR are always 0 where a context is saved, and so after reset."""
        processor.CR.write(config)
        processor.CR.write(config | init)
        for i in range(swap_words):
            processor.CSR.write_at(i, saved[i])

    return HashSteps(name, digest_bytes, swap_words, engine, start, feed, finish, save, restore)
