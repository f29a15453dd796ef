"""Random bytes from the random number register of the ESP32, S2, S3, C2 and C3.

These chips have one register that gives 32 bits at every read. It is on after reset and has no status. Two things are up to the user:

- Its bits are random only while a source of noise feeds it: Wi-Fi or Bluetooth is on, or the SAR ADC has been switched to noise.
  Without one they come from a generator that can be predicted, which nothing in the register shows.
- The noise needs time. A read takes at least one cycle of the peripheral bus, so a word here is made of as many reads as the chip is to be
  given cycles, all mixed.
"""

from collections.abc import Callable

from akela.lang import (
    HARDWARE_FAILED,
    OK,
    Buffer,
    Status,
    declassify,
    eq_mask,
    fill,
    helper,
    kernel,
    kernel_maker,
    provides,
    truncate,
    u8,
    u32,
)
from akela.ports.esp32_family.registers import EspRng
from akela.ports.host import RANDOM, host_noise, host_served


@kernel_maker
def make_random_fill(chip: str, base: int, cycles: int) -> Callable[..., Status]:
    """The kernel `<chip>_random_fill`; `cycles` of the peripheral bus is the time that makes a word."""
    rng = EspRng(name=f"{chip.upper()}_RNG", base=base)

    @helper(name=f"{chip}_random_word")
    def random_word() -> u32:
        """One word after as many reads as bus cycles are wanted."""
        word = rng.DATA.read()
        for _ in range(cycles - 1):
            word ^= rng.DATA.read()
        return word

    @provides("random.fill", name=f"{chip}_random_fill")
    def random_fill(buffer: Buffer) -> Status:
        """Fill `buffer` with random bytes. HARDWARE_FAILED, the buffer holding zeros, where two words in a row are equal.

        That is the continuous test of FIPS 140-2, section 4.9.2. It finds a register that stands still, as one does whose clock is off; a
        sound one fails it once in 2^32 words.

        Leaks: the length of `buffer`, and whether the test failed.
        """
        before = random_word()
        for start in range(0, len(buffer), 4):
            word = random_word()
            if declassify(eq_mask(word, before), why="words that repeat are thrown away, and the failure is reported"):
                fill(buffer, 0)
                host_served(RANDOM, False)
                return HARDWARE_FAILED
            before = word
            for i in range(start, min(start + 4, len(buffer))):
                buffer[i] = truncate(u8, word)
                word >>= 8
        host_served(RANDOM, True)
        return OK

    @kernel(name=f"{chip}_random_status")
    def random_status() -> Status:
        """Whether the random numbers are random: OK; HARDWARE_FAILED, no noise feeds them; NOT_SUPPORTED, the host cannot tell.

        Leaks: what the status says.
        """
        return host_noise()

    return random_fill


esp32_random_fill = make_random_fill("esp32", 0x6003_5144, 16)
esp32s2_random_fill = make_random_fill("esp32s2", 0x6003_5110, 16)
esp32s3_random_fill = make_random_fill("esp32s3", 0x6003_507C, 1778)
esp32c2_random_fill = make_random_fill("esp32c2", 0x6002_60B0, 16)
