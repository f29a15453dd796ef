"""The steps of ciphering with the cryptographic processor: RM0033, chapter "Cryptographic processor". Whoever calls them has the engine.

Blocks go one by one: each is written, waited for and read, so that neither FIFO ever fills.
"""

from collections.abc import Callable
from dataclasses import dataclass

from akela.lang import OK, Array, Status, helper, kernel_maker, u32, unroll
from akela.ports.stm32.chips import Chip
from akela.ports.stm32.registers import Stm32Cryp
from akela.ports.waiting import make_wait

POLLS = 1000  # a block, and the preparation of a key, take fewer cycles than so many reads
BYTES = 2  # the data type of byte strings
KEY_PREPARATION = 7


@dataclass(frozen=True)
class CrypSteps:
    """What can be done with the processor."""

    configure: Callable[..., None]  # (algomode, direction, keysize): while it stands still
    prepare: Callable[..., Status]  # (): from the key that encrypts to the one that decrypts
    go: Callable[..., None]  # ()
    halt: Callable[..., Status]  # (): when all blocks are done
    crypt: Callable[..., Status]  # (block): in its place, where the status is OK


@kernel_maker
def make_cryp_steps(chip: Chip, name: str, block_words: int) -> CrypSteps:
    """The steps for blocks of so many words, which are those of byte strings in memory."""
    processor = Stm32Cryp(name=f"{chip.name.upper()}_CRYP", base=chip.cryp)
    bytes_type = Stm32Cryp.CR.value(datatype=BYTES)
    enable, flush = Stm32Cryp.CR.value(crypen=1), Stm32Cryp.CR.value(fflush=1)
    kept = Stm32Cryp.CR.mask("algodir", "algomode", "datatype", "keysize")
    preparing, sizes = Stm32Cryp.CR.value(algomode=KEY_PREPARATION, datatype=BYTES), Stm32Cryp.CR.mask("keysize")
    ifem, ofne, busy = (Stm32Cryp.SR.mask(bit) for bit in ("ifem", "ofne", "busy"))
    wait_idle = make_wait(processor.SR, busy, 0, POLLS)
    wait_output = make_wait(processor.SR, ofne, ofne, POLLS)
    wait_empty = make_wait(processor.SR, ifem | ofne | busy, ifem, POLLS)

    @helper(name=f"cryp_{name}_configure")
    def configure(algomode: int, direction: int, keysize: int) -> None:
        """Mode and direction; the processor stands still."""
        processor.CR.write(bytes_type | u32(algomode << 3 | direction << 2 | keysize << 8))

    @helper(name=f"cryp_{name}_prepare")
    def prepare() -> Status:
        """Section "Preparation of the AES key for decryption"; then back to the mode that was set."""
        config = processor.CR.read() & kept
        processor.CR.write((config & sizes) | preparing)
        processor.CR.write((config & sizes) | preparing | enable)
        status = wait_idle()
        processor.CR.write(config)
        return status

    @helper(name=f"cryp_{name}_go")
    def go() -> None:
        """FIFOs empty, and on."""
        config = processor.CR.read() & kept
        processor.CR.write(config | flush)
        processor.CR.write(config | enable)

    @helper(name=f"cryp_{name}_halt")
    def halt() -> Status:
        """Off, once nothing is left in FIFOs or under way."""
        status = wait_empty()
        processor.CR.write(processor.CR.read() & kept)
        return status

    @helper(name=f"cryp_{name}_crypt")
    def crypt(block: Array[u32, block_words]) -> Status:
        """One block."""
        for i in unroll(range(block_words)):
            processor.DIN.write(block[i])
        status = wait_output()
        if status == OK:
            for i in unroll(range(block_words)):
                block[i] = processor.DOUT.read()
        return status

    return CrypSteps(configure, prepare, go, halt, crypt)
