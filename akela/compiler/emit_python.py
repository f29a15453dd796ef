"""A checked module as the source of a Python module: names, order, comments and docstrings of the kernel survive, loops stay loops.

`emit(module)` gives fast Python, `emit(module, checked=True)` the interpreter, which is the definition that other executions are compared
with. The module around functions is here; statements are in `python/statements.py`, expressions in `python/expressions.py`, what the
interpreter adds in `python/checked.py`, and the callables that a user sees in `python/api.py`.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from types import ModuleType

from akela.compiler import ir
from akela.compiler.frontend import struct_home
from akela.compiler.interface import class_name
from akela.compiler.python.checked import CheckedPython
from akela.compiler.python.expressions import RESERVED, global_name
from akela.compiler.python.statements import INDENT, WIDTH, PlainPython, docstring
from akela.lang.status import Status
from akela.lang.types import StructType, Type
from akela.runtime import checked as checked_runtime
from akela.runtime import plain as plain_runtime


def emit(module: ir.Module, checked: bool = False, int_bits: int = 64) -> str:
    """The Python source of a module.

    `checked` adds the checks; an `int` then has `int_bits` bits, 32 or 64. Kernels and structs of other kernel modules are imported from
    beside it, by the last part of their modules' names: the modules of a program go into one package.
    Raises ValueError where two functions that the module needs have the same name.
    """
    names = Counter(function.name for function in module.functions)
    names.update({name for _, name in _foreign(module)})
    if twice := next((name for name, count in names.items() if count > 1), None):
        raise ValueError(f"{module.name} has or calls two functions named {twice}; rename one")
    body = "\n".join(_body(module, CheckedPython(module, int_bits) if checked else PlainPython(module)))
    return f"{_head(module)}\n{_imports(module, checked, body)}{body}\n"


def _head(module: ir.Module) -> str:
    doc = f"{module.doc.strip()}\n\nMade from {module.name} by akela.compiler.emit_python; edit that module instead."
    return "\n".join(docstring(doc)) + "\n\nfrom __future__ import annotations\n"


def _body(module: ir.Module, dialect: PlainPython) -> Iterator[str]:
    for table in module.tables:
        yield ""
        yield from dialect.table(table)
    for struct in module.structs:
        yield from ("", "")
        yield from dialect.struct(struct)
    for function in module.functions:
        yield from ("", "")
        yield from dialect.function(function)


def _imports(module: ir.Module, checked: bool, body: str) -> str:
    """Import lines for the names that the body uses."""
    sources = runtime_imports(body, (checked_runtime, plain_runtime) if checked else (plain_runtime,))
    for home, name in _foreign(module):
        sources[f".{home.rpartition('.')[2]}"].add(global_name(name))
    order = sorted((source.startswith("."), source) for source, names in sources.items() if names)
    return "".join(_import(source, sorted(sources[source])) for _, source in order)


def _import(source: str, names: list[str]) -> str:
    line = f"from {source} import {', '.join(names)}\n"
    return line if len(line) <= WIDTH else f"from {source} import (\n" + "".join(f"{INDENT}{name},\n" for name in names) + ")\n"


def runtime_imports(body: str, runtimes: tuple[ModuleType, ...]) -> defaultdict[str, set[str]]:
    """Which names a text uses of the runtime, the first of several modules that has one, and of the status codes. Module -> names."""
    used = {node.id for node in ast.walk(ast.parse(body)) if isinstance(node, ast.Name)}
    sources: defaultdict[str, set[str]] = defaultdict(set)
    for runtime in runtimes:
        sources[runtime.__name__] = {name for name in used & RESERVED if hasattr(runtime, name)}
        used -= sources[runtime.__name__]
    sources["akela.lang.status"] = used & {"Status", *Status.__members__}
    return sources


def _foreign(module: ir.Module) -> Iterator[tuple[str, str]]:
    """Module and name of the kernels and structs of other modules that this one uses."""
    for struct in module.structs:
        yield from _homes(module, struct)
    for function in module.functions:
        for stmt in ir.statements(function.body):
            if isinstance(stmt, ir.Declare):
                yield from _homes(module, stmt.symbol.type)
            for top in ir.expressions(stmt):
                for expr in ir.walk(top):
                    if isinstance(expr, ir.Call) and expr.function.exported and expr.function.module != module.name:
                        yield expr.function.module, expr.function.name
        for symbol in function.params:
            yield from _homes(module, symbol.type)


def _homes(module: ir.Module, kind: Type) -> Iterator[tuple[str, str]]:
    """Module and class of a struct type of another module, or of such types in the fields of one of this module."""
    if not isinstance(kind, StructType):
        return
    if kind not in module.structs:
        yield struct_home(kind), class_name(kind)
        return
    for _, inner in kind.fields:
        yield from _homes(module, inner)
