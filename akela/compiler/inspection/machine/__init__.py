"""Instruction sets, as far as the branch check has to understand them: which instructions branch, and which values go where.

One file each; `model.py` says what such a file provides, `instruction_set_of` finds it.
"""

from __future__ import annotations

from akela.compiler.inspection.machine.aarch64 import AArch64
from akela.compiler.inspection.machine.model import InstructionSet
from akela.compiler.inspection.machine.riscv import RiscV
from akela.compiler.inspection.machine.thumb import Thumb
from akela.compiler.inspection.machine.x86_64 import X86
from akela.compiler.inspection.machine.xtensa import Xtensa

_BY_MACHINE: dict[str, InstructionSet] = {
    "x64": X86(),
    "ARM": Thumb(),
    "AArch64": AArch64(),
    "RISC-V": RiscV(),
    "Tensilica Xtensa": Xtensa(),
}


def instruction_set_of(machine: str) -> InstructionSet:
    """The instruction set of an object file's machine, named as `object_file.ObjectFile.machine` names it."""
    return _BY_MACHINE[machine]
