"""From a chip's random number generator to a DRBG: raw bytes under the health tests of SP 800-90B, then HMAC_DRBG of SP 800-90A."""

from collections.abc import Callable

from akela.kernels.drbg import HMAC_DRBG
from akela.lang import (
    HARDWARE_FAILED,
    OK,
    Array,
    Bytes,
    Status,
    declassify,
    eq_mask,
    helper,
    kernel,
    kernel_maker,
    lt_mask,
    mask_word,
    u8,
    u32,
)
from akela.ports.host import host_noise

# A byte is taken to hold one bit of entropy, an eighth of what the makers of such generators state: 384 bits are wanted.
SAMPLES = 1024
WINDOW = 512

# How often in a row, and how often in a window, one byte is too often. A sound generator gets there once in 2^40 bytes.
REPETITIONS = 41  # 1 + 40 / 1
PROPORTION = 336  # 1 + CRITBINOM(512, 1/2, 1 - 2^-40)

Drbg = HMAC_DRBG.state
drbg_init, drbg_reseed = HMAC_DRBG.init, HMAC_DRBG.reseed


@helper
def is_healthy(samples: Bytes) -> bool:
    """The repetition count test and the adaptive proportion test, SP 800-90B sections 4.4.1 and 4.4.2."""
    repeated, counted, worst_run, worst_count = u32(0), u32(0), u32(0), u32(0)
    for i in range(len(samples)):
        before = u32(samples[max(i - 1, 0)])
        repeated = (repeated & mask_word(eq_mask(u32(samples[i]), before))) + 1
        if i % WINDOW == 0:
            counted = u32(0)
        counted += mask_word(eq_mask(u32(samples[i]), u32(samples[i - i % WINDOW]))) & 1
        worst_run |= mask_word(lt_mask(u32(REPETITIONS - 1), repeated))
        worst_count |= mask_word(lt_mask(u32(PROPORTION - 1), counted))
    return declassify(eq_mask(worst_run | worst_count, u32(0)), why="samples that fail a health test are thrown away, and that is reported")


@kernel_maker
def make_seeding(chip_name: str, random_fill: Callable[..., Status]) -> None:
    """The kernels `<chip>_hmac_drbg_seed` and `<chip>_hmac_drbg_refresh`."""

    @helper(name=f"{chip_name}_sample")
    def sample(samples: Array[u8, SAMPLES]) -> Status:
        """Raw bytes that have passed the tests."""
        if host_noise() == HARDWARE_FAILED:
            return HARDWARE_FAILED
        status = random_fill(samples[:])
        if status != OK:
            return status
        if not is_healthy(samples[:]):
            return HARDWARE_FAILED
        return OK

    @kernel(name=f"{chip_name}_hmac_drbg_seed")
    def seed(ctx: Drbg, personalization: Bytes) -> Status:
        """Instantiate a DRBG from the chip's random numbers.

        HARDWARE_FAILED where these fail a test, or the host knows that no noise feeds them; LIMIT_EXCEEDED where `personalization` is
        longer than 2^32 bytes. There is no instance then.

        Leaks: the length of `personalization`, and what the status says.
        """
        ctx.counter = 0
        samples = Array[u8, SAMPLES]()
        status = sample(samples)
        if status != OK:
            return status
        return drbg_init(ctx, samples[:], samples[:0], personalization)

    @kernel(name=f"{chip_name}_hmac_drbg_refresh")
    def refresh(ctx: Drbg, additional: Bytes) -> Status:
        """Reseed a DRBG from the chip's random numbers. HARDWARE_FAILED where these fail a test, BAD_STATE without an instance.

        Leaks: the length of `additional`, and what the status says.
        """
        samples = Array[u8, SAMPLES]()
        status = sample(samples)
        if status != OK:
            return status
        return drbg_reseed(ctx, samples[:], additional)
