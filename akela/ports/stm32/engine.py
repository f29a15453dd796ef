"""Taking an accelerator and giving it back: the lock, then clock and reset. Where an SDK counts clocks, that is left to it."""

from collections.abc import Callable
from dataclasses import dataclass

from akela.lang import NOT_SUPPORTED, OK, Status, helper, kernel_maker
from akela.ports.host import host_acquire, host_clock_off, host_clock_on, host_release
from akela.ports.stm32.chips import Chip
from akela.ports.stm32.registers import Stm32Rcc


@dataclass(frozen=True)
class Engine:
    """`begin()` gives HARDWARE_FAILED where the engine is not to be had; after OK `end()` has to follow."""

    begin: Callable[[], Status]
    end: Callable[[], None]


@kernel_maker
def make_engine(chip: Chip, name: str, lock: int) -> Engine:
    """The engine of a peripheral on AHB2, `name` being that of its bits."""
    rcc = Stm32Rcc(name=f"{chip.name.upper()}_RCC", base=chip.rcc)
    own = Stm32Rcc.AHB2RSTR.mask(name)
    others = Stm32Rcc.AHB2RSTR.mask() & ~own

    @helper(name=f"{name}_reset")
    def reset() -> None:
        """All registers to their values after reset, keys and hash values among them; what is under way ends."""
        rcc.AHB2RSTR.write(rcc.AHB2RSTR.read() | own)
        rcc.AHB2RSTR.write(rcc.AHB2RSTR.read() & others)

    @helper(name=f"{name}_begin")
    def begin() -> Status:
        """Lock, clock on, and nothing left of whoever had the engine before. The reads in `reset` are the wait after the clock's start."""
        status = host_acquire(lock)
        if status != OK:
            return status
        if host_clock_on(lock) == NOT_SUPPORTED:
            rcc.AHB2ENR.write(rcc.AHB2ENR.read() | own)
        reset()
        return OK

    @helper(name=f"{name}_end")
    def end() -> None:
        """Leave nothing behind; clock off; then unlock."""
        reset()
        if host_clock_off(lock) == NOT_SUPPORTED:
            rcc.AHB2ENR.write(rcc.AHB2ENR.read() & others)
        host_release(lock)

    return Engine(begin, end)
