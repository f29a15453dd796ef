"""Cortex-M and RISC-V cores on Unicorn, which is QEMU's translator as a library.

Hooks in C (`counter.c`) count instructions, refuse unaligned addresses and note events. This is the only file that touches Unicorn.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from functools import cache
from itertools import accumulate
from typing import Any

from akela.boards.abi import Arguments
from akela.boards.files import BoardFile
from akela.boards.host_code import shared_library
from akela.boards.image import Image
from akela.boards.machine import PAINT, STACK_BYTES, Ran
from akela.boards.models import Misuse, System
from akela.boards.trace import NOTHING, CEvent, CTrace, Watch
from akela.boards.traps import EmulatorMissing, Trap
from akela.compiler.targets import load_target

STOP = 0x1F00_0000  # where a kernel returns to; no board has memory there
PAGE = 0x1000


class Instruction(ctypes.Structure):
    """`akela_instruction` of decode.h."""

    _fields_ = [
        (name, ctypes.c_uint8) for name in ("halfwords", "does", "base", "index", "left", "right", "aligned", "bytes", "follows")
    ] + [("offset", ctypes.c_int32)]


class Counter(ctypes.Structure):
    """`akela_counter` of counter.c."""

    _fields_ = [
        ("start", ctypes.c_uint64),
        ("bytes", ctypes.c_uint64),
        ("code", ctypes.c_void_p),
        ("before", ctypes.c_void_p),
        ("multiplies", ctypes.c_void_p),
        ("is_", ctypes.c_void_p),
        ("silent", ctypes.c_void_p),
        ("thumb", ctypes.c_uint32),
        ("unaligned", ctypes.c_uint32),
        ("variable", ctypes.c_uint32),
        ("refused", ctypes.c_uint32),
        ("address", ctypes.c_uint32),
        ("pc", ctypes.c_uint32),
        ("multiple", ctypes.c_uint32),
        ("registers", ctypes.c_int32 * 32),
        ("read_register", ctypes.c_void_p),
        ("stop", ctypes.c_void_p),
        ("instructions", ctypes.c_uint64),
        ("multiplied", ctypes.c_uint64),
        ("hits", ctypes.c_void_p),
        ("trace", ctypes.c_void_p),
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
        self._counter = Counter()
        self._prepare()
        self._refused = ""
        self._system: System
        self._wrong: Exception | None = None
        self._hooks()

    def _prepare(self) -> None:
        """Tables of what each instruction does, which hooks read."""
        counter, text, size = self._counter, self.image.text, len(self.image.text.content) // 2 + 2
        self._before = (ctypes.c_uint32 * size)()
        self._kept = (
            ctypes.c_char_p(text.content),
            (ctypes.c_uint32 * size)(),
            (Instruction * size)(),
            (ctypes.c_uint8 * size)(),
        )  # for as long as C uses them
        code, multiplies, instructions, silent = self._kept
        counter.start, counter.bytes = text.address, len(text.content) & ~1
        counter.code = ctypes.cast(code, ctypes.c_void_p)
        counter.before, counter.multiplies = ctypes.addressof(self._before), ctypes.addressof(multiplies)
        counter.is_, counter.silent = ctypes.addressof(instructions), ctypes.addressof(silent)
        counter.thumb, counter.unaligned = self._isa == "thumb", self.board.unaligned
        counter.variable = _variable(load_target(self.board.target).vartime)
        for i, number in enumerate(self._const["all"]):
            counter.registers[i] = number
        hooks().akela_count_prepare(ctypes.byref(counter))

    def _hooks(self) -> None:
        library, uc, counter = hooks(), self._uc, self._counter
        from unicorn import UC_HOOK_BLOCK, UC_HOOK_CODE, UC_HOOK_MEM_INVALID
        from unicorn.unicorn_py3.unicorn import uclib

        counter.read_register = ctypes.cast(uclib.uc_reg_read, ctypes.c_void_p)
        counter.stop = ctypes.cast(uclib.uc_emu_stop, ctypes.c_void_p)
        handle, state = ctypes.c_size_t(), ctypes.byref(counter)
        begin, end = ctypes.c_uint64(1), ctypes.c_uint64(0)  # everywhere
        for kind, function in ((UC_HOOK_BLOCK, library.akela_count_block), (UC_HOOK_CODE, library.akela_count_step)):
            uclib.uc_hook_add(uc._uch, ctypes.byref(handle), kind, ctypes.cast(function, ctypes.c_void_p), state, begin, end)

        def refuse(_: Any, access: int, address: int, size: int, value: int, data: Any) -> bool:
            self._refused = f"access of {size} bytes at {address:#010x}, where {self.board.title} allows none"
            return False

        uc.hook_add(UC_HOOK_MEM_INVALID, refuse)

    def connect(self, system: System) -> None:
        """Let loads and stores of words at registers of peripherals go to their models."""
        for page in system.pages():
            self._uc.mmio_map(page, PAGE, self._load, page, self._store, page)
        self._system = system

    def notice(self, function: int, notice: Callable[..., None]) -> None:
        """Call `notice` with what is in the argument registers whenever the core enters the function at this address."""
        from unicorn import UC_HOOK_CODE

        def entered(uc: Any, address: int, size: int, data: Any) -> None:
            notice(*(uc.reg_read(register) for register in self._const["arguments"]))

        self._uc.hook_add(UC_HOOK_CODE, entered, begin=function & ~1, end=function & ~1)

    def _load(self, uc: Any, offset: int, size: int, page: int) -> int:
        value = self._accessed(page + offset, size, lambda: self._system.read(page + offset))
        return 0 if value is None else int(value)

    def _store(self, uc: Any, offset: int, size: int, value: int, page: int) -> None:
        self._accessed(page + offset, size, lambda: self._system.write(page + offset, value))

    def _accessed(self, address: int, size: int, access: Callable[[], int | None]) -> int | None:
        """An access, unless the core has been stopped. What goes wrong stops it: no exception gets through Unicorn."""
        if self._wrong is not None:
            return None
        try:
            if size != 4 or address % 4:
                raise Misuse(f"a register is accessed by {size} bytes at {address:#010x}; peripherals take whole words")
            return access()
        except Exception as error:
            self._wrong = error
            self._uc.emu_stop()
            return None

    def write(self, address: int, content: bytes) -> None:
        """Put bytes into memory."""
        self._uc.mem_write(address, content)

    def read(self, address: int, count: int) -> bytes:
        """Bytes of memory."""
        return bytes(self._uc.mem_read(address, count))

    def run(self, function: int, arguments: Arguments, stack_top: int, watch: Watch = NOTHING) -> Ran:
        """Call the function at this address."""
        from unicorn import UcError

        counter = self._counter
        self._uc.mem_write(stack_top - STACK_BYTES, PAINT * STACK_BYTES)
        top = stack_top - (4 * len(arguments.stack) + 15) // 16 * 16
        self._uc.mem_write(top, b"".join(word.to_bytes(4, "little") for word in arguments.stack))
        hits = (ctypes.c_int64 * len(self._before))() if watch.hits else None
        trace = _trace(watch) if watch.trace else None
        counter.instructions = counter.multiplied = counter.refused = 0
        counter.hits = None if hits is None else ctypes.addressof(hits)
        counter.trace = None if trace is None else ctypes.addressof(trace)
        self._set(arguments, top)
        self._refused = ""
        self._wrong = None
        try:
            self._uc.emu_start(function | (self._isa == "thumb"), STOP)
        except UcError as error:
            raise self._trap(self._refused or _said(error)) from None
        if isinstance(self._wrong, Misuse):
            raise self._trap(str(self._wrong))
        if self._wrong is not None:
            raise self._wrong
        if counter.refused:
            reason = f"unaligned access at {counter.address:#010x}: {self.board.core} wants a multiple of {counter.multiple} here"
            raise self._trap(reason, counter.pc)
        if (stopped := self._uc.reg_read(self._const["pc"]) & ~1) != STOP:
            raise self._trap(f"the core stopped at {stopped:#010x}")
        used = self._uc.mem_read(stack_top - STACK_BYTES, STACK_BYTES)
        depth = len(bytes(used).lstrip(PAINT))
        return Ran(
            self._uc.reg_read(self._const["result"]),
            counter.instructions,
            counter.multiplied,
            depth - (stack_top - top),
            {} if hits is None else self._executed(hits),
            None if trace is None else trace.head.recording(trace.events),
        )

    def close(self) -> None:
        """Nothing: the engine goes with its object."""

    def _set(self, arguments: Arguments, top: int) -> None:
        for register, value in zip(self._const["arguments"], arguments.registers, strict=False):
            self._uc.reg_write(register, value)
        self._uc.reg_write(self._const["sp"], top)
        self._uc.reg_write(self._const["ra"], STOP | (self._isa == "thumb"))

    def _executed(self, hits: Any) -> dict[int, int]:
        before, start = self._before, self.image.text.address
        counts = list(accumulate(hits))
        return {start + 2 * i: n for i, n in enumerate(counts[:-2]) if n and before[i + 1] > before[i]}

    def _trap(self, reason: str, address: int | None = None) -> Trap:
        at = self._uc.reg_read(self._const["pc"]) & ~1 if address is None else address
        place = self.image.place(at)
        return Trap(reason, at, place.function, place.file, place.line)


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
        registers = [getattr(arm_const, f"UC_ARM_REG_{name}") for name in (*(f"R{i}" for i in range(13)), "SP", "LR", "PC")]
        return uc, {
            "all": registers,
            "arguments": registers[:4],
            "result": arm_const.UC_ARM_REG_R0,
            "sp": arm_const.UC_ARM_REG_SP,
            "ra": arm_const.UC_ARM_REG_LR,
            "pc": arm_const.UC_ARM_REG_PC,
        }
    uc = unicorn.Uc(unicorn.UC_ARCH_RISCV, unicorn.UC_MODE_RISCV32)
    uc.ctl_set_cpu_model(getattr(riscv_const, f"UC_CPU_RISCV32_{board.emulated_core}"))
    return uc, {
        "all": [getattr(riscv_const, f"UC_RISCV_REG_X{i}") for i in range(32)],
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


# What takes a time that depends on operands, by the names in target files -> decode.h.
MULTIPLIES, LONG, DIVIDES = 1, 2, 4
_KINDS = {
    MULTIPLIES: ("mul", "mla", "mls"),
    LONG: ("umull", "umlal", "umaal", "smull", "smlal", "mulh", "mulhu", "mulhsu"),
    DIVIDES: ("udiv", "sdiv", "div", "divu", "rem", "remu"),
}


def _variable(vartime: Mapping[str, str]) -> int:
    return sum(kind for kind, names in _KINDS.items() if vartime.keys() & {*names})


def _trace(watch: Watch) -> Any:
    """A trace with room for its recorded events, begun."""

    class Trace(ctypes.Structure):
        _fields_ = [("head", CTrace), ("events", CEvent * watch.room)]

    trace = Trace()
    trace.head.begin(watch)
    return trace


def _said(error: Any) -> str:
    from unicorn import UC_ERR_EXCEPTION, UC_ERR_INSN_INVALID

    return "illegal instruction" if error.errno in (UC_ERR_INSN_INVALID, UC_ERR_EXCEPTION) else str(error)


@cache
def hooks() -> Any:
    """counter.c as a library."""
    return ctypes.CDLL(str(shared_library("counter.c")))
