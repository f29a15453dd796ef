"""Waiting for hardware, but not for ever."""

from collections.abc import Callable

from akela.lang import HARDWARE_FAILED, OK, Status, helper, kernel_maker
from akela.lang.registers import PlacedReg


@kernel_maker
def make_wait_for(register: PlacedReg, mask: int, wanted: int) -> Callable[[int], Status]:
    """A helper that reads `register` until the bits of `mask` are `wanted`; HARDWARE_FAILED where they are not after so many reads."""
    name = f"{register.block.name}_{register.register.name}".lower()

    @helper(name=f"wait_for_{name}_{mask:x}_{wanted:x}")
    def wait_for(polls: int) -> Status:
        """Wait for hardware, `polls` reads at the most."""
        for _ in range(polls):
            if register.read() & mask == wanted:
                return OK
        return HARDWARE_FAILED

    return wait_for


@kernel_maker
def make_wait(register: PlacedReg, mask: int, wanted: int, polls: int) -> Callable[[], Status]:
    """The same, for a number of reads that is known."""
    name = f"{register.block.name}_{register.register.name}".lower()
    wait_for = make_wait_for(register, mask, wanted)

    @helper(name=f"wait_{name}_{mask:x}_{wanted:x}")
    def wait() -> Status:
        """Wait for hardware."""
        return wait_for(polls)

    return wait
