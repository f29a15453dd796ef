"""What drivers of accelerators ask of their surroundings: to have the engine for themselves, its clock, and a way through DMA.

The bodies are the answers where nothing else is there, a program of one flow of control without an SDK: every engine is free, and drivers
switch clocks and program DMA themselves. Under an operating system or SDK another file defines these functions in C: see `host/`.
In Python `with host(object):` does.
"""

from akela.lang import NOT_SUPPORTED, OK, Array, Public, Status, host_function, u32

# Engines: what a lock is for. Those that share one lock on a chip (AES and SHA of the ESP32 family) are the host's to know.
AES = 0
HASH = 1
PUBLIC_KEY = 2
RANDOM = 3
ENGINES = ("AES", "hashes", "public keys", "random numbers")


@host_function
def host_acquire(engine: int) -> Status:
    """Have an engine for oneself until `host_release`. HARDWARE_FAILED where it is not to be had: the driver leaves it alone.

    Leaks: which engine.
    """
    return OK


@host_function
def host_release(engine: int) -> None:
    """Give an engine back.

    Leaks: which engine.
    """
    pass


@host_function
def host_clock_on(engine: int) -> Status:
    """Switch an engine's clock on and end its reset. NOT_SUPPORTED: that is left to the driver.

    Leaks: which engine.
    """
    return NOT_SUPPORTED


@host_function
def host_clock_off(engine: int) -> Status:
    """Take back `host_clock_on`. NOT_SUPPORTED: that is left to the driver.

    Leaks: which engine.
    """
    return NOT_SUPPORTED


@host_function
def host_dma_start(engine: int, source: Public[u32], target: Public[u32]) -> Status:
    """Begin to move data into an engine and out of it, by lists of descriptors at these addresses; 0 is no list.

    NOT_SUPPORTED: that is left to the driver, on the channel that `host_dma_channel` names.

    Leaks: the arguments.
    """
    return NOT_SUPPORTED


@host_function
def host_dma_stop(engine: int) -> Status:
    """Take back `host_dma_start`. NOT_SUPPORTED: that is left to the driver.

    Leaks: which engine.
    """
    return NOT_SUPPORTED


@host_function
def host_dma_channel(channel: Array[Public[u32], 1]) -> Status:
    """Name a DMA channel that a driver may program itself. NOT_SUPPORTED: there is none, and data goes through the engine's registers.

    Leaks: nothing.
    """
    channel[0] = 0
    return OK


@host_function
def host_served(engine: int, hardware: bool) -> None:
    """Note who served an operation: the engine, or software in its place.

    Leaks: the arguments.
    """
    pass


@host_function
def host_noise() -> Status:
    """Whether noise feeds the random number generator (OK), or not (HARDWARE_FAILED). NOT_SUPPORTED: nobody here can tell.

    Leaks: nothing.
    """
    return NOT_SUPPORTED
