"""Powers modulo odd numbers by the RSA accelerator: what RSA and Diffie-Hellman call. Where it cannot, software does the same."""

from akela.kernels.exponentiation import WINDOW_BITS
from akela.kernels.modular_power import modular_power, modular_power_public, modular_power_two, to_residue
from akela.kernels.montgomery import mont_from, mont_setup, mont_to
from akela.lang import (
    HARDWARE_FAILED,
    NOT_SUPPORTED,
    OK,
    MutSlice,
    PublicBytes,
    Slice,
    Status,
    Word,
    helper,
    kernel,
    kernel_maker,
    provides,
    requires,
)
from akela.ports.esp32_family.chips import Chip
from akela.ports.esp32_family.mpi import Mpi
from akela.ports.host import PUBLIC_KEY, host_served


@helper
def is_left_to_software(status: Status) -> bool:
    """Whether the accelerator could not do it; note who serves."""
    served = status != NOT_SUPPORTED and status != HARDWARE_FAILED
    host_served(PUBLIC_KEY, served)
    return not served


@kernel_maker
def make_mpi_operations(chip: Chip, mpi: Mpi) -> None:
    """The operations `modular.…`, and products."""
    hardware_power, hardware_public_power = mpi.power, mpi.public_power
    hardware_multiply_modulo, hardware_multiply = mpi.multiply_modulo, mpi.multiply
    most = chip.mpi_words

    @helper(name="mpi_reduced_power")
    def reduced_power(n: Slice[Word], base: Slice[Word], exponent: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]) -> Status:
        """The accelerator takes a base that is less than n; and what it needs of n is computed here."""
        words = len(n)
        if words > most:
            return NOT_SUPPORTED
        known = work[: words + 1]
        form = work[words + 1 : 2 * words + 1]
        rest = work[2 * words + 1 :]
        status = mont_setup(n, known, rest)
        if status != OK:
            return status
        to_residue(n, known[0], known[1:], base, form, rest)
        mont_from(n, known[0], form, form, rest)
        return hardware_power(n, known[0], known[1:], form, exponent, out)

    @provides("modular.power", name=f"{chip.name}_modular_power")
    def power(n: Slice[Word], base: Slice[Word], exponent: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]) -> Status:
        """out = base^exponent mod n, for a base of any length. BAD_PARAMETER where `n` is even.

        Leaks: the lengths of n, base and exponent, whether n is even, whether it fills its words, and who served.
        """
        requires(len(n) > 0)
        requires(len(out) == len(n))
        requires(len(work) >= ((1 << WINDOW_BITS) + 5) * len(n) + 2)
        status = reduced_power(n, base, exponent, out, work)
        if is_left_to_software(status):
            return modular_power(n, base, exponent, out, work)
        return status

    @provides("modular.power_two", name=f"{chip.name}_modular_power_two")
    def power_two(n: Slice[Word], base: Slice[Word], exponents: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]) -> Status:
        """Of one base two powers, modulo two numbers of one length. BAD_PARAMETER where a number of `n` is even.

        Leaks: the lengths of n, base and exponents, whether the numbers of n are even and fill their words, and who served.
        """
        requires(len(n) > 0)
        requires(len(n) % 2 == 0)
        requires(len(exponents) % 2 == 0)
        requires(len(out) == len(n))
        requires(len(work) >= ((1 << WINDOW_BITS) + 5) * (len(n) // 2) + 2)
        words = len(n) // 2
        length = len(exponents) // 2
        status = reduced_power(n[:words], base, exponents[:length], out[:words], work)
        if status == OK:
            status = reduced_power(n[words:], base, exponents[length:], out[words:], work)
        if is_left_to_software(status):
            return modular_power_two(n, base, exponents, out, work)
        return status

    @helper(name="mpi_prepared_public_power")
    def prepared_public_power(
        n: Slice[Word], base: Slice[Word], exponent: PublicBytes, factor: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]
    ) -> Status:
        """As for `reduced_power`."""
        words = len(n)
        if words > most:
            return NOT_SUPPORTED
        known = work[: words + 1]
        form = work[words + 1 : 2 * words + 1]
        rest = work[2 * words + 1 :]
        status = mont_setup(n, known, rest)
        if status != OK:
            return status
        mont_to(n, known[0], known[1:], base, form, rest)
        mont_from(n, known[0], form, form, rest)
        return hardware_public_power(n, known[0], known[1:], form, exponent, factor, out)

    @provides("modular.power_public", name=f"{chip.name}_modular_power_public")
    def power_public(
        n: Slice[Word], base: Slice[Word], exponent: PublicBytes, factor: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]
    ) -> Status:
        """out = base^exponent·factor mod n, for a public exponent in big-endian bytes, and a factor less than n.

        `out` may be `base` or `factor`. BAD_PARAMETER where `n` is even.

        Leaks: the length of n, whether n is even, whether it fills its words, the exponent, and who served.
        """
        requires(len(n) > 0)
        requires(len(base) == len(n))
        requires(len(factor) == len(n))
        requires(len(out) == len(n))
        requires(len(work) >= 5 * len(n) + 2)
        status = prepared_public_power(n, base, exponent, factor, out, work)
        if is_left_to_software(status):
            return modular_power_public(n, base, exponent, factor, out, work)
        return status

    @kernel(name=f"{chip.name}_multiply_modulo")
    def multiply_modulo(n: Slice[Word], a: Slice[Word], b: Slice[Word], out: MutSlice[Word], work: MutSlice[Word]) -> Status:
        """out = a·b mod n by the accelerator alone, for a and b less than n.

        BAD_PARAMETER where `n` is even, NOT_SUPPORTED for more words than the accelerator has, HARDWARE_FAILED where it is not to be had or
        does not finish: then nothing is written.

        Leaks: the length of n, whether n is even, and whether it fills its words.
        """
        requires(len(n) > 0)
        requires(len(a) == len(n))
        requires(len(b) == len(n))
        requires(len(out) == len(n))
        requires(len(work) >= 3 * len(n) + 2)
        words = len(n)
        known = work[: words + 1]
        status = mont_setup(n, known, work[words + 1 :])
        if status != OK:
            return status
        return hardware_multiply_modulo(n, known[0], known[1:], a, b, out)

    @kernel(name=f"{chip.name}_multiply")
    def multiply(a: Slice[Word], b: Slice[Word], out: MutSlice[Word]) -> Status:
        """out = a·b by the accelerator alone.

        NOT_SUPPORTED where the product has more words than the accelerator, HARDWARE_FAILED where it is not to be had or does not finish:
        then nothing is written.

        Leaks: the length of a.
        """
        requires(len(a) > 0)
        requires(len(b) == len(a))
        requires(len(out) == 2 * len(a))
        return hardware_multiply(a, b, out)
