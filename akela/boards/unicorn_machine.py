"""Cortex-M and RISC-V cores on Unicorn, which is QEMU's translator as a library.

Instructions are counted by a hook in C (`counter.c`), compiled when it is first needed. This is the only file that touches Unicorn.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from akela.boards.abi import Arguments
from akela.boards.files import BoardFile
from akela.boards.image import Image
from akela.boards.machine import PAINT, STACK_BYTES, Ran
from akela.boards.traps import EmulatorMissing, Trap
from akela.compiler.c_compiler import compile_object, host_compiler, run
from akela.compiler.targets import load_target
from akela.compiler.toolchains import cache_folder

STOP = 0x1F00_0000  # where a kernel returns to; no board has memory there
PAGE = 0x1000


class Counter(ctypes.Structure):
    """`akela_counter` of counter.c."""

    _fields_ = [
        ("start", ctypes.c_uint64),
        ("bytes", ctypes.c_uint64),
        ("before", ctypes.c_void_p),
        ("multiplies", ctypes.c_void_p),
        ("instructions", ctypes.c_uint64),
        ("multiplied", ctypes.c_uint64),
        ("hits", ctypes.c_void_p),
        ("digest", ctypes.c_void_p),
    ]


class UnicornMachine:
    """A core that Unicorn emulates, with an image loaded."""

    def __init__(self, board: BoardFile, image: Image) -> None:
        self._uc, self._const = _engine(board)
        self.board, self.image = board, image
        self._isa = load_target(board.target).instruction_set
        for memory in board.memory:
            self._uc.mem_map(memory.start, memory.bytes, _permissions(memory.access))
        self._uc.mem_map(STOP, PAGE)
        for segment in image.segments:
            self._uc.mem_write(segment.address, segment.content)
        before, multiplies = _starts(image.text.content, self._isa)
        self._tables = (_array(before), _array(multiplies))
        self._counter = Counter(image.text.address, len(image.text.content), *(ctypes.addressof(table) for table in self._tables))
        self._refused = ""
        self._hooks()

    def _hooks(self) -> None:
        library, uc = hooks(), self._uc
        from unicorn import UC_HOOK_BLOCK, UC_HOOK_MEM_INVALID
        from unicorn.unicorn_py3.unicorn import uclib

        handle = ctypes.c_size_t()
        block = ctypes.cast(library.akela_count_block, ctypes.c_void_p)
        state = ctypes.byref(self._counter)
        begin, end = ctypes.c_uint64(1), ctypes.c_uint64(0)  # everywhere
        uclib.uc_hook_add(uc._uch, ctypes.byref(handle), UC_HOOK_BLOCK, block, state, begin, end)

        def refuse(_: Any, access: int, address: int, size: int, value: int, data: Any) -> bool:
            self._refused = f"access of {size} bytes at {address:#010x}, where {self.board.title} allows none"
            return False

        uc.hook_add(UC_HOOK_MEM_INVALID, refuse)

    def write(self, address: int, content: bytes) -> None:
        """Put bytes into memory."""
        self._uc.mem_write(address, content)

    def read(self, address: int, count: int) -> bytes:
        """Bytes of memory."""
        return bytes(self._uc.mem_read(address, count))

    def run(self, function: int, arguments: Arguments, stack_top: int, traced: bool = False) -> Ran:
        """Call the function at this address."""
        from unicorn import UcError

        counter, text = self._counter, self.image.text
        self._uc.mem_write(stack_top - STACK_BYTES, PAINT * STACK_BYTES)
        top = stack_top - (4 * len(arguments.stack) + 15) // 16 * 16
        self._uc.mem_write(top, b"".join(word.to_bytes(4, "little") for word in arguments.stack))
        hits, digest = (ctypes.c_int64 * (len(text.content) // 2 + 2))(), ctypes.c_uint64(0xCBF29CE484222325)
        counter.instructions = counter.multiplied = 0
        counter.hits = ctypes.addressof(hits) if traced else None
        counter.digest = ctypes.addressof(digest) if traced else None
        self._set(arguments, top)
        self._refused = ""
        thumb = self._isa == "thumb"
        tracing = self._trace_accesses() if traced else None
        try:
            self._uc.emu_start(function | thumb, STOP)
        except UcError as error:
            raise self._trap(self._refused or str(error)) from None
        finally:
            if tracing is not None:
                self._uc.hook_del(tracing)
        if (stopped := self._uc.reg_read(self._const["pc"]) & ~1) != STOP:
            raise self._trap(f"the core stopped at {stopped:#010x}")
        used = self._uc.mem_read(stack_top - STACK_BYTES, STACK_BYTES)
        depth = STACK_BYTES - (len(used) - len(bytes(used).lstrip(PAINT)))
        return Ran(
            self._uc.reg_read(self._const["result"]),
            counter.instructions,
            counter.multiplied,
            depth - (stack_top - top),
            digest.value if traced else 0,
            self._executed(hits) if traced else {},
        )

    def close(self) -> None:
        """Nothing: the engine goes with its object."""

    def _set(self, arguments: Arguments, top: int) -> None:
        for register, value in zip(self._const["arguments"], arguments.registers, strict=False):
            self._uc.reg_write(register, value)
        self._uc.reg_write(self._const["sp"], top)
        self._uc.reg_write(self._const["ra"], STOP | (self._isa == "thumb"))

    def _trace_accesses(self) -> Any:
        from unicorn import UC_HOOK_MEM_READ, UC_HOOK_MEM_WRITE
        from unicorn.unicorn_py3.unicorn import uclib

        handle = ctypes.c_size_t()
        access = ctypes.cast(hooks().akela_trace_access, ctypes.c_void_p)
        kinds = UC_HOOK_MEM_READ | UC_HOOK_MEM_WRITE
        uclib.uc_hook_add(
            self._uc._uch, ctypes.byref(handle), kinds, access, ctypes.byref(self._counter), ctypes.c_uint64(1), ctypes.c_uint64(0)
        )
        return handle.value

    def _executed(self, hits: Any) -> dict[int, int]:
        before = self._tables[0]
        counts = accumulate(hits[: len(self.image.text.content) // 2])
        starts = (before[i + 1] > before[i] for i in range(len(self.image.text.content) // 2))
        return {self.image.text.address + 2 * i: n for i, (n, starts) in enumerate(zip(counts, starts, strict=True)) if n and starts}

    def _trap(self, reason: str) -> Trap:
        address = self._uc.reg_read(self._const["pc"]) & ~1
        place = self.image.place(address)
        return Trap(reason, address, place.function, place.file, place.line)


def _engine(board: BoardFile) -> tuple[Any, dict[str, Any]]:
    """Unicorn's engine for a board's core, and the numbers of its registers."""
    try:
        import unicorn
        from unicorn import arm_const, riscv_const
    except ImportError:
        raise EmulatorMissing(f"{board.title} runs on Unicorn, which is not installed: pip install 'akela[boards]'") from None
    if load_target(board.target).instruction_set == "thumb":
        uc = unicorn.Uc(unicorn.UC_ARCH_ARM, unicorn.UC_MODE_THUMB | unicorn.UC_MODE_MCLASS)
        uc.ctl_set_cpu_model(getattr(arm_const, f"UC_CPU_ARM_{board.emulated_core}"))
        return uc, {
            "arguments": [arm_const.UC_ARM_REG_R0, arm_const.UC_ARM_REG_R1, arm_const.UC_ARM_REG_R2, arm_const.UC_ARM_REG_R3],
            "result": arm_const.UC_ARM_REG_R0,
            "sp": arm_const.UC_ARM_REG_SP,
            "ra": arm_const.UC_ARM_REG_LR,
            "pc": arm_const.UC_ARM_REG_PC,
        }
    uc = unicorn.Uc(unicorn.UC_ARCH_RISCV, unicorn.UC_MODE_RISCV32)
    uc.ctl_set_cpu_model(getattr(riscv_const, f"UC_CPU_RISCV32_{board.emulated_core}"))
    return uc, {
        "arguments": [getattr(riscv_const, f"UC_RISCV_REG_A{i}") for i in range(8)],
        "result": riscv_const.UC_RISCV_REG_A0,
        "sp": riscv_const.UC_RISCV_REG_SP,
        "ra": riscv_const.UC_RISCV_REG_RA,
        "pc": riscv_const.UC_RISCV_REG_PC,
    }


def _permissions(access: str) -> int:
    from unicorn import UC_PROT_EXEC, UC_PROT_READ, UC_PROT_WRITE

    bits = {"r": UC_PROT_READ, "w": UC_PROT_WRITE, "x": UC_PROT_EXEC}
    return sum(bits[letter] for letter in access)


def _starts(text: bytes, isa: str) -> tuple[list[int], list[int]]:
    """For every halfword and the end: how many instructions begin before it, and how many of these multiply."""
    before, multiplies, position = [], [], 0
    count = multiplied = 0
    while position < len(text):
        low = int.from_bytes(text[position : position + 2], "little")
        high = int.from_bytes(text[position + 2 : position + 4], "little")
        if isa == "thumb":
            size = 4 if low >= 0xE800 else 2
            # MUL (16 bits); MUL, MLA, UMULL, UMLAL and kin (0xFB...), without the divisions
            multiply = low & 0xFFC0 == 0x4340 if size == 2 else low & 0xFF00 == 0xFB00 and low & 0xFFD0 != 0xFB90
        else:
            size = 4 if low & 3 == 3 else 2
            word = low | high << 16
            multiply = size == 4 and word & 0xFE00_007F == 0x0200_0033 and word >> 14 & 1 == 0  # MUL, MULH, MULHSU, MULHU
        for _ in range(size // 2):
            before.append(count)
            multiplies.append(multiplied)
            count += not _
            multiplied += multiply and not _
        position += size
    return [*before, count, count], [*multiplies, multiplied, multiplied]


def _array(values: list[int]) -> Any:
    return (ctypes.c_uint32 * len(values))(*values)


@cache
def hooks() -> Any:
    """counter.c as a library."""
    compiler = host_compiler()
    command = [*compiler.command, "-O2", "-fPIC"]
    folder = cache_folder() / "boards"
    folder.mkdir(parents=True, exist_ok=True)
    (compiled,) = [compile_object(Path(__file__).with_name("counter.c"), [], command, compiler.version, folder)]
    shared = compiled.with_suffix(".dylib" if sys.platform == "darwin" else ".so")
    if not shared.is_file():
        unfinished = shared.with_suffix(".unfinished")
        run([*compiler.command, "-shared", str(compiled), "-o", str(unfinished)], unfinished)
        unfinished.replace(shared)
    return ctypes.CDLL(str(shared))
