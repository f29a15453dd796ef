"""Register models: what a chip's accelerators do when their registers are read and written.

They are written from the manuals, not from the drivers, compute with other code than the kernels (the package `cryptography`, Python's
ints), and report what a manual forbids as `Misuse`. One model serves a driver that runs in Python (`with bus(system):`) and the same
driver compiled for an emulated core.
"""

from akela.boards.models.peripheral import Fault, Misuse, Peripheral
from akela.boards.models.system import Ram, System

__all__ = ["Fault", "Misuse", "Peripheral", "Ram", "System"]
