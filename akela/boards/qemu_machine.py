"""Xtensa cores on QEMU's `sim` machine: one resident process, which a driver on the core (`xtensa/`) connects with this one.

A plugin in QEMU (`xtensa/plugin.c`) counts instructions, notes events and what the board would refuse, in a file that both processes map.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import re
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from akela.boards.abi import Arguments
from akela.boards.files import BoardFile
from akela.boards.host_code import shared_library
from akela.boards.image import Image
from akela.boards.machine import PAINT, STACK_BYTES, Ran
from akela.boards.trace import NOTHING, CEvent, CTrace, Watch
from akela.boards.traps import EmulatorMissing, Trap

if TYPE_CHECKING:
    from akela.boards.models import System

WRITE, READ, CALL = 1, 2, 3  # orders, as in driver.c
DRIVER, RESET = 0x6300_0000, 0x5000_0000  # where image.py puts what is no kernel
ROOM = 1 << 19  # events that can be recorded

# Exception causes: Xtensa ISA Reference Manual, section 4.4.1.
CAUSES = {
    0: "illegal instruction",
    2: "instruction fetch from {address:#010x}, where there is no memory",
    3: "access to {address:#010x}, where there is no memory",
    6: "division by zero",
    9: "unaligned access at {address:#010x}",
    14: "instruction fetch from {address:#010x}, where there is no memory",
    15: "access to {address:#010x}, where there is no memory",
    20: "instruction fetch from {address:#010x}, which holds no code",
    28: "load from {address:#010x}, where none is allowed",
    29: "store to {address:#010x}, where none is allowed",
}


# Why the plugin refused: the enum of plugin.c.
REFUSALS = {
    1: "access of {size} bytes at {address:#010x}, where {title} allows none",
    2: "unaligned access at {address:#010x}: {core} wants a multiple of {size} here",
    3: "access of {size} bytes at {address:#010x}, in memory of which {title} can only access whole words",
    4: "instruction fetch from {address:#010x}, which holds no code",
}


class Region(ctypes.Structure):
    """`akela_region` of plugin.c."""

    _fields_ = [(name, ctypes.c_uint32) for name in ("begin", "end", "access", "reserved")]


class Shared(ctypes.Structure):
    """`akela_shared` of plugin.c, with the recorded events."""

    _fields_ = [
        *((name, ctypes.c_uint32) for name in ("start", "bytes", "driver", "reset", "unaligned", "tracing")),
        *((name, ctypes.c_uint32) for name in ("refused", "pc", "address", "size", "regions", "mark")),
        ("region", Region * 8),
        *((name, ctypes.c_uint64) for name in ("instructions", "multiplied", "visits", "visited", "longest", "hits_at", "code_at")),
        ("trace", CTrace),
        ("events", CEvent * ROOM),
    ]


class QemuMachine:
    """A core that QEMU emulates, with an image loaded."""

    def __init__(self, board: BoardFile, image: Image) -> None:
        self.board, self.image = board, image
        self._process = self._start()

    def _start(self, *options: str) -> subprocess.Popen[bytes]:
        """QEMU with the image, which it runs from the reset vector on."""
        program = shutil.which("qemu-system-xtensa")
        if program is None:
            raise EmulatorMissing(f"{self.board.title} runs on qemu-system-xtensa, which is not installed: apt install qemu-system-misc")
        plugin = shared_library("xtensa/plugin.c", f"-DPLUGIN_VERSION={_plugin_version(program)}")
        file, self._path = tempfile.mkstemp(prefix="akela-board-")
        self._share(file)
        machine = ["-M", "sim", "-cpu", self.board.emulated_core, "-m", "64", "-semihosting", "-plugin", f"{plugin},shared={self._path}"]
        quiet = ["-display", "none", "-monitor", "none", "-serial", "none", "-no-reboot"]
        return subprocess.Popen(
            [program, *machine, *quiet, *options, "-kernel", str(self.image.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def _share(self, file: int) -> None:
        """The memory that the plugin has in common with this process."""
        text = self.image.text
        hits_at = ctypes.sizeof(Shared)
        code_at = hits_at + 8 * len(text.content)
        os.truncate(file, code_at + len(text.content) + 2)
        self._memory = mmap.mmap(file, 0)
        os.close(file)
        self._memory[code_at : code_at + len(text.content)] = text.content
        shared = self._shared = Shared.from_buffer(self._memory)
        self._hits = (ctypes.c_uint64 * len(text.content)).from_buffer(self._memory, hits_at)
        shared.start, shared.bytes, shared.hits_at, shared.code_at = text.address, len(text.content), hits_at, code_at
        shared.driver, shared.reset = DRIVER, RESET
        shared.unaligned = self.board.unaligned
        shared.regions = len(self.board.memory)
        for region, memory in zip(shared.region, self.board.memory, strict=False):
            region.begin, region.end = memory.begin, memory.end
            region.access = sum(1 << "rwx".index(letter) for letter in memory.access) | memory.word_only << 3

    def write(self, address: int, content: bytes) -> None:
        """Put bytes into memory."""
        self._say(struct.pack("<3I", WRITE, address, len(content)) + content)

    def read(self, address: int, count: int) -> bytes:
        """Bytes of memory."""
        self._say(struct.pack("<3I", READ, address, count))
        return self._hear(count)

    def run(self, function: int, arguments: Arguments, stack_top: int, watch: Watch = NOTHING) -> Ran:
        """Call the function at this address."""
        self.write(stack_top - STACK_BYTES, PAINT * STACK_BYTES)
        words = (*arguments.stack, *[0] * (-len(arguments.stack) % 4))
        top = stack_top - 4 * len(words)
        if words:
            self.write(top, struct.pack(f"<{len(words)}I", *words))
        registers = (*arguments.registers, *[0] * (6 - len(arguments.registers)))
        shared = self._shared
        shared.instructions = shared.multiplied = shared.refused = 0
        shared.tracing = watch.trace
        shared.trace.begin(watch)
        if watch.hits:
            ctypes.memset(self._hits, 0, ctypes.sizeof(self._hits))
        self._say(struct.pack("<3I8I", CALL, 0, 0, function, *registers, top))
        result, cause, pc, address, trapped = struct.unpack("<5I", self._hear(20))
        if shared.refused:
            facts = {"size": shared.size, "address": shared.address, "title": self.board.title, "core": self.board.core}
            raise self._trap(REFUSALS[shared.refused].format(**facts), shared.pc)
        if trapped:
            raise self._trap(CAUSES.get(cause, f"exception {cause}").format(address=address), pc)
        seen = self.read(stack_top - STACK_BYTES, STACK_BYTES - (stack_top - top))
        return Ran(
            result,
            shared.instructions,
            shared.multiplied,
            len(seen.lstrip(PAINT)),
            {self.image.text.address + at: count for at, count in enumerate(self._hits) if count} if watch.hits else {},
            shared.trace.recording(shared.events) if watch.trace else None,
        )

    def _trap(self, reason: str, pc: int) -> Trap:
        place = self.image.place(pc)
        return Trap(reason, pc, place.function, place.file, place.line)

    def connect(self, system: System) -> None:
        """Raises NotImplementedError: QEMU has no way to models in this process."""
        raise NotImplementedError("register models run with boards that Unicorn emulates")

    def notice(self, function: int, notice: Callable[..., None]) -> None:
        """Raises NotImplementedError, for the same reason."""
        raise NotImplementedError("calls are noticed on boards that Unicorn emulates")

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()
        Path(self._path).unlink(missing_ok=True)

    def __del__(self) -> None:
        if hasattr(self, "_process"):
            self.close()

    def _say(self, order: bytes) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(order)
            self._process.stdin.flush()
        except BrokenPipeError:
            raise self._ended() from None

    def _hear(self, count: int) -> bytes:
        assert self._process.stdout is not None
        answer = self._process.stdout.read(count)
        if len(answer) != count:
            raise self._ended()
        return answer

    def _ended(self) -> EmulatorMissing | RuntimeError:
        said = self._process.stderr.read().decode(errors="replace").strip() if self._process.stderr else ""
        code = self._process.wait()
        if "plugin" in said:
            program = "this qemu-system-xtensa does not run plugins, which akela counts with; the one of Debian's qemu-system-misc does"
            return EmulatorMissing(f"{program} ({said})")
        return RuntimeError(f"qemu-system-xtensa ended with {code}: {said}")


@cache
def _plugin_version(program: str) -> int:
    """The version of QEMU's interface for plugins that a plugin has to name: 1 until QEMU 8, then 2. What is used is the same in both."""
    said = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
    found = re.search(r"version (\d+)", said)
    if found is None:
        raise EmulatorMissing(f"{program} --version does not say which version it is, but {said.strip()[:80]!r}")
    return 1 if int(found[1]) < 9 else 2
