"""Random bytes from the random number generator: RM0033, chapter "Random number generator".

Its status reports a clock that is too slow (CECS, CEIS) and noise that is not random (SECS, SEIS). After either, words are thrown away
and the generator begins anew, a few times at the most: a clock that stays too slow is for the program to mend, which sets up the PLL.
"""

from collections.abc import Callable

from akela.lang import (
    HARDWARE_FAILED,
    OK,
    Array,
    Buffer,
    Status,
    declassify,
    eq_mask,
    fill,
    helper,
    kernel_maker,
    provides,
    truncate,
    u8,
    u32,
)
from akela.ports.host import RANDOM, host_served
from akela.ports.stm32.chips import Chip
from akela.ports.stm32.engine import Engine
from akela.ports.stm32.registers import Stm32Rng

POLLS = 1000  # a word takes 40 cycles of 48 MHz, fewer than so many reads
ATTEMPTS = 4  # to begin anew


@kernel_maker
def make_random_fill(chip: Chip, engine: Engine) -> Callable[..., Status]:
    """The kernel `<chip>_random_fill`."""
    rng = Stm32Rng(name=f"{chip.name.upper()}_RNG", base=chip.rng)
    begin, end = engine.begin, engine.end
    enabled = Stm32Rng.CR.value(rngen=1)
    ready = Stm32Rng.SR.mask("drdy")
    errors = Stm32Rng.SR.mask("cecs", "secs", "ceis", "seis")

    @helper(name="rng_begin_anew")
    def begin_anew() -> None:
        """Off, errors taken back, and on."""
        rng.CR.write(0)
        rng.SR.write(0)
        rng.CR.write(enabled)

    @helper(name="rng_word")
    def next_word(words: Array[u32, 1]) -> Status:
        """A word once there is one. HARDWARE_FAILED where there is none, or an error in its stead."""
        for _ in range(POLLS):
            status = rng.SR.read()
            if status & errors != 0:
                return HARDWARE_FAILED
            if status & ready != 0:
                words[0] = rng.DR.read()
                return OK
        return HARDWARE_FAILED

    @helper(name="rng_gather")
    def gather(buffer: Buffer) -> Status:
        """Fill the buffer from a generator that has just begun. Its first word is only compared with."""
        before = Array[u32, 1]()
        word = Array[u32, 1]()
        begin_anew()
        status = next_word(before)
        for start in range(0, len(buffer), 4):
            if status == OK:
                status = next_word(word)
            if status != OK:
                return status
            if declassify(eq_mask(word[0], before[0]), why="words that repeat are thrown away, and the failure is reported"):
                return HARDWARE_FAILED
            before[0] = word[0]
            for i in range(start, min(start + 4, len(buffer))):
                buffer[i] = truncate(u8, word[0])
                word[0] >>= 8
        return status

    @provides("random.fill", name=f"{chip.name}_random_fill")
    def random_fill(buffer: Buffer) -> Status:
        """Fill `buffer` with random bytes. HARDWARE_FAILED, the buffer holding zeros, where the generator is not to be had, gives no words,
        or goes on reporting errors or repeating words when it has been begun anew.

        That words must not repeat is the continuous test of FIPS 140-2, section 4.9.2, which a sound generator fails once in 2^32 words.

        Leaks: the length of `buffer`, and how often the generator was begun anew.
        """
        status = begin()
        if status == OK:
            status = HARDWARE_FAILED
            for _ in range(ATTEMPTS):
                if status != OK:
                    status = gather(buffer)
            end()
        if status != OK:
            fill(buffer, 0)
        host_served(RANDOM, status == OK)
        return status

    return random_fill
