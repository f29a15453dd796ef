"""What all models have in common: declared registers that keep their values, rules of access, time, and faults."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from akela.exceptions import AkelaError
from akela.lang.registers import Reg, RegisterBlock


class Misuse(AkelaError):
    """A driver did what the manual forbids or leaves open. The message names register and field."""


class Fault(Enum):
    """What a model can be told to do wrong."""

    STUCK_BUSY = "never finishes"
    WRONG_RESULT = "finishes with a bit of the result turned over"
    ERROR_FLAG = "reports an error in its status"
    SEED_ERROR = "the random source reports that it is not random"
    CLOCK_ERROR = "the random source reports that its clock is too slow"


class Peripheral:
    """The registers of a block, each with its value.

    A model of a block is a subclass with methods `on_read_<REGISTER>(index)`, which gives the value, and `on_write_<REGISTER>(index,
    value)`, which does what the write starts; registers without such methods keep what is written.

    polls: how many reads of a status say "busy" before it says "done". fault: what goes wrong, once `sound` more
    things have been begun. powered: gives why the block cannot be
    accessed, or an empty string. cycles: of the accelerator, spent so far. accesses: reads and writes so far.
    """

    def __init__(self, block: RegisterBlock, polls: int = 2) -> None:
        self.block = block
        self.polls = polls
        self.fault: Fault | None = None
        self.sound = 0
        self.powered: Callable[[], str] = lambda: ""
        self.cycles = 0
        self.accesses = 0
        self._waiting = 0  # reads until what was started is done
        self._at: dict[int, tuple[Reg, int]] = {
            register.offset + register.stride * i: (register, i) for register in block.registers() for i in range(register.count)
        }
        self.reset()

    def reset(self) -> None:
        """All registers to their values after reset; what was started is forgotten."""
        self.values = {register.name: [register.reset] * register.count for register in self.block.registers()}
        self._waiting = 0

    # --- for buses ---

    @property
    def extent(self) -> tuple[int, int]:
        """The first address of a register, and the one behind the last."""
        return self.block.base + min(self._at), self.block.base + max(self._at) + 4

    def read(self, address: int) -> int:
        """What a load from this address gives. Raises Misuse."""
        register, index = self._register(address, "read")
        if "r" not in register.access:
            raise Misuse(f"{self.name(register)} is read; it can only be written")
        given: Callable[[int], int] | None = getattr(self, f"on_read_{register.name}", None)
        return self.values[register.name][index] if given is None else given(index)

    def write(self, address: int, value: int) -> None:
        """What a store to this address does. Raises Misuse."""
        register, index = self._register(address, "written")
        if "w" not in register.access:
            raise Misuse(f"{self.name(register)} is written, with {value:#x}; it can only be read")
        if reserved := value & ~register.mask():
            raise Misuse(f"{self.name(register)}: {value:#x} sets reserved bits {reserved:#x}")
        done: Callable[[int, int], None] | None = getattr(self, f"on_write_{register.name}", None)
        if done is None:
            self.values[register.name][index] = value
        else:
            done(index, value)

    def _register(self, address: int, how: str) -> tuple[Reg, int]:
        self.accesses += 1
        if address - self.block.base not in self._at:
            raise Misuse(f"{self.block.name} has no register at {address:#010x}, which is {how}")
        register, index = self._at[address - self.block.base]
        if why := self.powered():
            raise Misuse(f"{self.name(register)} is {how} while {why}")
        return register, index

    # --- for models ---

    def name(self, register: Reg | str, field: str = "") -> str:
        """For messages: `AES.MODE`, `AES.MODE.mode`."""
        return f"{self.block.name}.{register if isinstance(register, str) else register.name}{field and '.' + field}"

    def field(self, register: str, field: str, index: int = 0) -> int:
        """The value of a register's field."""
        declared: Reg = type(self.block).__dict__[register]
        return declared.fields[field].get(self.values[register][index])

    def octets(self, register: str, count: int, first: int = 0) -> bytes:
        """A row of registers as bytes, each least significant first."""
        return b"".join(word.to_bytes(4, "little") for word in self.values[register][first : first + count])

    def put(self, register: str, content: bytes, first: int = 0) -> None:
        """Bytes into a row of registers."""
        for i in range(0, len(content), 4):
            self.values[register][first + i // 4] = int.from_bytes(content[i : i + 4], "little")

    def begin(self, cycles: int) -> None:
        """Something begins that takes so long."""
        self.cycles += cycles
        self._waiting = max(self.polls, self.has(Fault.STUCK_BUSY))
        self.sound = max(self.sound - 1, 0)

    def has(self, fault: Fault) -> bool:
        """Whether this goes wrong now."""
        return self.fault is fault and self.sound == 0

    @property
    def busy(self) -> bool:
        """Whether what was begun is not done. To ask does not take time."""
        return self._waiting > 0

    def poll(self) -> bool:
        """Whether what was begun is not done, as a read of a status finds; with each, time passes."""
        was = self.busy
        if was and not self.has(Fault.STUCK_BUSY):
            self._waiting -= 1
        return was

    def idle(self, register: str) -> None:
        """Raises Misuse where a register is used that must be left alone while the block works."""
        if self.busy:
            raise Misuse(f"{self.name(register)} is used while {self.block.name} is busy")

    def result(self, content: bytes) -> bytes:
        """A result as this block gives it."""
        return bytes([content[0] ^ 1]) + content[1:] if content and self.has(Fault.WRONG_RESULT) else content
