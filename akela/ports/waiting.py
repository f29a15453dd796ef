"""Waiting for hardware, but not for ever."""

from collections.abc import Callable

from akela.lang import HARDWARE_FAILED, OK, Status, helper, kernel_maker
from akela.lang.registers import PlacedReg


@kernel_maker
def make_wait(register: PlacedReg, mask: int, wanted: int, polls: int) -> Callable[..., Status]:
    """A helper that reads `register` until the bits of `mask` are `wanted`; HARDWARE_FAILED where they are not after `polls` reads."""
    name = f"{register.block.name}_{register.register.name}".lower()

    @helper(name=f"wait_{name}_{mask:x}_{wanted:x}")
    def wait() -> Status:
        """Wait for hardware, so many reads at the most."""
        for _ in range(polls):
            if register.read() & mask == wanted:
                return OK
        return HARDWARE_FAILED

    return wait
