"""The C wrapper of one kernel: take the arguments, check them, run the kernel, hand out the result.

A kernel with a result has two Python forms that share one C function: `f(…) -> bytes` and `f_into(…, out) -> int`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from akela.compiler import ir
from akela.compiler.interface import Interface, InterfaceError, Parameter, Role, describe
from akela.lang.types import ArrayType, BoolType, IntType, SliceType, WordType


def c_string(text: str) -> str:
    """A C string literal of this text."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    escaped = re.sub(r"\?(?=\?)", r"?\\", escaped)  # trigraphs
    return f'"{escaped}"'


def wrapper_name(kernel: Interface, into: bool) -> str:
    """The C function that Python calls."""
    return f"py_{kernel.name}{'_into' if into else ''}"


def by_keyword(kernel: Interface, into: bool) -> bool:
    """Whether one Python form has arguments that may be given by keyword, as those of methods may."""
    return bool(kernel.context and not kernel.is_constructor and (kernel.arguments or into))


def argument_names(kernel: Interface, into: bool) -> list[str]:
    """The names of the arguments of one Python form."""
    given = [*kernel.arguments, *([kernel.out] if into and kernel.out else [])]
    return [p.keyword if by_keyword(kernel, into) else p.name for p in given]


def flags(kernel: Interface, into: bool) -> str:
    """The flags of one Python form."""
    return "METH_FASTCALL | METH_KEYWORDS" if by_keyword(kernel, into) else "METH_FASTCALL"


def docstring(kernel: Interface, into: bool) -> str:
    """The docstring, headed by the signature in the form that `inspect.signature` reads."""
    names = argument_names(kernel, into)
    first = [] if kernel.is_constructor else ["$self" if kernel.context else "$module"]
    name = kernel.label.rpartition(".")[2] + ("_into" if into else "")
    text = f"As {kernel.method}, but fills the buffer `out` and returns its length in bytes." if into else kernel.function.doc
    marks = [*first, "/", *names] if by_keyword(kernel, into) else [*first, *names, *(["/"] if first or names else [])]
    return f"{name}({', '.join(marks)})\n--\n\n{text}"


def wrapper(kernel: Interface) -> str:
    """The C functions of a kernel: the call itself and, unless it is a constructor, an entry for each Python form."""
    call = Call(kernel).text()
    if kernel.is_constructor:
        return call
    forms = [False, True] if kernel.out else [False]
    return "\n\n".join([call, *(_entry(kernel, into) for into in forms)])


def _entry(kernel: Interface, into: bool) -> str:
    arguments = [*(["self"] if kernel.context else []), "args", "count", *(["true" if into else "false"] if kernel.out else [])]
    lines = [] if kernel.context else ["    (void)self;"]
    named = ", PyObject *given" if by_keyword(kernel, into) else ""
    if named:
        names = argument_names(kernel, into)
        label = c_string(kernel.label + ("_into" if into else ""))
        lines += [
            f"    PyObject *ordered[{len(names)}];",
            "",
            "    if (given != NULL) {",
            f"        if (!akela_py_by_name(ordered, {len(names)}, args, count, given, {label}, {c_string(', '.join(names))}))",
            "            return NULL;",
            f"        args = ordered, count = {len(names)};",
            "    }",
        ]
    return "\n".join(
        [
            f"static PyObject *{wrapper_name(kernel, into)}(PyObject *self, PyObject *const *args, Py_ssize_t count{named})",
            "{",
            *lines,
            f"    return call_{kernel.name}({', '.join(arguments)});",
            "}",
        ]
    )


class Call:
    """The text of `call_<kernel>`, put together from its parameters."""

    def __init__(self, kernel: Interface) -> None:
        self.kernel = kernel
        self.buffers = [p for p in kernel.parameters if p.role in (Role.INPUT, Role.BUFFER, Role.OUT, Role.WORK)]

    def text(self) -> str:
        steps = list(self._steps())
        checks = "\n        || ".join(f"!{step}" for step in steps)
        body = [
            *self._locals(),
            "",
            *(["    (void)args;"] if not self.kernel.arguments and not self.kernel.out else []),
            *(f"    akela_py_empty(&{local_name(p)});" for p in self.buffers),
            f"    if ({checks})",
            "        goto done;",
            *self._run(),
            f"    result = {'akela_py_result(&out_arg)' if self.kernel.out else 'Py_NewRef(Py_None)'};",
            "done:",
            *(f"    {'akela_py_free_work' if p.role is Role.WORK else 'akela_py_release'}(&{local_name(p)});" for p in self.buffers),
            "    return result;",
        ]
        return "\n".join([self._head(), "{", *body, "}"])

    def _head(self) -> str:
        kernel = self.kernel
        parameters = ["PyObject *const *args", "Py_ssize_t count"]
        if kernel.context:
            parameters.insert(0, "PyObject *object")
        if kernel.out:
            parameters.append("bool into")
        return f"static PyObject *call_{kernel.name}({', '.join(parameters)})"

    def _locals(self) -> Iterator[str]:
        kernel = self.kernel
        if kernel.context:
            yield f"    {kernel.context.name}_object *self = ({kernel.context.name}_object *)object;"
        label = c_string(kernel.label)
        if kernel.out:
            label = f"into ? {c_string(kernel.label + '_into')} : {label}"
        yield f"    const char *who = {label};"
        if self.buffers:
            yield f"    akela_py_buffer {', '.join(map(local_name, self.buffers))};"
        for p in kernel.arguments:
            if p.role is Role.SCALAR:
                yield f"    {_SCALAR_LOCALS[type(p.type)]} {local_name(p)} = 0;"
        if kernel.out and constant(kernel.out_length) is None:
            yield "    Py_ssize_t out_size = 0;"
        if kernel.work:
            yield "    Py_ssize_t work_size = 0;"
        if self._touched():
            yield "    Py_ssize_t touched;"
        if kernel.returns_status:
            yield "    int status;"
        yield "    PyObject *result = NULL;"

    def _steps(self) -> Iterator[str]:
        """Calls that return false where an argument is refused, in the order in which they are made."""
        kernel = self.kernel
        names = argument_names(kernel, into=False)
        text = c_string(", ".join(names))
        if kernel.out:
            all_names = c_string(", ".join(argument_names(kernel, into=True)))
            yield f"akela_py_count(count, {len(names)} + into, who, into ? {all_names} : {text})"
        else:
            yield f"akela_py_count(count, {len(names)}, who, {text})"
        if kernel.function.needs:
            needs = ", ".join(c_string(need) for need in kernel.function.needs)
            yield f"akela_py_can_run(who, {needs}, NULL)"
        for position, parameter in enumerate(kernel.arguments):
            yield from self._argument(parameter, f"args[{position}]")
        for condition in kernel.requires:
            yield f"({self.number(condition.expr)} || {self.not_met(condition.text)})"
        if kernel.out:
            yield from self._out(kernel.out)
        if kernel.work:
            assert kernel.work_length is not None
            yield self.size(kernel.work, kernel.work_length)
            yield "akela_py_work(&work_arg, work_size)"
        yield from self._overlaps()

    def _argument(self, parameter: Parameter, given: str) -> Iterator[str]:
        name, where = local_name(parameter), f'who, "{parameter.name}"'
        match parameter.type:
            case IntType():
                yield f"akela_py_int(&{name}, {given}, {where})"
            case BoolType():
                yield f"akela_py_bool(&{name}, {given}, {where})"
            case WordType(bits=bits) as kind:
                take = "akela_py_public_word" if parameter.is_public else "akela_py_word"
                yield f'{take}(&{name}, {given}, UINT64_C({kind.mask:#x}), {where}, "2**{bits}-1")'
            case _:
                take = {Role.INPUT: "akela_py_input", Role.BUFFER: "akela_py_writable"}[parameter.role]
                yield f"{'akela_py_optional' if parameter.none_is_empty else take}(&{name}, {given}, {where})"
                if parameter.fixed_bytes is not None:
                    yield f"akela_py_has_size(&{name}, {parameter.fixed_bytes}, {where})"
                if parameter.element_bytes > 1:
                    yield f"akela_py_has_words(&{name}, {parameter.element_bytes}, {where})"

    def _out(self, out: Parameter) -> Iterator[str]:
        length = self.kernel.out_length
        assert length is not None
        fixed = constant(length)
        if fixed is None:
            yield self.size(out, length)
        size = "out_size" if fixed is None else str(fixed * out.element_bytes)
        yield f"akela_py_out(&out_arg, into ? args[{len(self.kernel.arguments)}] : NULL, {size}, who)"
        if out.element_bytes > 1:
            yield f'akela_py_has_words(&out_arg, {out.element_bytes}, who, "out")'

    def size(self, parameter: Parameter, length: ir.Expr) -> str:
        size = f"akela_py_size(&{parameter.name}_size, {self.number(length)}, {parameter.element_bytes})"
        return f"({size} || {self.not_met(f'len({parameter.name}) == {describe(length)}')})"

    def not_met(self, condition: str) -> str:
        """A call that raises what says that a condition is not met, and is false."""
        formats, values = self._facts()
        return f'akela_py_refuse("not_met", "(ss{formats})", {", ".join(["who", c_string(condition), *values])})'

    def _facts(self) -> tuple[str, list[str]]:
        """The sizes and the public values that were given, which messages name: a format of Py_BuildValue, and what it formats."""
        sizes, values = self.kernel.sizes, self.kernel.values
        kinds = [_SCALAR_FORMATS[type(p.type)] for p in values]
        formats = f"{{{'sn' * len(sizes)}}}{{{''.join(f's{kind}' for kind, _ in kinds)}}}"
        texts = [f'"{p.name}", {local_name(p)}.size' for p in sizes]
        texts += [f'"{p.name}", {text.format(local_name(p))}' for p, (_, text) in zip(values, kinds, strict=True)]
        return formats, texts

    def _overlaps(self) -> Iterator[str]:
        """Each written buffer against every other one of the caller's."""
        given = [p for p in self.buffers if p.role is not Role.WORK]
        for position, written in enumerate(given):
            if written.role is Role.INPUT:
                continue
            for other in (p for p in given if p.role is Role.INPUT or given.index(p) > position):
                same = "true" if self.kernel.may_be_same(written, other) else "false"
                yield f'akela_py_apart(&{local_name(written)}, &{local_name(other)}, {same}, who, "{written.name}", "{other.name}")'

    def _touched(self) -> str:
        """How many bytes the call works on. Kernels with a work area are long in any case."""
        if self.kernel.work:
            return "AKELA_PY_LONG_INPUT"
        variable = [p for p in self.buffers if not isinstance(p.type, ArrayType)]
        return " + ".join(f"{local_name(p)}.size" for p in variable)

    def _run(self) -> Iterator[str]:
        kernel, touched = self.kernel, self._touched()
        if touched:
            yield f"    touched = {touched};"
        lock, shared = "&self->head.lock", kernel.context and not kernel.is_constructor
        if shared:
            yield f"    if (!akela_py_enter({lock}, {'touched' if touched else '0'}, who))"
            yield "        goto done;"
        call = f"{'status = ' if kernel.returns_status else ''}{self.function_name}({', '.join(map(self.passed, kernel.parameters))})"
        secrets = [*self.secrets()]
        yield from (f"    AKELA_SECRET({pointer}, {size});" for pointer, size in secrets)
        yield f"    AKELA_PY_RUN(touched, {call});" if touched else f"    {call};"
        yield from (f"    AKELA_KNOWN({pointer}, {size});" for pointer, size in secrets)
        if shared:
            yield f"    akela_py_leave({lock});"
        if kernel.returns_status:
            yield "    if (status != 0) {"
            formats, values = self._facts()
            refusals = [f"{c_string(name)}, {c_string(clause)}" for name, clause in kernel.refusals.items()]
            arguments = ", ".join(["status", "who", *refusals, *values])
            yield f'        akela_py_refuse("from_status", "(is{{{"ss" * len(refusals)}}}{formats})", {arguments});'
            yield "        goto done;"
            yield "    }"

    def secrets(self) -> Iterator[tuple[str, str]]:
        """Where the secrets are that the kernel is given or gives, and their sizes: its own from the call to its end."""
        for parameter in self.kernel.parameters:
            kind, name = parameter.type, local_name(parameter)
            if isinstance(kind, WordType) and kind.secret:
                yield f"&{name}", f"sizeof {name}"
            elif parameter in self.buffers and parameter.role is not Role.WORK:
                assert isinstance(kind, ArrayType | SliceType) and isinstance(kind.element, WordType)
                if kind.element.secret:
                    yield f"{name}.data", f"(size_t){name}.size"

    @property
    def function_name(self) -> str:
        """What the kernel is called by in C."""
        function = self.kernel.function
        return f"AKELA_OP({function.name})" if function.ref.operation and not function.provides else f"akela_{function.name}"

    def passed(self, parameter: Parameter) -> str:
        """A parameter as the kernel's C function takes it."""
        name = local_name(parameter)
        match parameter.role:
            case Role.CONTEXT:
                return "&self->ctx"
            case Role.SCALAR:
                return f"(uint{parameter.type.bits}_t){name}" if isinstance(parameter.type, WordType) else name
        pointer = f"{name}.data" if parameter.element_bytes == 1 else f"(void *){name}.data"
        if isinstance(parameter.type, ArrayType):
            return pointer
        count = f"{name}.size" if parameter.element_bytes == 1 else f"({name}.size / {parameter.element_bytes})"
        return f"{pointer}, (size_t){count}"

    def number(self, expr: ir.Expr) -> str:
        """A condition or length in C, an operand as it stands; computed in akela_py_number, which no lengths can overflow."""
        match expr:
            case ir.Const(value=value):
                return f"{value}U" if value >= 2**63 else str(value)
            case ir.Var(symbol=symbol):
                return f"(akela_py_number){local_name(self._parameter(symbol))}"
            case ir.Len(operand=ir.Var(symbol=symbol)):
                return self._length(self._parameter(symbol))
            case ir.Choose(condition=condition, then=then, other=other):
                return f"({self.number(condition)} ? {self.number(then)} : {self.number(other)})"
            case ir.Logic(op="not", operands=(operand,)):
                return f"!{self.number(operand)}"
            case ir.Logic(op=op, operands=operands):
                return "(" + f" {_OPERATORS[op]} ".join(map(self.number, operands)) + ")"
            case ir.Cast(operand=operand):
                return _wrapped(self.number(operand), expr)
            case ir.Binary(op=op, left=left, right=right) | ir.Compare(op=op, left=left, right=right):
                return _wrapped(f"({self.number(left)} {_OPERATORS[op]} {self.number(right)})", expr)
            case _:
                raise InterfaceError(f"{expr.src}: {self.kernel.name}: {describe(expr)} cannot be checked by a wrapper")

    def _parameter(self, symbol: ir.Symbol) -> Parameter:
        return next(p for p in self.kernel.parameters if p.name == symbol.name)

    def _length(self, parameter: Parameter) -> str:
        stated = {Role.OUT: self.kernel.out_length, Role.WORK: self.kernel.work_length}.get(parameter.role)
        if stated is not None:
            return self.number(stated)
        size = f"(akela_py_number){local_name(parameter)}.size"
        return size if parameter.element_bytes == 1 else f"({size} / {parameter.element_bytes})"


_SCALAR_LOCALS: dict[type, str] = {IntType: "ptrdiff_t", BoolType: "bool", WordType: "uint64_t"}
# How Py_BuildValue takes them.
_SCALAR_FORMATS: dict[type, tuple[str, str]] = {
    IntType: ("n", "(Py_ssize_t){}"),
    BoolType: ("O", "{} ? Py_True : Py_False"),
    WordType: ("K", "(unsigned long long){}"),
}

_OPERATORS = {
    "or": "||",
    "and": "&&",
    "eq": "==",
    "ne": "!=",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
    "shl": "<<",
    "shr": ">>",
    "add": "+",
    "sub": "-",
    "mul": "*",
    "floordiv": "/",
    "mod": "%",
}


def local_name(parameter: Parameter) -> str:
    """The C local of a parameter: no name of the language is a keyword of C, or a local of the wrapper's own, with this ending."""
    return f"{parameter.name}_arg"


def _wrapped(text: str, expr: ir.Expr) -> str:
    """Words wrap; ints do not."""
    return f"(akela_py_number)(uint{expr.type.bits}_t){text}" if isinstance(expr.type, WordType) else text


def constant(length: ir.Expr | None) -> int | None:
    return length.value if isinstance(length, ir.Const) else None
