"""A board: all kernels on one emulated core, called like those of an execution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any

from akela.boards.abi import place
from akela.boards.accelerators import FAMILIES, checked_families, make_system
from akela.boards.files import BoardFile, load_board
from akela.boards.image import Image, build_image
from akela.boards.machine import STACK_BYTES, Machine, Ran
from akela.boards.trace import NOTHING, Watch
from akela.boards.traps import Trap
from akela.compiler import ir
from akela.compiler.interface import class_name
from akela.compiler.python.expressions import global_name
from akela.compiler.python.load import load
from akela.compiler.targets import Target, load_target
from akela.executions import Execution
from akela.lang.status import Status
from akela.lang.types import STATUS, ArrayType, BoolType, IntType, SliceType, StructType, Type, WordType
from akela.ports.host import ENGINES
from akela.runtime.calls import address_of
from akela.runtime.foreign import ForeignStruct

if TYPE_CHECKING:
    from akela.boards.models import System

ALIGNMENT = 16


@dataclass(frozen=True)
class Called:
    """A result and what it took. Figures are counted by the emulator.

    value: what the callable gave. instructions, multiplies: executed. stack_bytes: the deepest the stack was. work_bytes: what the caller
    has to supply as work areas. accelerator_cycles: what the models of accelerators say that their work takes.
    """

    value: Any
    instructions: int
    multiplies: int
    stack_bytes: int
    work_bytes: int
    accelerator_cycles: int = 0


class Board(Execution):
    """All kernels on the emulated core of a board, as attributes: `Board("esp32c3").sha256(b"abc")`.

    compiler: "gcc" or "clang" (the ziglang wheel, which the extra akela[boards] brings). optimisation: "-Os", "-O2" and so on.
    target: the board's own target with other choices. modules: only the kernels of these modules, and what they call.
    image: a program to run instead (`image.link`). accelerators: the families that serve operations where the chip has them, of
    `accelerators.FAMILIES`; by default all where all kernels are built, and none of some modules.
    software_operations: single operations that they do not serve all the same, as the setting of this name.
    Raises ValueError for a name that no board has; ToolchainMissing and EmulatorMissing, naming the package, for what is not installed.
    """

    kind = "board"

    def __init__(
        self,
        name: str,
        *,
        compiler: str | None = None,
        optimisation: str = "-Os",
        target: Target | None = None,
        modules: tuple[str, ...] = (),
        image: Image | None = None,
        accelerators: Collection[str] | None = None,
        software_operations: Collection[str] = (),
    ) -> None:
        self.file: BoardFile = load_board(name)
        self.target = target or load_target(self.file.target)
        families = checked_families((FAMILIES if not modules else ()) if accelerators is None else accelerators)
        served = families if self.file.ports else frozenset()
        self.image = image or build_image(self.file, compiler, optimisation, self.target, modules, served, frozenset(software_operations))
        self.optimisation = optimisation
        self._machine = _machine(self.file, self.image)
        self.system: System | None = None  # the models of the accelerators, where these serve
        if self.image.served:
            self.system = make_system(self.file, self._machine)
            self._machine.connect(self.system)
            self._machine.notice(self.image.symbols["akela_host_served"], self._count_served)
        self.served: Counter[tuple[str, bool]] = Counter()  # calls of operations, by engine and whether the accelerator did all of it
        self._structs: dict[str, type[ForeignStruct]] = {}
        self.watch: Callable[[int], Watch] = lambda call: NOTHING  # what a call notes beside its costs, by its number in `runs`
        self.runs: list[Ran] = []  # of the calls since counting began
        self.called: list[ir.Function] = []  # the same calls' kernels
        self._work_bytes = 0
        self.word_sizes = (self.target.word_bits,)
        super().__init__(name, load(self.image.modules, "board", 32, self._module))

    def call(self, kernel: str, *arguments: Any) -> Called:
        """Call the kernel of this name, or the method of a context as "Sha256.update" with the context first, and count.

        Raises what the kernel raises, and Trap where the core stops.
        """
        owner, _, method = kernel.rpartition(".")
        function = getattr(getattr(self, owner), method) if owner else getattr(self, kernel)
        return self.measured(lambda: function(*arguments))

    def measured(self, work: Callable[[], Any]) -> Called:
        """Count what `work` does on the board."""
        self.runs.clear()
        self.called.clear()
        self._work_bytes = 0
        spent = self.system.cycles if self.system else 0
        value = work()
        return Called(
            value,
            sum(run.instructions for run in self.runs),
            sum(run.multiplies for run in self.runs),
            max((run.stack_bytes for run in self.runs), default=0),
            self._work_bytes,
            self.system.cycles - spent if self.system else 0,
        )

    def estimated_cycles(self, run: Ran | Called) -> float:
        """Cycles of the board's core for what was executed, by the board's cost model: an estimate."""
        cost = self.file.cost
        return cost.other * (run.instructions - run.multiplies) + cost.multiply * run.multiplies

    def _count_served(self, engine: int, hardware: int, *_: int) -> None:
        self.served[ENGINES[engine], bool(hardware & 1)] += 1

    def close(self) -> None:
        """End the emulator."""
        self._machine.close()

    # --- kernels ---

    def _module(self, module: ir.Module) -> ModuleType:
        """The kernels and struct classes of a module under the names that emitted modules give them."""
        result = ModuleType(module.name)
        for struct in module.structs:
            setattr(result, class_name(struct), self._struct(struct))
        for function in module.functions:
            if function.ref.exported:
                setattr(result, global_name(function.name), self._kernel(function))
        return result

    def _struct(self, struct: StructType) -> type[ForeignStruct]:
        size = self.image.struct_bytes[struct.name]
        return self._structs.setdefault(struct.name, type(class_name(struct), (ForeignStruct,), {"size": size, "__slots__": ()}))

    def _kernel(self, function: ir.Function) -> Callable[..., Status | None]:
        address = self.image.symbols[f"akela_{self.image.served.get(function.name, function.name)}"]
        kinds = [kind for _, kind in function.ref.params]
        returns_status = function.ref.returns == STATUS

        def kernel(*arguments: Any) -> Status | None:
            lent = _Lent(self._machine, self.file, self.image.first_free(self.file.region(self.file.data)))
            values: list[tuple[int, int]] = []
            for kind, argument in zip(kinds, arguments, strict=True):
                values += lent.argument(kind, argument)
            work = [argument for symbol, argument in zip(function.params, arguments, strict=True) if symbol.name == "work"]
            self._work_bytes = max(self._work_bytes, *(view.nbytes for view in work), 0)
            top = self.file.region(self.file.data).end - ALIGNMENT
            self.called.append(function)
            watch = self.watch(len(self.runs))
            self.runs.append(self._machine.run(address, place(self.target.instruction_set, values), top, watch))
            lent.take_back()
            if not returns_status:
                return None
            code = self.runs[-1].value
            return next(status for status in Status if status.code & 0xFFFFFFFF == code & 0xFFFFFFFF)

        return kernel


def _aligned(address: int) -> int:
    """The next address that arguments may be at."""
    return -(-address // ALIGNMENT) * ALIGNMENT


class _Lent:
    """Memory of the caller, put into the board's for the time of a call."""

    def __init__(self, machine: Machine, board: BoardFile, start: int) -> None:
        self._machine, self._board = machine, board
        self._next = _aligned(start)
        self._end = board.region(board.data).end - ALIGNMENT - STACK_BYTES
        self._given: list[tuple[int, bytearray | memoryview]] = []
        self._placed: dict[int, tuple[int, int]] = {}  # where it lies here -> (where it lies there, bytes)

    def argument(self, kind: Type, given: Any) -> Sequence[tuple[int, int]]:
        """An argument as C takes it: values and their bits."""
        match kind:
            case IntType() | BoolType():
                return [(int(given), 32)]
            case WordType(bits=bits):
                return [(int(given), max(bits, 32))]
            case StructType():
                return [(self._put(given.content), 32)]
            case ArrayType():
                return [(self._view(given), 32)]
            case SliceType():
                return [(self._view(given), 32), (len(given), 32)]
        raise TypeError(f"no argument of a C function: {kind}")

    def _view(self, given: memoryview) -> int:
        octets = given.cast("B")
        here = address_of(octets) if octets.nbytes else 0
        if here in self._placed and self._placed[here][1] >= octets.nbytes:
            there = self._placed[here][0]
            if not octets.readonly:
                self._given.append((there, octets))
            return there
        there = self._put(octets)
        if here:
            self._placed[here] = (there, octets.nbytes)
        return there

    def _put(self, content: bytearray | memoryview) -> int:
        address = self._next
        self._next = _aligned(address + len(content))
        if self._next > self._end:
            room = self._end - self._board.region(self._board.data).begin
            raise Trap(f"the arguments do not fit into the {room} bytes that {self._board.title} has for them", address)
        if len(content):
            self._machine.write(address, bytes(content))
        if not isinstance(content, memoryview) or not content.readonly:
            self._given.append((address, content))
        return address

    def take_back(self) -> None:
        """What the kernel wrote."""
        for address, content in self._given:
            if len(content):
                content[:] = self._machine.read(address, len(content))


def _machine(board: BoardFile, image: Image) -> Machine:
    if board.emulator == "qemu":
        from akela.boards.qemu_machine import QemuMachine

        return QemuMachine(board, image)
    from akela.boards.unicorn_machine import UnicornMachine

    return UnicornMachine(board, image)
