"""Taking an accelerator and giving it back: the lock, then clock, power and reset. Where an SDK counts clocks, that is left to it."""

from collections.abc import Callable
from dataclasses import dataclass

from akela.lang import NOT_SUPPORTED, OK, Status, helper, kernel_maker
from akela.ports.esp32_family.chips import Chip
from akela.ports.esp32_family.registers import EspSystem
from akela.ports.host import host_acquire, host_clock_off, host_clock_on, host_release

DOWN = EspSystem.RSA_PD_CTRL.value(mem_pd=1)


@dataclass(frozen=True)
class Engine:
    """`begin()` gives HARDWARE_FAILED where the engine is not to be had; after any other status `end()` has to follow."""

    begin: Callable[[], Status]
    end: Callable[[], None]


@kernel_maker
def make_engine(chip: Chip, name: str, lock: int, uses: tuple[str, ...], has_memory: bool = False) -> Engine:
    """The engine `name`, which works while none of `uses` is in reset, itself among them; `has_memory`: it has memory to power up."""
    system = EspSystem(name=f"{chip.name.upper()}_SYSTEM", base=chip.system)
    clock = EspSystem.PERIP_CLK_EN1.mask(name)
    own = EspSystem.PERIP_RST_EN1.mask(name)
    kept_in_reset = EspSystem.PERIP_RST_EN1.mask() & ~EspSystem.PERIP_RST_EN1.mask(*uses)
    kept_up = EspSystem.RSA_PD_CTRL.mask("mem_force_pu")
    other_clocks = EspSystem.PERIP_CLK_EN1.mask() & ~clock

    @helper(name=f"{name}_take")
    def begin() -> Status:
        """Lock, memory up, clock on, and out of reset with whatever the engine depends on."""
        status = host_acquire(lock)
        if status != OK:
            return status
        if has_memory:
            system.RSA_PD_CTRL.write(system.RSA_PD_CTRL.read() & kept_up)
        if host_clock_on(lock) == NOT_SUPPORTED:
            system.PERIP_CLK_EN1.write(system.PERIP_CLK_EN1.read() | clock)
            system.PERIP_RST_EN1.write(system.PERIP_RST_EN1.read() | own)
            system.PERIP_RST_EN1.write(system.PERIP_RST_EN1.read() & kept_in_reset)
        return OK

    @helper(name=f"{name}_give_back")
    def end() -> None:
        """Back into reset, which also ends what does not finish; clock off; then unlock."""
        if host_clock_off(lock) == NOT_SUPPORTED:
            system.PERIP_RST_EN1.write(system.PERIP_RST_EN1.read() | own)
            system.PERIP_CLK_EN1.write(system.PERIP_CLK_EN1.read() & other_clocks)
        if has_memory:
            system.RSA_PD_CTRL.write(DOWN)
        host_release(lock)

    return Engine(begin, end)
