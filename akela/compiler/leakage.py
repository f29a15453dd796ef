"""The leakage contract of a function, derived from its checked IR: which public values decide where control goes, which memory is
used and how far something is shifted.

The checker refuses secrets in these places, so what is found here is all that an observer of branches and addresses can learn. It is
followed through locals, memory and calls back to the function's parameters, to registers, and to values that were declassified. A value
that is assigned under a condition counts as made from what the condition is made from, too. The elements of an array are one value here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from akela.compiler.contracts import NOTHING, Contract, Declassified, Length, Memory, Origin, Origins, Register, Value
from akela.compiler.frontend import Program, TargetFacts, compile_module
from akela.compiler.ir import (
    Assign,
    Binary,
    Builtin,
    Call,
    Choose,
    Compare,
    CopyInto,
    Declare,
    Expr,
    Field,
    Fill,
    For,
    Function,
    FunctionRef,
    If,
    Index,
    Len,
    Logic,
    Module,
    Parallel,
    RegWrite,
    Return,
    Stmt,
    StoreBytes,
    Symbol,
    TableRef,
    Unpack,
    Var,
    View,
    While,
    children,
    expressions,
    walk,
)
from akela.compiler.ir import Contract as ContractStmt
from akela.lang.registers import Reg, RegisterBlock
from akela.lang.types import ArrayType, SliceType, StructType, Type, is_secret


class Contracts:
    """The contracts of the functions of some modules; every module that one of these calls must be among them."""

    def __init__(self, modules: Iterable[Module]) -> None:
        self._functions: Mapping[tuple[str, str], Function] = {(f.ref.module, f.name): f for module in modules for f in module.functions}
        self._known: dict[tuple[str, str], Contract] = {}

    def of(self, function: FunctionRef) -> Contract:
        """The contract of a function. Raises KeyError where its module is not among those given."""
        key = (function.module, function.name)
        if key not in self._known:
            self._known[key] = _Tracer(self._functions[key], self).trace()
        return self._known[key]

    def arguments(self, call: Call) -> dict[Symbol, Expr]:
        """The arguments of a call by the parameters that the origins in the callee's contract refer to."""
        return dict(zip(self._functions[call.function.module, call.function.name].params, call.arguments, strict=True))


def checked_modules(names: Iterable[str], target: TargetFacts) -> list[Module]:
    """The checked IR of these modules and of all that they call, each once.

    Raises what `frontend.compile_module` raises.
    """
    program = Program.for_target(target)
    waiting, found = list(names), dict[str, Module]()
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found[name] = compile_module(name, target, None, program)
            waiting += found[name].imports
    return list(found.values())


class _Tracer:
    """Follows values through one function, statement by statement."""

    def __init__(self, function: Function, contracts: Contracts) -> None:
        self.function = function
        self.contracts = contracts
        self.contract = Contract()
        self.state: dict[Memory, Origins] = {}  # public values that have been set since the function began
        self.exits: list[dict[Memory, Origins]] = []  # the state at each return
        self.left: Origins = NOTHING  # the conditions of the returns so far
        self.views: dict[Symbol, View] = {}
        self.lengths = dict(_stated_lengths(function))

    def trace(self) -> Contract:
        """The contract."""
        self._body(self.function.body, NOTHING)
        for exit_state in self.exits:
            self.state = self._joined(self.state, exit_state)
        for memory, origins in self.state.items():
            if memory.symbol in self.function.params and _is_memory(memory.symbol.type):
                self.contract.written[memory] = origins | self.left
        self.contract.result |= self.left if self.contract.result else NOTHING
        return self.contract

    def _joined(self, one: dict[Memory, Origins], other: dict[Memory, Origins]) -> dict[Memory, Origins]:
        """What is known where two paths meet."""
        return {m: one.get(m, self._given(m)) | other.get(m, self._given(m)) for m in {**one, **other}}

    def _given(self, memory: Memory) -> Origins:
        return frozenset({Value(memory)}) if memory.symbol in self.function.params else NOTHING

    # --- statements

    def _body(self, body: tuple[Stmt, ...], condition: Origins) -> None:
        """Follows a list of statements that run under a condition."""
        for stmt in body:
            if isinstance(stmt, ContractStmt):
                continue  # a comment in C
            for expr in expressions(stmt):
                self._look_at(expr)
            self._statement(stmt, condition)

    def _statement(self, stmt: Stmt, condition: Origins) -> None:
        match stmt:
            case Declare(symbol=symbol, value=View() as view):
                self.views[symbol] = view
            case Declare(symbol=symbol, value=value) if value is not None:
                self._set(Memory(symbol), self.origins(value) | condition)
            case Assign(target=target, value=value):
                self._assign(target, self.origins(value) | condition)
            case Unpack(targets=targets, value=value):
                for place in targets:
                    if place is not None:
                        self._assign(place, self.origins(value) | condition)
            case Parallel(targets=targets, values=values):
                for place, origins in zip(targets, [self.origins(value) for value in values], strict=True):
                    self._assign(place, origins | condition)
            case CopyInto(target=target, source=source):
                self._steer("loop bounds", self.length(target))
                self._add(target, self.stored(source) | condition)
            case Fill(target=target, value=value):
                self._steer("loop bounds", self.length(target))
                self._add(target, self.origins(value) | condition)
            case StoreBytes(buffer=buffer, offset=offset, value=value):
                self._steer("indices", self.origins(offset))
                self._add(buffer, self.origins(value) | condition)
            case RegWrite(index=index) if index is not None:
                self._steer("indices", self.origins(index))
            case If(condition=test, then=then, other=other):
                inside = condition | self._deciding("branches", test)
                before = dict(self.state)
                self._body(then, inside)
                self.state, after_then = before, self.state
                self._body(other, inside)
                self.state = self._joined(self.state, after_then)
            case While() | For():
                self._loop(stmt, condition)
            case Return(values=values):
                self.left |= condition
                self.contract.result |= self._all(values) | condition
                self.exits.append(dict(self.state))

    def _loop(self, stmt: While | For, condition: Origins) -> None:
        """Goes round until nothing new is found."""
        while True:
            before = dict(self.state)
            if isinstance(stmt, For):
                bounds = self._deciding("loop bounds", stmt.start, stmt.stop)
                self._set(Memory(stmt.symbol), bounds)
            else:
                self._look_at(stmt.condition)
                bounds = self._deciding("loop bounds", stmt.condition)
            self._body(stmt.body, condition | bounds)
            self.state = self._joined(self.state, before)
            if self.state == before:
                return

    def _deciding(self, kind: str, *exprs: Expr) -> Origins:
        """Notes what decides, and gives it."""
        found = self._all(exprs)
        self._steer(kind, found)
        return found

    def _assign(self, target: Expr, origins: Origins) -> None:
        match target:
            case Index(base=base, index=index):
                self._add(base, origins | self.origins(index))
            case _:
                memory = self.memory(target)
                assert memory is not None  # tables are constant
                self._set(memory, origins)

    def _add(self, target: Expr, origins: Origins) -> None:
        """Some elements of an array are set."""
        memory = self.memory(target)
        assert memory is not None
        self._set(memory, self._contents(memory) | origins)

    def _set(self, memory: Memory, origins: Origins) -> None:
        if not is_secret(memory.type):
            self.state[memory] = origins

    def _steer(self, kind: str, origins: Origins) -> None:
        self.contract.steers[kind] |= origins

    # --- what expressions steer

    def _look_at(self, expr: Expr) -> None:
        for inner in walk(expr):
            match inner:
                case Index(index=index):
                    self._steer("indices", self.origins(index))
                case View(start=start, stop=stop):
                    self._steer("slice bounds", self.origins(start) | self.origins(stop))
                case Binary(op="shl" | "shr", right=count) | Builtin(name="rotl" | "rotr", arguments=(_, count)):
                    self._steer("shift counts", self.origins(count))
                case Binary(op="floordiv" | "mod", left=left, right=right):
                    self._steer("divisions", self.origins(left) | self.origins(right))
                case Builtin(name="load_le" | "load_be" | "load_vector", arguments=(_, offset)):
                    self._steer("indices", self.origins(offset))
                case Builtin(name="reg_read", arguments=(index,)):
                    self._steer("indices", self.origins(index))
                case Choose(condition=test):
                    self._steer("branches", self.origins(test))
                case Logic(op="and" | "or", operands=operands):
                    self._steer("branches", self._all(operands[:-1]))
                case Call():
                    self._call(inner)

    def _call(self, call: Call) -> None:
        """What the callee steers and writes, in terms of this function."""
        callee = self.contracts.of(call.function)
        for kind, origins in callee.steers.items():
            self._steer(kind, self._passed(call, origins))
        after = {memory: self._passed(call, origins) for memory, origins in callee.written.items()}
        arguments = self.contracts.arguments(call)
        for memory, origins in after.items():
            target = self.memory(arguments[memory.symbol])
            assert target is not None
            whole = Memory(target.symbol, target.fields + memory.fields)
            self._set(whole, origins | self._contents(whole) if _is_elements(whole.type) else origins)

    def _passed(self, call: Call, origins: Origins) -> Origins:
        """Origins in terms of a callee as origins in terms of this function."""
        arguments = self.contracts.arguments(call)
        found = NOTHING
        for origin in origins:
            match origin:
                case Length(symbol):
                    found |= self.length(arguments[symbol])
                case Value(Memory(symbol, fields)) if _is_memory(symbol.type):
                    here = self.memory(arguments[symbol])
                    found |= NOTHING if here is None else self._contents(Memory(here.symbol, here.fields + fields))
                case Value(Memory(symbol)):
                    found |= self.origins(arguments[symbol])
                case _:
                    found |= {origin}
        return found

    # --- where values come from

    def origins(self, expr: Expr) -> Origins:
        """Where a public value comes from; nothing for a constant, and for a secret, which steers nothing."""
        if is_secret(expr.type):
            return NOTHING
        match expr:
            case Var() | Field():
                return self.stored(expr)
            case Index(base=base, index=index):
                return self.stored(base) | self.origins(index)
            case Len(operand=operand):
                return self.length(operand)
            case Call(function=function):
                return self._passed(expr, self.contracts.of(function).result)
            case Builtin(name="declassify", attributes=(why,)):
                return frozenset({Declassified(expr.src, str(why))})
            case Builtin(name="reg_read", attributes=(RegisterBlock() as block, Reg() as register)):
                return frozenset({Register(f"{block.name}.{register.name}")})
            case Builtin(name="load_le" | "load_be" | "load_vector", arguments=(buffer, offset)):
                return self.stored(buffer) | self.origins(offset)
            case _:
                return self._all(children(expr))

    def _all(self, exprs: Iterable[Expr]) -> Origins:
        return frozenset[Origin]().union(*map(self.origins, exprs))

    def length(self, expr: Expr) -> Origins:
        """Where the length of an array or slice comes from."""
        match expr:
            case Var(symbol=symbol) if symbol in self.views:
                return self.length(self.views[symbol])
            case Var(symbol=symbol) if symbol in self.lengths:
                return self.origins(self.lengths[symbol])
            case Var(symbol=symbol, type=SliceType()):
                return frozenset({Length(symbol)})
            case View(start=start, stop=stop):
                return self.origins(start) | self.origins(stop)
            case _:
                return NOTHING

    def stored(self, expr: Expr) -> Origins:
        """Where a public variable's value, or an array's contents, come from."""
        memory = None if is_secret(expr.type) else self.memory(expr)
        return NOTHING if memory is None else self._contents(memory)

    def _contents(self, memory: Memory) -> Origins:
        return self.state.get(memory, self._given(memory))

    def memory(self, expr: Expr) -> Memory | None:
        """What an expression refers to; None for a constant table."""
        match expr:
            case Var(symbol=symbol):
                return self.memory(self.views[symbol]) if symbol in self.views else Memory(symbol)
            case Field(base=base, name=name):
                found = self.memory(base)
                assert found is not None
                return Memory(found.symbol, (*found.fields, name))
            case View(base=base):
                return self.memory(base)
            case TableRef():
                return None
            case _:
                raise TypeError(f"{expr.src}: {type(expr).__name__} refers to no memory")


def _stated_lengths(function: Function) -> Iterator[tuple[Symbol, Expr]]:
    """Slices whose length follows from something else, as `requires(len(out) == len(data))` says."""
    for stmt in function.body:
        match stmt:
            case ContractStmt(kind="requires", condition=Compare(op="eq", left=Len(operand=Var(symbol=symbol)), right=length)):
                yield symbol, length


def _is_elements(kind: Type) -> bool:
    return isinstance(kind, ArrayType | SliceType)


def _is_memory(kind: Type) -> bool:
    """Whether a parameter of this type refers to its caller's memory."""
    return isinstance(kind, ArrayType | SliceType | StructType)
