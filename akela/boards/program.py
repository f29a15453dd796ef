"""A whole program on a board's emulated core, from reset to its end: what it writes, its result, and how long it goes without a pause.

The program asks for its terminal and its end by semihosting, or by QEMU's `simcall`. Time is counted instructions: the core's counter of
cycles gives their number, on QEMU 1.28 times as much.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from akela.boards.accelerators import make_system
from akela.boards.files import BoardFile
from akela.boards.image import Image
from akela.boards.qemu_machine import REFUSALS, QemuMachine
from akela.boards.unicorn_machine import PAGE, UnicornMachine
from akela.compiler.targets import load_target

NANOSECONDS = 32  # of QEMU's time an instruction takes: 1.28 cycles of CCOUNT
SECONDS = 600  # after which a program is given up

# Semihosting: "Semihosting for AArch32 and AArch64", section 4.
SYS_OPEN, SYS_WRITE, SYS_READ, SYS_EXIT_EXTENDED = 0x01, 0x05, 0x06, 0x20
TERMINAL, RANDOM = 1, 2  # handles

PPB, DWT, CYCCNT = 0xE000_E000, 0xE000_1000, 0x004  # Armv7-M: the private peripheral bus


@dataclass(frozen=True)
class Ended:
    """How a program ended. longest: the most instructions between two visits of the mark; visits: how often it was visited."""

    text: str
    code: int
    instructions: int
    visits: int = 0
    longest: int = 0


def run_program(board: BoardFile, elf: Path, mark: str = "") -> Ended:
    """Run a linked program. `mark` is a function whose calls are told of.

    Raises EmulatorMissing where the board's emulator is not installed, Trap where the core stops at something.
    """
    image = Image(elf, (), "")
    at = image.symbols[mark] & ~1 if mark else 0
    return (_Simulated if board.emulator == "qemu" else _Semihosted)(board, image).ended(at)


class _Simulated(QemuMachine):
    """On QEMU."""

    def __init__(self, board: BoardFile, image: Image) -> None:
        self.board, self.image = board, image

    def ended(self, mark: int) -> Ended:
        self._process = self._start("-icount", f"shift={NANOSECONDS.bit_length() - 1}")
        self._shared.mark = mark
        said, complaints = self._process.communicate(timeout=SECONDS)
        shared = self._shared
        if shared.refused:
            facts = {"size": shared.size, "address": shared.address, "title": self.board.title, "core": self.board.core}
            raise self._trap(REFUSALS[shared.refused].format(**facts), shared.pc)
        if self._process.returncode < 0 or complaints:
            raise RuntimeError(f"qemu-system-xtensa ended with {self._process.returncode}: {complaints.decode(errors='replace')}")
        return Ended(said.decode(errors="replace"), self._process.returncode, shared.instructions, shared.visits, shared.longest)


class _Semihosted:
    """On Unicorn, with semihosting and a counter of cycles."""

    def __init__(self, board: BoardFile, image: Image) -> None:
        self.machine = UnicornMachine(board, image)
        self.board, self.image = board, image
        if board.models:
            self.machine.connect(make_system(board, self.machine))
        self.thumb = load_target(board.target).instruction_set == "thumb"
        self.text, self.code = bytearray(), -1
        self.visits = self.visited = self.longest = 0

    def ended(self, mark: int) -> Ended:
        import unicorn as u

        uc, counter = self.machine._uc, self.machine._counter
        for memory in self.board.memory:
            if memory.name == "iram":  # as RAM that code is copied to
                uc.mem_protect(memory.start, memory.bytes, u.UC_PROT_ALL)

        def visit(*_: Any) -> None:
            now = counter.instructions
            if self.visits:
                self.longest = max(self.longest, now - self.visited)
            self.visits, self.visited = self.visits + 1, now

        if mark:
            uc.hook_add(u.UC_HOOK_CODE, visit, None, mark, mark)
        uc.hook_add(u.UC_HOOK_INTR, self._interrupted)
        for at in () if self.thumb else self._counter_registers():
            uc.hook_add(u.UC_HOOK_CODE, self._counter_register, None, at, at)
        for at in self._questions():
            uc.hook_add(u.UC_HOOK_CODE, self._question, None, at, at)
        if self.thumb:
            self._private_peripherals()
            stack, start = struct.unpack("<2I", self.image.read(self.board.region(self.board.code).start, 8))
            uc.reg_write(self.machine._const["sp"], stack)
        else:
            start = self.image.symbols["_start"]
        try:
            uc.emu_start(start, 0)
        except u.UcError as error:
            raise self.machine._trap(self.machine._refused or str(error)) from None
        if self.machine._refused:
            raise self.machine._trap(self.machine._refused)
        if counter.refused:
            raise self.machine._trap(f"unaligned access at {counter.address:#010x}", counter.pc)
        return Ended(self.text.decode(errors="replace"), self.code, counter.instructions, self.visits, self.longest)

    def _private_peripherals(self) -> None:
        """DEMCR, and the DWT's counter of cycles: one an instruction."""
        uc, counter = self.machine._uc, self.machine._counter

        def read(_: Any, offset: int, size: int, data: Any) -> int:
            return counter.instructions & 0xFFFF_FFFF if offset == CYCCNT else 0

        def write(_: Any, offset: int, size: int, value: int, data: Any) -> None:
            pass

        uc.mmio_map(DWT, PAGE, read, None, write, None)
        uc.mmio_map(PPB, PAGE, lambda *_: 0, None, write, None)

    def _counter_registers(self) -> Iterator[int]:
        """Where RISC-V code accesses Espressif's counter of cycles, registers 0x7e0 to 0x7e2, which Unicorn does not know."""
        code = self.image.text.content
        for at in range(0, len(code) - 3, 2):
            word = int.from_bytes(code[at : at + 4], "little")
            if word & 0x7F == 0x73 and 0x7E0 <= word >> 20 <= 0x7E2:
                yield self.image.text.address + at

    def _counter_register(self, uc: Any, address: int, size: int, data: Any) -> None:
        target = int.from_bytes(uc.mem_read(address, 4), "little") >> 7 & 31
        if target:
            uc.reg_write(self.machine._const["all"][target], self.machine._counter.instructions & 0xFFFF_FFFF)
        uc.reg_write(self.machine._const["pc"], address + 4)

    def _questions(self) -> Iterator[int]:
        """Where the program asks by semihosting: a breakpoint, on RISC-V between two shifts that do nothing.

        There it is stepped over before Unicorn sees it, which knows these three instructions and has no answer.
        """
        text, ask = self.image.text, b"\xab\xbe" if self.thumb else b"\x13\x10\xf0\x01\x73\x00\x10\x00"
        at = text.content.find(ask)
        while at >= 0:
            yield text.address + at + len(ask) - (2 if self.thumb else 4)
            at = text.content.find(ask, at + 1)

    def _question(self, uc: Any, address: int, size: int, data: Any) -> None:
        registers = self.machine._const["arguments"]
        answer = self._asked(uc, uc.reg_read(registers[0]), uc.reg_read(registers[1]))
        uc.reg_write(registers[0], answer & 0xFFFF_FFFF)
        uc.reg_write(self.machine._const["pc"], address + size | self.thumb)

    def _interrupted(self, uc: Any, number: int, data: Any) -> None:
        self.machine._refused = f"exception {number}"
        uc.emu_stop()

    def _asked(self, uc: Any, operation: int, argument: int) -> int:
        words = struct.unpack("<3I", uc.mem_read(argument, 12))
        if operation == SYS_OPEN:
            return {b":tt": TERMINAL, b"/dev/urandom": RANDOM}.get(bytes(uc.mem_read(words[0], words[2])), -1)
        if operation == SYS_WRITE and words[0] == TERMINAL:
            self.text += uc.mem_read(words[1], words[2])
            return 0
        if operation == SYS_READ and words[0] == RANDOM:
            uc.mem_write(words[1], os.urandom(words[2]))
            return 0
        if operation == SYS_EXIT_EXTENDED:
            self.code = words[1]
            uc.emu_stop()
            return 0
        return -1
