"""Large numbers with the RSA accelerator: Technical Reference Manual, chapter "RSA Accelerator".

Numbers are slices of words, least significant first. All of one call have as many words as the modulus; R is 2^32 to the power of that.
Results are written only where all went well. Operands are cleared afterwards, and the memory is powered down.
"""

from collections.abc import Callable
from dataclasses import dataclass

from akela.kernels.exponentiation import public_length
from akela.lang import (
    NOT_SUPPORTED,
    OK,
    MutSlice,
    Public,
    PublicBytes,
    Slice,
    Status,
    Word,
    helper,
    kernel_maker,
    requires,
    u32,
)
from akela.ports.esp32_family.chips import Chip
from akela.ports.esp32_family.engine import Engine
from akela.ports.esp32_family.registers import EspMpi
from akela.ports.waiting import make_wait, make_wait_for

CLEAN_POLLS = 10_000  # the memories are set to zero after a reset


@dataclass(frozen=True)
class Mpi:
    """Each gives NOT_SUPPORTED for numbers that do not fit, HARDWARE_FAILED where the accelerator is not to be had or does not finish."""

    power: Callable[..., Status]  # (n, n0, r_squared, base, exponent, out): base < n, secret exponents
    public_power: Callable[..., Status]  # (n, n0, r_squared, base, exponent, factor, out): base^exponent·factor
    multiply_modulo: Callable[..., Status]  # (n, n0, r_squared, a, b, out)
    multiply: Callable[..., Status]  # (a, b, out)


@helper
def polls_for(words: int) -> int:
    """More reads than a power of numbers of so many words takes: about 136 cycles a word to the third, and a read takes ten or more."""
    return 16 * words * words * words + 1000


@helper
def word_at(number: PublicBytes, i: int) -> Public[u32]:
    """Word `i`, from the least significant on, of a number in big-endian bytes."""
    word: Public[u32] = u32(0)
    for j in range(4):
        at = len(number) - 1 - 4 * i - j
        if at >= 0:
            word |= u32(number[at]) << 8 * j
    return word


@kernel_maker
def make_mpi(chip: Chip, engine: Engine) -> Mpi:
    """The operations of a chip's accelerator."""
    mpi = EspMpi(name=f"{chip.name.upper()}_MPI", base=chip.mpi)
    most = chip.mpi_words
    wait_clean = make_wait(mpi.QUERY_CLEAN, 1, 1, CLEAN_POLLS)
    wait_idle = make_wait_for(mpi.QUERY_IDLE, 1, 1)
    take, give_back = engine.begin, engine.end

    @helper(name="mpi_begin")
    def begin(words: int) -> Status:
        """Take the accelerator for numbers of so many words."""
        if words > most:
            return NOT_SUPPORTED
        status = take()
        if status != OK:
            return status
        status = wait_clean()
        if status != OK:
            give_back()
            return status
        mpi.INT_ENA.write(0)
        mpi.MODE.write(u32(words - 1))
        return OK

    @helper(name="mpi_end")
    def end(words: int, status: Status) -> None:
        """Clear the operands, and give the accelerator back; one that is not done is cleared by its reset."""
        if status == OK:
            mpi.INT_CLR.write(1)
            for i in range(words):
                mpi.M_MEM.write_at(i, 0)
                mpi.X_MEM.write_at(i, 0)
                mpi.Y_MEM.write_at(i, 0)
                mpi.Z_MEM.write_at(i, 0)
        give_back()

    @helper(name="mpi_modulus")
    def load_modulus(n: Slice[Word], n0: Word) -> None:
        mpi.M_PRIME.write(n0)
        for i in range(len(n)):
            mpi.M_MEM.write_at(i, n[i])

    @helper(name="mpi_r_squared")
    def load_r_squared(r_squared: Slice[Word]) -> None:
        for i in range(len(r_squared)):
            mpi.Z_MEM.write_at(i, r_squared[i])

    @helper(name="mpi_result")
    def result(out: MutSlice[Word]) -> None:
        for i in range(len(out)):
            out[i] = mpi.Z_MEM.read_at(i)

    @helper(name="mpi_power")
    def power(n: Slice[Word], n0: Word, r_squared: Slice[Word], base: Slice[Word], exponent: Slice[Word], out: MutSlice[Word]) -> Status:
        """In a time that depends on the length of the exponent alone."""
        words = len(n)
        if len(exponent) > words:
            return NOT_SUPPORTED
        status = begin(words)
        if status != OK:
            return status
        load_modulus(n, n0)
        load_r_squared(r_squared)
        for i in range(words):
            mpi.X_MEM.write_at(i, base[i])
            mpi.Y_MEM.write_at(i, exponent[i] if i < len(exponent) else Word(0))
        mpi.CONSTANT_TIME.write(1)
        if 0 < len(exponent) < words:
            mpi.SEARCH_POS.write(u32(32 * len(exponent) - 1))
            mpi.SEARCH_ENABLE.write(1)
        else:
            mpi.SEARCH_ENABLE.write(0)
        mpi.SET_START_MODEXP.write(1)
        status = wait_idle(polls_for(words))
        mpi.SEARCH_ENABLE.write(0)
        if status == OK:
            result(out)
        end(words, status)
        return status

    @helper(name="mpi_multiply_loaded")
    def multiply_loaded(r_squared: Slice[Word]) -> Status:
        """Z = X·Y mod M."""
        load_r_squared(r_squared)
        mpi.SET_START_MODMULT.write(1)
        return wait_idle(polls_for(len(r_squared)))

    @helper(name="mpi_public_power")
    def public_power(
        n: Slice[Word],
        n0: Word,
        r_squared: Slice[Word],
        base: Slice[Word],
        exponent: PublicBytes,
        factor: Slice[Word],
        out: MutSlice[Word],
    ) -> Status:
        """Only the bits that a public exponent has."""
        words = len(n)
        bits = public_length(exponent)
        if bits == 0 or bits > 32 * words:
            return NOT_SUPPORTED
        status = begin(words)
        if status != OK:
            return status
        load_modulus(n, n0)
        load_r_squared(r_squared)
        for i in range(words):
            mpi.X_MEM.write_at(i, base[i])
            mpi.Y_MEM.write_at(i, word_at(exponent, i))
        mpi.CONSTANT_TIME.write(1)
        mpi.SEARCH_POS.write(u32(bits - 1))
        mpi.SEARCH_ENABLE.write(1)
        mpi.SET_START_MODEXP.write(1)
        status = wait_idle(polls_for(words))
        mpi.SEARCH_ENABLE.write(0)
        if status == OK:
            for i in range(words):
                mpi.X_MEM.write_at(i, mpi.Z_MEM.read_at(i))
                mpi.Y_MEM.write_at(i, factor[i])
            status = multiply_loaded(r_squared)
        if status == OK:
            result(out)
        end(words, status)
        return status

    @helper(name="mpi_multiply_modulo")
    def multiply_modulo(n: Slice[Word], n0: Word, r_squared: Slice[Word], a: Slice[Word], b: Slice[Word], out: MutSlice[Word]) -> Status:
        words = len(n)
        status = begin(words)
        if status != OK:
            return status
        load_modulus(n, n0)
        for i in range(words):
            mpi.X_MEM.write_at(i, a[i])
            mpi.Y_MEM.write_at(i, b[i])
        status = multiply_loaded(r_squared)
        if status == OK:
            result(out)
        end(words, status)
        return status

    @helper(name="mpi_multiply")
    def multiply(a: Slice[Word], b: Slice[Word], out: MutSlice[Word]) -> Status:
        """The second factor lies in the upper half of Z, which takes the product."""
        requires(len(a) == len(b))
        requires(len(out) == 2 * len(a))
        words = len(a)
        status = begin(2 * words)
        if status != OK:
            return status
        for i in range(words):
            mpi.X_MEM.write_at(i, a[i])
            mpi.Z_MEM.write_at(i, 0)
            mpi.Z_MEM.write_at(words + i, b[i])
        mpi.SET_START_MULT.write(1)
        status = wait_idle(polls_for(2 * words))
        if status == OK:
            result(out)
        end(2 * words, status)
        return status

    return Mpi(power, public_power, multiply_modulo, multiply)
