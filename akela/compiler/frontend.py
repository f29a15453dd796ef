"""From kernel modules to checked IR: `compile_module` is parse and check of everything that a module registers.

A `Program` keeps what has been checked, so that a function called from many places is checked once and recursion is seen.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from akela import lang
from akela.compiler.check import check_function
from akela.compiler.errors import Code, CompileError, CompileErrors
from akela.compiler.ir import (
    Call,
    Declare,
    Function,
    FunctionRef,
    Module,
    Src,
    Symbol,
    Table,
    TableRef,
    statements,
)
from akela.lang import REGISTRY
from akela.lang.errors import KindError
from akela.lang.functions import KernelFunction
from akela.lang.types import StructType, Type, resolve


class TargetFacts(Protocol):
    """What the front end needs to know of a target."""

    @property
    def word_bits(self) -> int:
        """32 or 64."""
        ...

    @property
    def wide_mul(self) -> str:
        """ "native" or "split"."""
        ...

    @property
    def options(self) -> Mapping[str, int]:
        """Build options that are not the default."""
        ...


class Program:
    """Checked functions and tables of any number of modules."""

    def __init__(self, word_bits: int, split_products: bool = False, options: Mapping[str, int] | None = None) -> None:
        self.word_bits = word_bits
        self.split_products = split_products
        self.options = dict(options or {})
        self._functions: dict[tuple[KernelFunction, int], Function] = {}
        self._in_progress: list[KernelFunction] = []
        self._tables: dict[tuple[int, int], Table] = {}
        self._table_names: set[tuple[str, str]] = set()  # (home, name)
        self._names: dict[tuple[str, str], KernelFunction] = {}

    @classmethod
    def for_target(cls, target: TargetFacts) -> Program:
        """An empty program with words, products and build options of a target."""
        return cls(target.word_bits, target.wide_mul == "split", target.options)

    def function(self, function: KernelFunction, word_bits: int | None = None, src: Src | None = None) -> Function:
        """The checked function; for a template its instance at `word_bits`.

        Raises CompileErrors where it, or something it calls, is refused.
        """
        bits = (word_bits or self.word_bits) if _is_template(function) else 0
        key = (function, bits)
        if key not in self._functions:
            if function in self._in_progress:
                cycle = " → ".join(f.name for f in [*self._in_progress[self._in_progress.index(function) :], function])
                raise CompileErrors(
                    [CompileError(Code.RECURSION, src or Src(), function.name, f"calls without a cycle, not {cycle}", "use a loop")]
                )
            self._in_progress.append(function)
            try:
                self._functions[key] = check_function(function, self._name(function, bits), bits or self.word_bits, self)
            finally:
                self._in_progress.pop()
        return self._functions[key]

    def checked(self, function: KernelFunction, bits: int) -> Function | None:
        """The function, or its instance, where it has been checked. `bits` is 0 for what is no template."""
        return self._functions.get((function, bits))

    def signature(self, function: KernelFunction, word_bits: int, src: Src) -> FunctionRef:
        """The signature of a callee, checked first: what it writes is part of it."""
        return self.function(function, word_bits, src).ref

    def operation_pauses(self, function: KernelFunction, word_bits: int) -> bool:
        """Whether the kernel pauses whose operation a function provides: then both have the form of what pauses."""
        if function.provides is None:
            return False
        kernels = (each for functions in REGISTRY.values() for each in functions if each.operation == function.provides)
        return any(self.function(each, word_bits).ref.pauses for each in kernels)

    def table(self, table: lang.ConstantTable, name: str, word_bits: int) -> Table:
        """The table under the name it is used by in C; two tables of one module never share one."""
        key = (id(table), word_bits)
        if key not in self._tables:
            home, base = _variable(table) or ("", name.rpartition(".")[2])
            unique = next(n for n in _candidates(base) if (home, n) not in self._table_names)
            self._table_names.add((home, unique))
            with lang.word_size(word_bits):  # on which the words of `limbs` depend
                self._tables[key] = Table(unique, resolve(table.element, word_bits), table.values)
        return self._tables[key]

    def _name(self, function: KernelFunction, bits: int) -> str:
        base = f"{function.name}_w{bits}" if bits else function.name
        scope = function.module if function.kind in ("helper", "intrinsic") else ""
        for name in _candidates(base):
            if self._names.setdefault((scope, name), function) is function:
                return name
        raise AssertionError("unreachable")


def _is_template(function: KernelFunction) -> bool:
    try:
        return function.is_template
    except (KindError, TypeError, ValueError):
        return False  # its annotations are at fault: the checker says where


def _variable(table: lang.ConstantTable) -> tuple[str, str] | None:
    """Module and module-level name of a table. A kernel maker knows it only as the parameter that it was given as."""
    homes = ((home, vars(sys.modules[home])) for home in REGISTRY if home in sys.modules)
    return next(((home, name) for home, names in homes for name, value in names.items() if value is table), None)


def _candidates(base: str) -> Iterator[str]:
    yield base
    number = 2
    while True:
        yield f"{base}_{number}"
        number += 1


def compile_module(name: str, target: TargetFacts, word_sizes: Sequence[int] | None = None, program: Program | None = None) -> Module:
    """Parse and check everything that the kernel module `name` registers.

    `word_sizes` are the instances made of templates, by default the target's word size alone. Helpers of other modules that
    it calls are included. A helper that a kernel maker made is checked where it is called: it may suit other targets only.
    Raises CompileErrors with the refusals of all its functions, and ImportError where there is no such module.
    """
    python = importlib.import_module(name)
    if name not in REGISTRY:
        raise ImportError(f"{name} is no kernel module: it has no function decorated with a decorator of akela.lang")
    program = program or Program.for_target(target)
    errors: list[CompileError] = []
    for function, bits in _instances(name, target, word_sizes):
        if not (function.made and function.kind == "helper"):
            try:
                program.function(function, bits)
            except CompileErrors as refused:
                errors.extend(error for error in refused.errors if error not in errors)
    if errors:
        raise CompileErrors(errors)
    checked = [program.checked(function, bits) for function, bits in _instances(name, target, word_sizes)]
    own = [function for function in checked if function is not None]
    return _assemble(name, python.__doc__ or "", Path(python.__file__ or name), own, program)


def _instances(name: str, target: TargetFacts, word_sizes: Sequence[int] | None) -> Iterator[tuple[KernelFunction, int]]:
    """What a module registers, templates once for each word size; 0 stands for no template."""
    for function in REGISTRY[name]:
        for bits in word_sizes or (target.word_bits,) if _is_template(function) else (0,):
            yield function, bits


def _assemble(name: str, doc: str, path: Path, own: list[Function], program: Program) -> Module:
    functions = _used(own, program)
    tables: list[Table] = []
    structs: list[StructType] = []
    imports: list[str] = []
    for function in functions:
        for kind in (symbol.type for symbol in _symbols(function)):
            for struct in _structs(kind):
                if struct not in structs:
                    structs.append(struct)
        for expr in function.nodes:
            if isinstance(expr, TableRef) and expr.table not in tables:
                tables.append(expr.table)
            if isinstance(expr, Call) and expr.function.exported and expr.function.module not in (*imports, name):
                imports.append(expr.function.module)
    names = [table.name for table in tables]
    if len(set(names)) < len(names):
        twice = next(n for n in names if names.count(n) > 1)
        raise ImportError(f"{name} uses two tables called {twice}, one of them of another module; rename one of them")
    for struct in structs:
        home = struct_home(struct)
        if home not in (*imports, name):
            imports.append(home)
    return Module(name, doc, path, [s for s in structs if struct_home(s) == name], tables, functions, imports)


def _used(own: list[Function], program: Program) -> list[Function]:
    """The module's functions in source order without helpers that nothing calls; helpers of other modules before those that call them."""
    by_ref = {id(f.ref): f for f in program._functions.values()}
    result: list[Function] = []

    def visit(function: Function) -> None:
        if function in result:
            return
        for expr in function.nodes:
            if isinstance(expr, Call) and not expr.function.exported:
                visit(by_ref[id(expr.function)])
        result.append(function)

    for function in own:
        if function.ref.exported:
            visit(function)
    order = {id(f): i for i, f in enumerate(own)}
    ordered = [f for f in result if id(f) not in order] + sorted((f for f in result if id(f) in order), key=lambda f: order[id(f)])
    # What was made for other build options is younger than what calls it.
    result.clear()
    for function in ordered:
        visit(function)
    return result


def _symbols(function: Function) -> Iterator[Symbol]:
    yield from function.params
    for stmt in statements(function.body):
        if isinstance(stmt, Declare):
            yield stmt.symbol


def _structs(kind: Type) -> Iterator[StructType]:
    """The struct types in a type, inner ones first."""
    if isinstance(kind, StructType):
        for _, inner in kind.fields:
            yield from _structs(inner)
        yield kind


def struct_home(struct: StructType) -> str:
    """The module whose header declares a struct."""
    home: str = getattr(struct.cls, "__akela_home__", struct.cls.__module__)
    return home
