"""Xtensa cores on QEMU's `sim` machine: one resident process, which a driver on the core (`xtensa/`) connects with this one.

Instructions are counted by the core's cycle counter: with `-icount` QEMU's clock advances by a fixed time with each instruction.
"""

from __future__ import annotations

import shutil
import struct
import subprocess

from akela.boards.abi import Arguments
from akela.boards.files import BoardFile
from akela.boards.image import Image
from akela.boards.machine import PAINT, STACK_BYTES, Ran
from akela.boards.traps import EmulatorMissing, Trap

WRITE, READ, CALL = 1, 2, 3  # orders, as in driver.c
SHIFT = 7  # an instruction takes 2**SHIFT ns of QEMU's clock, and the counter has 40 MHz: 838 million instructions until it wraps
TICKS = 2**SHIFT * 40e6 / 1e9

# Exception causes: Xtensa ISA Reference Manual, section 4.4.1.
CAUSES = {
    0: "illegal instruction",
    2: "instruction fetch from {address:#010x}, where there is no memory",
    3: "access to {address:#010x}, where there is no memory",
    6: "division by zero",
    9: "unaligned access to {address:#010x}",
    14: "instruction fetch from {address:#010x}, where there is no memory",
    15: "access to {address:#010x}, where there is no memory",
    20: "instruction fetch from {address:#010x}, which holds no code",
    28: "load from {address:#010x}, where none is allowed",
    29: "store to {address:#010x}, where none is allowed",
}


class QemuMachine:
    """A core that QEMU emulates, with an image loaded."""

    def __init__(self, board: BoardFile, image: Image) -> None:
        program = shutil.which("qemu-system-xtensa")
        if program is None:
            raise EmulatorMissing(f"{board.title} runs on qemu-system-xtensa, which is not installed: apt install qemu-system-misc")
        self.board, self.image = board, image
        machine = ["-M", "sim", "-cpu", board.emulated_core, "-m", "64", "-semihosting", "-icount", f"shift={SHIFT},sleep=off"]
        quiet = ["-display", "none", "-monitor", "none", "-serial", "none", "-no-reboot"]
        self._process = subprocess.Popen(
            [program, *machine, *quiet, "-kernel", str(image.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def write(self, address: int, content: bytes) -> None:
        """Put bytes into memory."""
        self._say(struct.pack("<3I", WRITE, address, len(content)) + content)

    def read(self, address: int, count: int) -> bytes:
        """Bytes of memory."""
        self._say(struct.pack("<3I", READ, address, count))
        return self._hear(count)

    def run(self, function: int, arguments: Arguments, stack_top: int, traced: bool = False) -> Ran:
        """Call the function at this address."""
        self.write(stack_top - STACK_BYTES, PAINT * STACK_BYTES)
        words = (*arguments.stack, *[0] * (-len(arguments.stack) % 4))
        top = stack_top - 4 * len(words)
        if words:
            self.write(top, struct.pack(f"<{len(words)}I", *words))
        registers = (*arguments.registers, *[0] * (6 - len(arguments.registers)))
        self._say(struct.pack("<3I8I", CALL, 0, 0, function, *registers, top))
        result, ticks, cause, pc, address, trapped = struct.unpack("<6I", self._hear(24))
        if trapped:
            place = self.image.place(pc)
            reason = CAUSES.get(cause, f"exception {cause}").format(address=address)
            raise Trap(reason, pc, place.function, place.file, place.line)
        seen = self.read(stack_top - STACK_BYTES, STACK_BYTES - (stack_top - top))
        return Ran(result, round(ticks / TICKS), 0, len(seen.lstrip(PAINT)))

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def __del__(self) -> None:
        if hasattr(self, "_process"):
            self.close()

    def _say(self, order: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(order)
        self._process.stdin.flush()

    def _hear(self, count: int) -> bytes:
        assert self._process.stdout is not None
        answer = self._process.stdout.read(count)
        if len(answer) != count:
            _, said = self._process.communicate()
            raise RuntimeError(f"qemu-system-xtensa ended with {self._process.returncode}: {said.decode(errors='replace').strip()}")
        return answer
