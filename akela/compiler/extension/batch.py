"""Which kernels run in batches, and the table by which `runtime/akela_batch.c` calls them.

A kernel runs in batches where each item is given by buffers alone and nothing of the caller's is written: hashes and tags of whole
messages, sealing and opening under a key object, verification. Scalars, work areas and contexts that change are left out.

The table also names the operation `x.many` of a kernel `x`. That of a hash takes messages of one size together
(`runtime/akela_side_by_side.c`). Others take each argument of `x` as a column, one item behind the other, and behind those whose length
differs `ends`, where each item ends; last `out`, if there is one, and a byte for the status of each item (`runtime/akela_columns.c`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from akela.compiler import ir
from akela.compiler.extension.call import Call, c_string, local_name
from akela.compiler.interface import Interface, Parameter, Role, class_name
from akela.lang.types import ArrayType, SliceType, WordType

MOST_ARGUMENTS = 6  # AKELA_PY_BATCH_ARGUMENTS
MANY = ".many"


def runs_in_batches(kernel: Interface) -> bool:
    """Whether the table has a row for a kernel."""
    given = kernel.arguments
    return (
        0 < len(given) <= MOST_ARGUMENTS
        and all(p.role in (Role.CONTEXT, Role.INPUT, Role.OUT) for p in kernel.parameters)
        and all(p.element_bytes == 1 for p in kernel.parameters if p.role is not Role.CONTEXT)
        and not (kernel.context and kernel.function.params[0].written)
        and not kernel.function.needs
        and (kernel.out is not None or kernel.returns_status)
    )


def many_kernels(modules: Sequence[ir.Module]) -> dict[str, ir.Function]:
    """The operations `x.many`, by the name of the kernel x."""
    functions = (function for module in modules for function in module.functions if not function.provides)
    return {f.ref.operation.removesuffix(MANY): f for f in functions if f.ref.operation and f.ref.operation.endswith(MANY)}


def table(kernels: Iterable[Interface], many: Mapping[str, ir.Function]) -> str:
    """The functions and the table `batches` of these kernels."""
    chosen = [kernel for kernel in kernels if runs_in_batches(kernel)]
    rows = [_row(kernel, many) for kernel in chosen] + ["    { NULL, NULL, false, 0, 0, { NULL }, { 0 }, NULL, NULL, NULL, NULL },"]
    functions = [text for kernel in chosen for text in (_check(kernel), _run(kernel))]
    functions += [
        _many(many[kernel.name]) if _hashes(many[kernel.name]) else _columns(kernel, many[kernel.name])
        for kernel in chosen
        if kernel.name in many
    ]
    return "\n\n".join([*functions, "\n".join(["static const akela_py_batch batches[] = {", *rows, "};"])])


def _hashes(function: ir.Function) -> bool:
    """Whether the operation takes messages of one size."""
    return [parameter.name for parameter in function.params] == ["messages", "size", "out"]


def _columns(kernel: Interface, function: ir.Function) -> str:
    """The call of an operation that takes columns, whichever kernel serves it."""
    passed = ["context"] * (kernel.context is not None)
    for i, parameter in enumerate(kernel.arguments):
        passed += [f"given[{i}].data, given[{i}].size"] + [f"given[{i}].ends, count"] * (parameter.fixed_bytes is None)
    passed += ["out, out_bytes"] * (kernel.out is not None) + ["statuses, count"]
    secret = [f"given[{i}].data, given[{i}].size" for i, parameter in enumerate(kernel.arguments) if _is_secret(parameter)]
    known = [*secret, *["out, out_bytes"] * (kernel.out is not None)]
    return (
        f"static void {function.name}(void *context, const akela_py_column *given, uint8_t *out, size_t out_bytes, uint8_t *statuses,\n"
        "    size_t count)\n{\n    (void)context;\n    (void)out;\n    (void)out_bytes;\n"
        + "".join(f"    AKELA_SECRET({each});\n" for each in secret)
        + f"    (void)AKELA_OP({function.name})({', '.join(passed)});\n"
        + "".join(f"    AKELA_KNOWN({each});\n" for each in known)
        + "}"
    )


def _is_secret(parameter: Parameter) -> bool:
    assert isinstance(parameter.type, ArrayType | SliceType) and isinstance(parameter.type.element, WordType)
    return parameter.type.element.secret


def _many(function: ir.Function) -> str:
    """The call of the operation, whichever kernel serves it."""
    return (
        f"static void {function.name}(const uint8_t *messages, size_t bytes, ptrdiff_t size, uint8_t *out, size_t out_bytes)\n{{\n"
        f"    AKELA_OP({function.name})(messages, bytes, size, out, out_bytes);\n}}"
    )


def _row(kernel: Interface, many: Mapping[str, ir.Function]) -> str:
    owner = c_string(f"akela._native.{class_name(kernel.context)}") if kernel.context else "NULL"
    names = ", ".join(c_string(p.name) for p in kernel.arguments)
    sizes = ", ".join(str(-1 if p.fixed_bytes is None else p.fixed_bytes) for p in kernel.arguments)
    may_be_none = sum(1 << i for i, p in enumerate(kernel.arguments) if p.none_is_empty)
    has_out = "true" if kernel.out else "false"
    one_of = many.get(kernel.name)
    name = one_of.name if one_of else "NULL"
    called = f"{name}, NULL" if one_of and _hashes(one_of) else f"NULL, {name}"
    return (
        f"    {{ {c_string(kernel.label)}, {owner}, {has_out}, {len(kernel.arguments)}, {may_be_none}, {{ {names} }}, {{ {sizes} }},\n"
        f"      check_{kernel.name}, batch_{kernel.name}, {called} }},"
    )


def _locals(parameters: Iterable[Parameter]) -> str:
    """The arguments of an item, under the names that the expressions of a wrapper use."""
    lines = (f"    akela_py_item {local_name(p)} = given[{i}];\n" for i, p in enumerate(parameters))
    unused = (f"    (void){local_name(p)};\n" for p in parameters)
    return "".join([*lines, "\n", *unused])


def _check(kernel: Interface) -> str:
    """Whether the arguments of an item meet what the kernel requires, and how long its result is."""
    call = Call(kernel)
    steps = [f"({call.number(condition.expr)} || {call.not_met(condition.text)})" for condition in kernel.requires]
    if kernel.out:
        assert kernel.out_length is not None
        steps.append(call.size(kernel.out, kernel.out_length))
    met = "\n        && ".join(steps) or "true"
    return (
        f"static bool check_{kernel.name}(const akela_py_item *given, Py_ssize_t *size)\n{{\n"
        f"    const char *who = {c_string(kernel.label)};\n    Py_ssize_t out_size = 0;\n{_locals(kernel.arguments)}    (void)who;\n"
        f"    if (!({met}))\n        return false;\n    *size = out_size;\n    return true;\n}}"
    )


def _run(kernel: Interface) -> str:
    """The call of the kernel, its secrets marked as in a call by itself."""
    call = Call(kernel)
    passed = ["context" if p.role is Role.CONTEXT else call.passed(p) for p in kernel.parameters]
    secrets = [*call.secrets()]
    body = "".join(
        [
            "    int status = 0;\n\n" if kernel.returns_status else "",
            *(f"    AKELA_SECRET({pointer}, {size});\n" for pointer, size in secrets),
            f"    {'status = ' if kernel.returns_status else ''}{call.function_name}({', '.join(passed)});\n",
            *(f"    AKELA_KNOWN({pointer}, {size});\n" for pointer, size in secrets),
            f"    return {'status' if kernel.returns_status else '0'};\n",
        ]
    )
    return (
        f"static int batch_{kernel.name}(void *context, const akela_py_item *given, akela_py_item out_arg)\n{{\n"
        f"{_locals(kernel.arguments)}    (void)context;\n    (void)out_arg;\n{body}}}"
    )
