"""Moving data to an accelerator and back by DMA: Technical Reference Manual, chapter "GDMA Controller".

The SDK moves it where there is one that owns the controller. Else a channel that the host names is programmed here, and left unset again.
"""

from collections.abc import Callable
from dataclasses import dataclass

from akela.lang import NOT_SUPPORTED, OK, Array, Public, Status, helper, kernel_maker, u32
from akela.ports.esp32_family.chips import Chip
from akela.ports.esp32_family.registers import EspDma, EspDmaMemory, EspSystem
from akela.ports.host import host_dma_channel, host_dma_start, host_dma_stop

CLOCK = EspSystem.PERIP_CLK_EN1.mask("dma")
OTHER_RESETS = EspSystem.PERIP_RST_EN1.mask() & ~EspSystem.PERIP_RST_EN1.mask("dma")
CLOCK_ON = EspDma.MISC_CONF.mask("clk_en")
ADDRESS = EspDma.IN_LINK.mask("address")
IN_START, IN_STOP = EspDma.IN_LINK.value(start=1), EspDma.IN_LINK.value(stop=1)
OUT_START, OUT_STOP = EspDma.OUT_LINK.value(start=1), EspDma.OUT_LINK.value(stop=1)
AES_PERIPHERAL, UNSET = 6, 0x3F  # in PERI_SEL
OWNER, END = 1 << 31, 1 << 30  # of a descriptor


@dataclass(frozen=True)
class Dma:
    """`start(bytes)` moves so many bytes from the memory's SOURCE to an accelerator, and as many from there to TARGET."""

    start: Callable[[int], Status]
    stop: Callable[[], None]


@kernel_maker
def make_dma(chip: Chip, engine: int, peripheral: int) -> Dma:
    """For the accelerator `peripheral`, as the controller numbers them, which is the host's `engine`."""
    dma = EspDma(name=f"{chip.name.upper()}_DMA", base=chip.dma)
    system = EspSystem(name=f"{chip.name.upper()}_SYSTEM", base=chip.system)
    memory = EspDmaMemory(name=f"{chip.name.upper()}_DMA_MEMORY", base=chip.dma_memory)

    @helper(name=f"dma_describe_{peripheral}")
    def describe(count: int) -> None:
        """A list of one descriptor for each way."""
        memory.SOURCE_DESCRIPTOR.write_at(0, u32(count) | (u32(count) << 12) | END | OWNER)
        memory.SOURCE_DESCRIPTOR.write_at(1, memory.SOURCE.address())
        memory.SOURCE_DESCRIPTOR.write_at(2, 0)
        memory.TARGET_DESCRIPTOR.write_at(0, u32(count) | OWNER)
        memory.TARGET_DESCRIPTOR.write_at(1, memory.TARGET.address())
        memory.TARGET_DESCRIPTOR.write_at(2, 0)

    @helper(name=f"dma_program_{peripheral}")
    def program(channel: int) -> None:
        """Reset a channel, connect it, and start both ways. The controller's clock stays on: others may use it."""
        system.PERIP_CLK_EN1.write(system.PERIP_CLK_EN1.read() | CLOCK)
        system.PERIP_RST_EN1.write(system.PERIP_RST_EN1.read() & OTHER_RESETS)
        dma.MISC_CONF.write(dma.MISC_CONF.read() | CLOCK_ON)
        dma.IN_CONF0.write_at(channel, 1)
        dma.IN_CONF0.write_at(channel, 0)
        dma.OUT_CONF0.write_at(channel, 1)
        dma.OUT_CONF0.write_at(channel, 0)
        dma.IN_PERI_SEL.write_at(channel, peripheral)
        dma.OUT_PERI_SEL.write_at(channel, peripheral)
        target = memory.TARGET_DESCRIPTOR.address() & ADDRESS
        source = memory.SOURCE_DESCRIPTOR.address() & ADDRESS
        dma.IN_LINK.write_at(channel, target)
        dma.IN_LINK.write_at(channel, target | IN_START)
        dma.OUT_LINK.write_at(channel, source)
        dma.OUT_LINK.write_at(channel, source | OUT_START)

    @helper(name=f"dma_start_{peripheral}")
    def start(count: int) -> Status:
        """NOT_SUPPORTED where nobody moves data: neither an SDK, nor is there a channel."""
        describe(count)
        status = host_dma_start(engine, memory.SOURCE_DESCRIPTOR.address(), memory.TARGET_DESCRIPTOR.address())
        if status == OK:
            return OK
        channel = Array[Public[u32], 1]()
        if status != NOT_SUPPORTED or host_dma_channel(channel) != OK:
            return NOT_SUPPORTED
        program(int(channel[0]))
        return OK

    @helper(name=f"dma_stop_{peripheral}")
    def stop() -> None:
        if host_dma_stop(engine) == NOT_SUPPORTED:
            channel = Array[Public[u32], 1]()
            if host_dma_channel(channel) == OK:
                dma.IN_LINK.write_at(int(channel[0]), IN_STOP)
                dma.OUT_LINK.write_at(int(channel[0]), OUT_STOP)
                dma.IN_PERI_SEL.write_at(int(channel[0]), UNSET)
                dma.OUT_PERI_SEL.write_at(int(channel[0]), UNSET)

    return Dma(start, stop)
