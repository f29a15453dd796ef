"""The callables that a user of an execution in Python sees, as source: the conventions of `interface.py`, like the extension's.

One text serves emitted, checked and traced kernels; they differ in the `runtime` that it imports and in the modules that lie beside it.
What the text calls is `akela/runtime/calls.py`. `package` puts kernels and callables together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from akela.compiler import ir
from akela.compiler.emit_cpython import Class, parts
from akela.compiler.emit_python import emit, runtime_imports
from akela.compiler.extension.call import argument_names, by_keyword
from akela.compiler.frontend import struct_home
from akela.compiler.interface import Interface, Parameter, Role, class_name, describe
from akela.compiler.python.expressions import Expressions, global_name
from akela.compiler.python.statements import INDENT, Lines, docstring
from akela.lang.types import BoolType, IntType, WordType
from akela.runtime import plain

RUNTIMES = {"python": "plain", "checked": "checked", "traced": "traced", "board": "foreign"}

HEAD = '''"""What the kernels look like from Python. Made by akela.compiler.python.api.

Arguments of functions are given by position, those of methods by their names too. Wrong ones raise TypeError, ValueError or BufferError,
and a kernel that fails one of akela.exceptions.
"""

from akela.runtime import calls as _calls
from akela.runtime import {runtime} as _runtime
'''


def package(modules: Sequence[ir.Module], execution: str, int_bits: int = 64) -> dict[str, str]:
    """The files of a Python package: `api.py`, and for emitted and checked kernels a file for each module. Name -> source.

    `execution` is "python", "checked", "traced" or "board"; for the last two, whoever loads the package supplies the modules.
    Raises InterfaceError where an exported kernel has no Python form, ValueError where two modules have the same last name.
    """
    stems = [module.stem for module in modules]
    if twice := next((stem for stem in stems if stems.count(stem) > 1), None):
        raise ValueError(f"two kernel modules are called {twice}: {', '.join(m.name for m in modules if m.stem == twice)}; rename one")
    files = {"api.py": api(modules, execution)}
    if execution in ("python", "checked"):
        files |= {f"{module.stem}.py": emit(module, execution == "checked", int_bits) for module in modules}
    return files


def api(modules: Sequence[ir.Module], execution: str) -> str:
    """The source of `api.py`."""
    groups = parts(modules)
    lines: list[str] = []
    for group in groups:
        for kernel in group.functions:
            lines += ["", "", *_call(kernel), *_forms(kernel)]
        for each in group.classes:
            lines += _class(each)
    body = "\n".join(lines)
    masks = ", ".join(sorted(runtime_imports(body, (plain,))[plain.__name__]))
    stems = sorted({_home(i) for group in groups for i in group.interfaces})
    return "".join(
        [
            HEAD.format(runtime=RUNTIMES[execution]),
            f"from akela.runtime.plain import {masks}\n" if masks else "",
            "\n",
            *(f"from . import {stem} as _{stem}\n" for stem in stems),
            f"{body}\n",
        ]
    )


def _home(kernel: Interface) -> str:
    """The module beside `api.py` that has a kernel."""
    return kernel.function.ref.module.rpartition(".")[2]


# --- one kernel -------------------------------------------------------------------------------------------------------------------------


def _call(kernel: Interface) -> Lines:
    """The function that takes the arguments, checks them and runs the kernel; it gives the memory of the result."""
    names = ["_label", *_self(kernel), *(p.name for p in kernel.arguments), *(["out=_calls.NEW"] if kernel.out else [])]
    yield f"def _call_{kernel.name}({', '.join(names)}):"
    yield from (f"{INDENT}{line}" for line in _steps(kernel))


def _steps(kernel: Interface) -> Lines:
    for p in kernel.arguments:
        yield f"{p.name} = {_taken(p)}"
    for condition in kernel.requires:
        yield f"_calls.require(_label, {_text(kernel, condition.expr)}, {_quoted(condition.text)}, {_facts(kernel)})"
    if kernel.out and kernel.out_length:
        if any(Role.OUT in (a.role, b.role) for a, b in _pairs(kernel)):
            yield "_given = out is not _calls.NEW"
        length, stated = _text(kernel, kernel.out_length), _quoted(f"len(out) == {describe(kernel.out_length)}")
        yield f"out = _calls.output(_label, out, {8 * kernel.out.element_bytes}, {length}, {stated}, {_facts(kernel)})"
    yield from _overlaps(kernel)
    if kernel.work and kernel.work_length:
        yield f"work = _runtime.undefined({8 * kernel.work.element_bytes}, {_text(kernel, kernel.work_length)})"
    yield from _run(kernel)
    if kernel.work:
        yield "_runtime.fill(work, 0)"
    if kernel.returns_status:
        yield f"_calls.succeed(_label, _status, {kernel.refusals!r}, {_facts(kernel)})"
    if kernel.out:
        yield "return out"


def _text(kernel: Interface, expr: ir.Expr) -> str:
    """A condition or length; that of `out` or `work` stands for its len(), for the memory does not exist yet."""
    stated = {Role.OUT: kernel.out_length, Role.WORK: kernel.work_length}
    lengths = {p.name: stated[p.role] for p in kernel.parameters if p.role in stated}

    def rule(node: ir.Expr) -> ir.Expr:
        match node:
            case ir.Len(operand=ir.Var(symbol=symbol)):
                return lengths.get(symbol.name) or node
            case _:
                return node

    return Expressions(lambda symbol: symbol.name).text(ir.rewrite(expr, rule))


def _facts(kernel: Interface) -> str:
    """The sizes and the public values that were given, which messages name."""
    sizes = ", ".join(f'"{p.name}": {p.name}.nbytes' for p in kernel.sizes)
    values = ", ".join(f'"{p.name}": {p.name}' for p in kernel.values)
    return f"{{{sizes}}}, {{{values}}}"


def _quoted(text: str) -> str:
    return '"' + text.replace('"', r"\"") + '"'


def _taken(p: Parameter) -> str:
    """An argument as the kernel takes it, or an exception."""
    given = f'_label, "{p.name}", {p.name}'
    match p.type:
        case IntType():
            return f"_calls.integer({given})"
        case BoolType():
            return f"_calls.boolean({given})"
        case WordType(bits):
            return f"_calls.{'public_word' if p.is_public else 'word'}({given}, {bits})"
    take = "writable" if p.role is Role.BUFFER else "readable"
    if p.none_is_empty:
        given = f'_label, "{p.name}", b"" if {p.name} is None else {p.name}'
    size = f", {p.fixed_bytes}" if p.fixed_bytes is not None else ""
    return f"_calls.{take}({given}, {8 * p.element_bytes}{size})"


def _overlaps(kernel: Interface) -> Lines:
    """What is written may not partly overlap anything else of the caller's."""
    for written, other in _pairs(kernel):
        same = kernel.may_be_same(written, other)
        check = f'_calls.apart(_label, {same}, "{written.name}", {written.name}, "{other.name}", {other.name})'
        if Role.OUT in (written.role, other.role):
            yield "if _given:"
            check = INDENT + check
        yield check


def _pairs(kernel: Interface) -> Iterator[tuple[Parameter, Parameter]]:
    """Each written buffer with every other one of the caller's."""
    buffers = [p for p in kernel.parameters if p.role in (Role.INPUT, Role.BUFFER, Role.OUT)]
    for position, written in enumerate(buffers):
        if written.role is not Role.INPUT:
            yield from ((written, p) for p in buffers if p.role is Role.INPUT or buffers.index(p) > position)


def _run(kernel: Interface) -> Lines:
    arguments = ", ".join(map(_passed, kernel.parameters))
    call = f"{'_status = ' if kernel.returns_status else ''}_{_home(kernel)}.{global_name(kernel.name)}({arguments})"
    if kernel.context:
        yield "with self._lock:"
        call = INDENT + call
    yield call


def _passed(p: Parameter) -> str:
    match p.role:
        case Role.CONTEXT:
            return "self._state"
        case Role.SCALAR | Role.WORK:
            return p.name
        case _:
            return f"_runtime.lend({p.name})"


def _forms(kernel: Interface, indent: str = "") -> Lines:
    """What users call: the kernel and, where it has a result, its `_into` form."""
    for into in (False, True) if kernel.out else (False,):
        suffix = "_into" if into else ""
        names = [*_self(kernel), *argument_names(kernel, into)]
        label = f'"{kernel.label}{suffix}"'
        call = f"_call_{kernel.name}({', '.join([label, *names])})"
        result = f"return {call}.nbytes" if into else f"return {call}.tobytes()" if kernel.out else call
        doc = f"As {kernel.method}, but fills the buffer `out` and returns its length in bytes." if into else kernel.function.doc
        marks = [*names[:1], "/", *names[1:]] if by_keyword(kernel, into) else [*names, "/"] if names else []
        head = f"def {_method(kernel)}{suffix}({', '.join(marks)}):"
        yield from ([""] if indent else ["", ""])
        yield from _indented([head, *_indented(docstring(doc)), f"{INDENT}{result}"], indent)


def _self(kernel: Interface) -> list[str]:
    return ["self"] if kernel.context else []


def _method(kernel: Interface) -> str:
    return "__init__" if kernel.is_constructor else kernel.method


# --- classes ----------------------------------------------------------------------------------------------------------------------------


def _class(each: Class) -> Lines:
    """A struct's class, after the functions that its methods call."""
    kernels = [*([each.constructor] if each.constructor else []), *each.methods]
    for kernel in kernels:
        yield from ("", "", *_call(kernel))
    name = class_name(each.struct)
    yield from ("", "", f"class {name}(_calls.Context, struct=_{struct_home(each.struct).rpartition('.')[2]}.{name}, runtime=_runtime):")
    yield from _indented(docstring(each.struct.cls.__doc__ or ""))
    yield from ("", f"{INDENT}__slots__ = ()")
    if not each.constructor:
        yield from ("", f"{INDENT}def __init__(self, /):", f"{INDENT * 2}_runtime.wipe(self._state)")
    for kernel in kernels:
        yield from _forms(kernel, INDENT)


def _indented(lines: Sequence[str] | Iterator[str], indent: str = INDENT) -> Lines:
    return (f"{indent}{line}" if line else "" for line in lines)
