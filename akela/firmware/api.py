"""The C API, made from the kernels' interfaces: `akela.h` for users, and `akela_api.c`, which checks arguments and calls kernels."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import akela
from akela.catalogue.entries import Algorithm
from akela.compiler import emit_c, ir
from akela.compiler.c.text import comment, paragraphs
from akela.compiler.interface import Interface, Parameter, Role, class_name, describe, interface
from akela.compiler.ir import Contract
from akela.firmware.kernels import Entry, Kernels
from akela.lang.status import Status
from akela.lang.types import ArrayType, BoolType, IntType, SliceType, StructType, Type, WordType
from akela.settings.model import Settings

STACK = Path(__file__).parent / "stack.toml"
LIKE = {"cortex_m4": "cortex_m33", "aarch64": "x86_64"}  # targets that the table has no column for

HEADER_END = """
#if defined(__cplusplus)
}
#endif

#endif
"""

CHECKS = """
/* Whether an area is missing, or longer than any object can be. NULL stands for an area of no bytes. */
static int missing(const void *area, size_t bytes)
{
    return (area == NULL && bytes != 0) || bytes > SIZE_MAX / 2;
}

/* Whether two areas share bytes. */
static int touch(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
    const uintptr_t from = (uintptr_t)a;
    const uintptr_t other = (uintptr_t)b;

    return a_bytes != 0 && b_bytes != 0 && from < other + b_bytes && other < from + a_bytes;
}
"""


def macro(name: str) -> str:
    """An algorithm's name as part of a macro: AES_GCM."""
    return re.sub(r"\W", "_", name).upper()


# --- sizes --------------------------------------------------------------------------------------------------------------------------------


def layout(kind: Type, word_bits: int) -> tuple[int, int]:
    """Size and alignment in bytes, as the ABIs of all targets lay structs out: every word is aligned to its size."""
    match kind:
        case WordType():
            return kind.bits // 8, kind.bits // 8
        case BoolType():
            return 1, 1
        case IntType():
            return word_bits // 8, word_bits // 8
        case ArrayType():
            size, align = layout(_sized(kind.element, word_bits), word_bits)
            return size * kind.length, align
        case StructType():
            end, widest = 0, 1
            for _, field in kind.fields:
                size, align = layout(_sized(field, word_bits), word_bits)
                end = -(-end // align) * align + size
                widest = max(widest, align)
            return -(-end // widest) * widest, widest
    raise TypeError(f"{kind} has no size in C")


def _sized(kind: Type, word_bits: int) -> Type:
    from akela.lang.types import resolve

    return resolve(kind, word_bits)


@cache
def _stacks() -> dict[str, dict[str, int]]:
    stacks: dict[str, dict[str, int]] = tomllib.loads(STACK.read_text(encoding="utf-8"))
    return stacks


def stack_bytes(algorithm: str, target: str) -> int | None:
    """Bytes of stack that the algorithm's calls take at most, with what the C API adds; None where it has not been measured."""
    return _stacks().get(LIKE.get(target, target), {}).get(algorithm)


# --- header -------------------------------------------------------------------------------------------------------------------------------


class Api:
    """Header and source of the C API for some kernels."""

    def __init__(self, kernels: Kernels, settings: Settings) -> None:
        self.kernels, self.settings = kernels, settings
        self.emitters = {m.name: emit_c._Emitter(m, kernels.target) for m in kernels.modules}
        self.interfaces: dict[str, Interface] = {}
        for entry in kernels.entries:
            self.interfaces[entry.kernel] = interface(kernels.checked[entry.kernel])

    def algorithms(self) -> list[Algorithm]:
        """Those that have entries, once."""
        return list({entry.algorithm.name: entry.algorithm for entry in self.kernels.entries}.values())

    def calls(self) -> dict[tuple[str, str], Entry]:
        """The entries as the catalogue and the known answers call them: a context's class or "", and the method, "" for a constructor."""
        found = {}
        for entry in self.kernels.entries:
            kernel = self.interfaces[entry.kernel]
            owner = class_name(kernel.context).removesuffix(entry.form.capitalize()) if kernel.context else ""
            method = kernel.method.removesuffix("_vartime") if entry.form else kernel.method
            found[owner, "" if kernel.is_constructor else method if owner else kernel.name] = entry
        return found

    def header(self) -> str:
        """`akela.h`."""
        lines = [
            *comment(
                "",
                [
                    f"Akela {akela.__version__}: the C API for {self.kernels.target.name}. Made by `akela export`; do not edit.\n\n"
                    "Every function returns AKELA_OK or a negative status, which has to be looked at. NULL is an area of length 0. Areas "
                    "do not overlap unless the function says so. Contexts and work areas are the caller's; nothing is allocated.",
                    "SPDX-License-Identifier: Apache-2.0 OR MIT",
                ],
            ),
            "",
            "#ifndef AKELA_H",
            "#define AKELA_H",
            "",
            '#include "akela_types.h"',
            '#include "akela_settings.h"',
            "",
            *_version(),
            "",
            "#if defined(__GNUC__)",
            "#define AKELA_MUST_CHECK __attribute__((warn_unused_result))",
            "#else",
            "#define AKELA_MUST_CHECK",
            "#endif",
            "",
            "#if defined(__cplusplus)",
            'extern "C" {',
            "#endif",
            "",
            "/* A sentence about a status, for people. */",
            "const char *akela_strerror(int status);",
        ]
        for algorithm in self.algorithms():
            lines += ["", f"/* ---- {algorithm.title}: {algorithm.standard} ---- */", ""]
            lines += self._sizes(algorithm)
            for entry in self.kernels.entries:
                if entry.algorithm is algorithm:
                    lines += ["", *self._documentation(entry), f"AKELA_MUST_CHECK {self.signature(entry)};"]
        return "\n".join(lines) + "\n" + HEADER_END

    def _sizes(self, algorithm: Algorithm) -> Iterator[str]:
        """The macros of an algorithm."""
        name, bits = macro(algorithm.name), self.kernels.target.word_bits
        own = [self.interfaces[e.kernel] for e in self.kernels.entries if e.algorithm is algorithm]
        contexts = [layout(i.context, bits) for i in own if i.context]
        yield f"#define AKELA_HAVE_{name} 1"
        yield f"#define AKELA_{name}_CTX_SIZE {max((size for size, _ in contexts), default=0)}u"
        yield f"#define AKELA_{name}_CTX_ALIGN {max((align for _, align in contexts), default=1)}u"
        areas = [i for i in own if i.work is not None and i.work_length is not None]
        if not areas:
            yield f"#define AKELA_{name}_WORKSPACE_SIZE 0u"
        for kernel in areas:
            assert kernel.work is not None and kernel.work_length is not None
            taken: dict[str, None] = {}
            text = _in_c(kernel.work_length, taken)
            size = f"({kernel.work.element_bytes}u * (size_t){text})"
            yield f"#define AKELA_{macro(_bare(kernel.name))}_WORKSPACE_SIZE({', '.join(taken)}) {size}"
        stack = stack_bytes(algorithm.name, self.kernels.target.name)
        if stack is not None:
            yield f"#define AKELA_{name}_STACK {stack}u"
            if 0 < self.settings.stack_limit < stack:
                says = f"{algorithm.title} takes {stack} bytes of stack, and the settings allow {self.settings.stack_limit}"
                yield f'#error "{says}: leave it out, or raise stack_limit"'

    def _documentation(self, entry: Entry) -> list[str]:
        kernel = self.interfaces[entry.kernel]
        text = re.sub(r"Leaks: *(.+(?:\n(?! *\n).+)*)", "", kernel.function.doc)
        text = re.sub(r"`(aes_gcm)_(?:small|table4|table8)_", r"`\1_", text)
        must = [f"`{condition.text}`" for condition in kernel.requires]
        if kernel.out is not None and kernel.out_length is not None and kernel.out.fixed_bytes is None:
            must.append(f"`len({kernel.out.name}) == {describe(kernel.out_length)}`")
        parts = [*paragraphs(text), *([f"AKELA_BAD_LENGTH unless {' and '.join(must)}."] if must else [])]
        return comment("", parts)

    def signature(self, entry: Entry, name: str = "") -> str:
        """The declaration of an entry, or of its kernel under another name."""
        module, function = self.kernels.function(entry)
        text = self.emitters[module.name]._emitter(function).signature(name or f"akela_{entry.name}")
        return text if name else re.sub(r"^void ", "akela_status_t ", text)

    # --- source ---------------------------------------------------------------------------------------------------------------------------

    def source(self) -> str:
        """`akela_api.c`."""
        includes = sorted({f"akela_{module.stem}.h" for module in self.kernels.modules})
        lines = [
            *comment(
                "",
                [
                    "The C API: arguments are checked here, and the work is done in the kernels. Made by `akela export`; do not edit.",
                    "SPDX-License-Identifier: Apache-2.0 OR MIT",
                ],
            ),
            "",
            '#include "akela.h"',
            '#include "akela_rt.h"',
            *(f'#include "{name}"' for name in includes),
            CHECKS,
            *self._strerror(),
        ]
        structs = {i.context.name: i.context for i in self.interfaces.values() if i.context}
        for name, struct in structs.items():
            size, _ = layout(struct, self.kernels.target.word_bits)
            lines += [f"typedef char akela_check_size_of_{name}[sizeof(akela_{name}_ctx) == {size}u ? 1 : -1];"]
        for entry in self.kernels.entries:
            lines += ["", f"{self.signature(entry)}", "{", *self._body(entry), "}"]
        return "\n".join(lines) + "\n"

    def _strerror(self) -> Iterator[str]:
        yield "const char *akela_strerror(int status)"
        yield "{"
        yield "    switch (status) {"
        for status in Status:
            yield f"    case {status.code}:"
            yield f'        return "{SENTENCES[status.name]}";'
        yield "    default:"
        yield '        return "This is no status of Akela.";'
        yield "    }"
        yield "}"
        yield ""

    def _body(self, entry: Entry) -> Iterator[str]:
        kernel = self.interfaces[entry.kernel]
        module, function = self.kernels.function(entry)
        emitter = self.emitters[module.name]._emitter(function)
        names = {symbol.name: emitter.names(symbol) for symbol in function.params}
        own = {p.name: replace(p, name=names[p.name]) for p in kernel.parameters}  # as C spells them
        areas = [p for p in kernel.parameters if p.role is not Role.SCALAR and p.role is not Role.CONTEXT]
        faults = [f"{own[p.name].name} == NULL" for p in kernel.parameters if p.role is Role.CONTEXT]
        faults += [f"missing({own[p.name].name}, {_bytes(own[p.name])})" for p in areas]
        yield from _refuse(faults, "AKELA_BAD_PARAMETER")
        faults = []
        for a, b in combinations(areas, 2):
            if Role.INPUT in (a.role, b.role) and a.role is b.role:
                continue
            first, second = own[a.name], own[b.name]
            apart = f"touch({first.name}, {_bytes(first)}, {second.name}, {_bytes(second)})"
            same = kernel.may_be_same(a, b)
            faults.append(f"((const void *){first.name} != (const void *){second.name} && {apart})" if same else apart)
        yield from _refuse(faults, "AKELA_BAD_PARAMETER")
        contracts = [stmt for stmt in function.body if isinstance(stmt, Contract) and stmt.kind == "requires"]
        yield from _refuse([f"!({emitter.expressions.text(stmt.condition)})" for stmt in contracts], "AKELA_BAD_LENGTH")
        arguments = ", ".join(each for p in own.values() for each in _arguments(p))
        call = f"akela_k_{entry.kernel}({arguments})"
        if function.ref.pauses:
            written = {s.name for s in function.params if (s.type.writable if isinstance(s.type, SliceType) else s.written)}
            yield from _wiped_where_interrupted(call, [p for name, p in own.items() if name in written])
        else:
            yield from (f"    return {call};",) if kernel.returns_status else (f"    {call};", "    return AKELA_OK;")


OPERATORS = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "floordiv": "/",
    "mod": "%",
    "shl": "<<",
    "shr": ">>",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
    "eq": "==",
    "ne": "!=",
}

SENTENCES = {
    "OK": "The operation was done.",
    "AUTHENTICATION_FAILED": "The tag does not match: the message, the key, the nonce or the associated data is a different one.",
    "BAD_LENGTH": "A key, nonce, input or output has a length that is not taken.",
    "BAD_PARAMETER": "An argument has a value that is not taken, is missing, or overlaps another one.",
    "BAD_STATE": "The function was called out of order.",
    "LIMIT_EXCEEDED": "That is more than the standard allows for one key, nonce or seed.",
    "NOT_SUPPORTED": "The hardware or the chosen build cannot do this.",
    "HARDWARE_FAILED": "A peripheral did not answer in time, or reported an error.",
    "INVALID_SIGNATURE": "The signature does not match: the message, the signature or the key is a different one.",
    "INVALID_KEY": "A key is malformed, or not a member of its group.",
    "INTERRUPTED": "The program ended the operation in akela_port_yield.",
}


def _version() -> list[str]:
    text: str = akela.__version__
    major, minor, patch = (int(part) for part in re.findall(r"\d+", text)[:3])
    return [
        f'#define AKELA_VERSION_STRING "{text}"',
        f"#define AKELA_VERSION_MAJOR {major}",
        f"#define AKELA_VERSION_MINOR {minor}",
        f"#define AKELA_VERSION_PATCH {patch}",
        f"#define AKELA_VERSION_HEX 0x{major:02x}{minor:03x}{patch:03x}u",
    ]


def _bare(name: str) -> str:
    return re.sub(r"_w(32|64)$", "", name)


def _in_c(expr: ir.Expr, taken: dict[str, None]) -> str:
    """A length as an expression of C in brackets, which macros take: `taken` collects the arguments that it needs."""

    def inside(operand: ir.Expr) -> str:
        return _in_c(operand, taken)

    match expr:
        case ir.Const(value=value):
            return str(value)
        case ir.Var(symbol=symbol):
            taken[symbol.name] = None
            return f"({symbol.name})"
        case ir.Len(operand=ir.Var(symbol=symbol)):
            taken[f"{symbol.name}_len"] = None
            return f"({symbol.name}_len)"
        case ir.Cast(operand=operand):
            return inside(operand)
        case ir.Choose(condition=condition, then=then, other=other):
            return f"({inside(condition)} ? {inside(then)} : {inside(other)})"
        case ir.Binary(op=op, left=left, right=right) | ir.Compare(op=op, left=left, right=right) if op in OPERATORS:
            return f"({inside(left)} {OPERATORS[op]} {inside(right)})"
    raise TypeError(f"a work area's length has {type(expr).__name__} in it, which has no form in C")


def _bytes(p: Parameter) -> str:
    if p.fixed_bytes is not None:
        return f"{p.fixed_bytes}u"
    return f"{p.name}_len" if p.element_bytes == 1 else f"{p.element_bytes}u * {p.name}_len"


def _arguments(p: Parameter) -> tuple[str, ...]:
    return (p.name, f"{p.name}_len") if isinstance(p.type, SliceType) else (p.name,)


def _wiped_where_interrupted(call: str, written: list[Parameter]) -> Iterator[str]:
    """A call that pauses. What the kernel had written when it was ended is of no use, and may tell something."""
    if not written:
        yield f"    return {call};"
        return
    yield f"    const akela_status_t status = {call};"
    yield ""
    yield "    if (status == AKELA_INTERRUPTED) {"
    for p in written:
        size = f"sizeof *{p.name}" if p.role is Role.CONTEXT else _bytes(p)
        yield f"        akela_wipe({p.name}, {size});"
    yield "    }"
    yield "    return status;"


def _refuse(faults: list[str], status: str) -> Iterator[str]:
    if faults:
        yield "    if (" + "\n        || ".join(faults) + ") {"
        yield f"        return {status};"
        yield "    }"
