"""From lowered modules to C99: a header and a source file for each kernel module.

`emit` is the one to open first. Functions are in `c/statements.py`, expressions in `c/expressions.py`, what the emitted code calls in
`runtime/akela_rt.h`. The same module and target always give the same text.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import takewhile

import akela
from akela.compiler.c.expressions import FileNames, register_name
from akela.compiler.c.statements import FunctionEmitter
from akela.compiler.c.text import INDENT, Lines, paragraphs, rows
from akela.compiler.c.types import LIBRARY, c_type, declaration, is_narrow, safe, table_literal, unique
from akela.compiler.c.usage import Usage, calls, small_helpers, usage
from akela.compiler.frontend import struct_home
from akela.compiler.ir import Builtin, Contract, Function, Module, RegWrite, Table, statements
from akela.compiler.parse import read_source
from akela.compiler.spec import PassError
from akela.compiler.targets import Target
from akela.compiler.toolchains import RUNTIME
from akela.lang.intrinsics import Intrinsic
from akela.lang.registers import Reg, RegisterBlock
from akela.lang.types import (
    ArrayType,
    SliceType,
    StructType,
    TupleType,
    Type,
    VectorType,
    is_secret,
    resolve,
)


@dataclass(frozen=True)
class EmittedFile:
    """A C file. Lines are numbered from 1.

    `branches`: line -> the public condition on which the object code may branch there; `public`: lines that compute public values only.
    """

    name: str
    text: str
    branches: dict[int, str] = field(default_factory=dict)
    public: frozenset[int] = frozenset()


def emit(module: Module, target: Target) -> list[EmittedFile]:
    """The header and the source file of a module that `passes.lower` has made for this target.

    Raises PassError where the C name of a kernel or struct is that of another, or of the run time.
    """
    return _Emitter(module, target).files()


class _Emitter:
    """One pair of files."""

    def __init__(self, module: Module, target: Target) -> None:
        self.module = module
        self.target = target
        self.usage: Usage = usage(module)
        self.small = small_helpers(self.usage.by_name, sparing=target.inlining == "sparing")
        self.exported = [f for f in self.usage.functions if f.ref.exported]
        self.helpers = [f for f in self.usage.functions if not f.ref.exported]
        self.names = self._file_names()
        self._refuse_twice()

    def _file_names(self) -> FileNames:
        """C names of tables and static functions: the source's, with the module's before it where two modules have the same."""
        functions: dict[tuple[str, str], str] = {}
        tables: dict[Table, str] = {}
        taken = set(LIBRARY)
        for table in self.usage.tables:
            tables[table] = unique(table.name, taken)
            taken.add(tables[table])
        for function in sorted(self.helpers, key=lambda f: f.ref.module != self.module.name):
            name = function.name
            if name in taken - LIBRARY:
                name = f"{function.ref.module.rpartition('.')[2]}_{name}"
            functions[function.ref.module, function.name] = unique(name, taken)
            taken.add(functions[function.ref.module, function.name])
        return FileNames(functions, tables, frozenset(f.provides for f in self.exported if f.provides))

    def _refuse_twice(self) -> None:
        """Raise PassError where two things that other files see, or one and the run time, have the same C name."""
        seen = dict.fromkeys(_runtime_names(), "the run time")
        structs = {s.cls: s for s in (*self.module.structs, *self._structs())}.values()
        found = [(c_type(struct), f"struct {struct.cls.__qualname__}") for struct in structs]
        found += [(f"akela_{f.name}", f"{f.src}: kernel {f.name}") for f in self.exported]
        found += [(f"akela_op_{f.name}", f"{f.src}: operation {f.name}") for f in self.exported if f.ref.operation]
        for name, what in found:
            if name in seen:
                raise PassError(f"{what}: its C name {name} is that of {seen[name]}; rename one of the two")
            seen[name] = what

    def files(self) -> list[EmittedFile]:
        """Header, then source."""
        stem = f"akela_{self.module.stem}"
        source = self._source()
        return [
            EmittedFile(f"{stem}.h", self._header().text),
            EmittedFile(f"{stem}.c", source.text, source.branches, frozenset(source.public)),
        ]

    def _emitter(self, function: Function) -> FunctionEmitter:
        return FunctionEmitter(function, self.target, self.usage, self.names)

    # --- both files -------------------------------------------------------------------------------------------------------------

    def _banner(self, lines: Lines) -> None:
        in_package = "." in self.module.name  # else a file of the user's own, under whatever licence
        given = self.module.name if in_package else f"{self.module.name}.py"
        lines.comment(
            0,
            [
                *paragraphs(self.module.doc),
                f"Made by Akela {akela.__version__}: `akela emit {given} --target {self.target.name}`. Do not edit; change the source.",
                "\n".join(
                    [
                        f"Source:  {self.module.name.replace('.', '/')}.py",
                        f"SHA-256: {_digest(self.module)}",
                        f"Target:  {self.target.name}, {self.target.description}",
                        f"Options: {self._options()}",
                        *([f"Unroll:  {self._unrolling()}"] if self.target.unroll else []),
                    ]
                ),
                *(["SPDX-License-Identifier: Apache-2.0 OR MIT"] if in_package else []),
            ],
        )

    def _options(self) -> str:
        target = self.target
        options = "".join(f", {name} = {value}" for name, value in sorted(target.options.items()))
        return f"word_bits = {target.word_bits}, u64 = {target.u64}, wide_mul = {target.wide_mul}, divide = {target.divide}{options}"

    def _unrolling(self) -> str:
        return ", ".join(f"{name} = {factor}" for name, factor in sorted(self.target.unroll.items()))

    def _documentation(self, lines: Lines, function: Function, emitter: FunctionEmitter) -> None:
        """Comments above the function, docstring, what the caller must ensure, what it leaks."""
        parts = ["\n".join(function.comments)] if function.comments else []
        parts += [part for part in paragraphs(re.sub(r"Leaks: *(.+(?:\n(?! *\n).+)*)", "", function.doc))]
        contracts = [stmt for stmt in function.body if isinstance(stmt, Contract) and stmt.kind == "requires"]
        if contracts:
            texts = [emitter.expressions.text(stmt.condition).replace("(ptrdiff_t)", "") for stmt in contracts]
            parts.append("\n".join(f"Requires: {text}" for text in texts))
        if function.needs:
            parts.append(f"Needs: {', '.join(function.needs)}")
        if function.leaks:
            parts.append(f"Leaks: {function.leaks}")
        if parts:
            lines.comment(0, parts)

    # --- header -----------------------------------------------------------------------------------------------------------------

    def _header(self) -> Lines:
        lines = Lines()
        guard = f"AKELA_{self.module.stem.upper()}_H"
        self._banner(lines)
        lines.add(0, "")
        for text in (f"#ifndef {guard}", f"#define {guard}", "", '#include "akela_status.h"'):
            lines.add(0, text)
        for home in sorted({struct_home(s) for s in self._structs()} - {self.module.name}):
            lines.add(0, f'#include "akela_{home.rpartition(".")[2]}.h"')
        for text in ("", "#if defined(__cplusplus)", 'extern "C" {', "#endif"):
            lines.add(0, text)
        for struct in self.module.structs:
            lines.blank()
            self._struct(lines, struct)
        for function in self.exported:
            lines.blank()
            emitter = self._emitter(function)
            self._documentation(lines, function, emitter)
            lines.add(0, f"{emitter.signature(f'akela_{function.name}')};")
        operations = [f for f in self.exported if f.ref.operation]
        if operations:
            lines.blank()
            lines.comment(0, ["Operations are called through these where AKELA_DISPATCH is defined; the program sets them."])
            lines.add(0, "#if defined(AKELA_DISPATCH)")
            for function in operations:
                lines.add(0, f"extern {self._emitter(function).signature(f'(*akela_op_{function.name})')};")
            lines.add(0, "#endif")
        for text in ("", "#if defined(__cplusplus)", "}", "#endif", "", "#endif"):
            lines.add(0, text)
        return lines

    def _structs(self) -> Iterator[StructType]:
        """The structs in signatures and in this module's structs."""
        for kind in [s.type for f in self.exported for s in f.params] + [k for s in self.module.structs for _, k in s.fields]:
            if isinstance(kind, StructType):
                yield kind

    def _struct(self, lines: Lines, struct: StructType) -> None:
        doc = struct.cls.__doc__ or ""
        if doc:
            lines.comment(0, paragraphs(doc))
        remarks = _field_remarks(struct.cls)
        lines.add(0, f"typedef struct akela_{struct.name}_ctx {{")
        for name, kind in struct.fields:
            before = len(lines.lines)
            lines.add(1, f"{declaration(resolve(kind, self.target.word_bits), safe(name))};")
            remark = ", ".join(part for part in (remarks.get(name, ""), "" if is_secret(kind) else "public") if part)
            if remark:
                lines.remark(1, before, remark)
        lines.add(0, f"}} {c_type(struct)};")

    # --- source -----------------------------------------------------------------------------------------------------------------

    def _source(self) -> Lines:
        lines = Lines()
        self._banner(lines)
        lines.blank()
        self._includes(lines)
        self._registers(lines)
        for table in self.usage.tables:
            lines.blank()
            self._table(lines, table)
        self._forward_declarations(lines)
        for function in self.usage.functions:
            lines.blank()
            soft = function.name in self.usage.soft
            if soft:
                lines.add(0, "#if defined(AKELA_SOFT_INTRINSICS)")
            self._function(lines, function)
            if soft:
                lines.add(0, "#endif")
        return lines

    def _includes(self, lines: Lines) -> None:
        called = {ref.module for f in self.usage.functions for ref in calls(f) if ref.exported}
        lines.add(0, f'#include "akela_{self.module.stem}.h"')
        for name in sorted({*called, *self.module.imports} - {self.module.name}):
            lines.add(0, f'#include "akela_{name.rpartition(".")[2]}.h"')
        lines.add(0, f'#include "akela_{"vector" if self._has_vectors() else "rt"}.h"')
        intrinsics = [f.ref.intrinsic for f in self.helpers if isinstance(f.ref.intrinsic, Intrinsic)]
        headers = sorted({intrinsic.header for intrinsic in intrinsics if intrinsic.header})
        if headers:
            lines.blank()
            lines.add(0, "#if !defined(AKELA_SOFT_INTRINSICS)")
            for header in headers:
                lines.add(0, f"#include <{header}>")
            lines.add(0, "#endif")

    def _has_vectors(self) -> bool:
        return any(isinstance(expr.type, VectorType) for f in self.usage.functions for expr in f.nodes)

    def _registers(self, lines: Lines) -> None:
        """Macros for the registers that the module's functions use."""
        used: dict[RegisterBlock, dict[str, Reg]] = {}
        for function in self.usage.functions:
            for stmt in statements(function.body):
                if isinstance(stmt, RegWrite):
                    _note(used, stmt.block, stmt.register)
            for expr in function.nodes:
                if isinstance(expr, Builtin) and expr.name in ("reg_read", "reg_address"):
                    _note(used, *expr.attributes)
        for block, registers in used.items():
            lines.blank()
            lines.comment(0, [f"Registers of {block.name}. Define the base to place them elsewhere."])
            base = f"AKELA_{block.name}_BASE"
            for text in (f"#if !defined({base})", f"#define {base} {block.base:#010x}u", "#endif"):
                lines.add(0, text)
            for register in sorted(registers.values(), key=lambda each: each.offset):
                index, plus = ("(i)", f" + {register.stride}u * (uint32_t)(i)") if register.count > 1 else ("", "")
                lines.add(0, f"#define {register_name(block, register)}{index} AKELA_REG32({base} + {register.offset:#x}u{plus})")

    def _table(self, lines: Lines, table: Table) -> None:
        above = _comments_above(self.module, table.name)
        if above:
            lines.comment(0, [above])
        soft = table in self.usage.soft_tables
        decimal = max(table.values) < 100
        items = [table_literal(table.element, value, decimal=decimal) for value in table.values]
        if soft:
            lines.add(0, "#if defined(AKELA_SOFT_INTRINSICS)")
        lines.add(0, f"static const {c_type(table.element)} AKELA_TABLE {self.names.tables[table]}[{len(items)}] = {{")
        for row in rows(items):
            lines.add(0, row)
        lines.add(0, "};")
        if soft:
            lines.add(0, "#endif")

    def _forward_declarations(self, lines: Lines) -> None:
        """Prototypes of helpers that are called before they are defined."""
        defined: set[tuple[str, str]] = set()
        wanted: dict[tuple[str, str], Function] = {}
        for function in self.usage.functions:
            for ref in calls(function):
                key = (ref.module, ref.name)
                callee = self.usage.function(ref)
                if callee is not None and not ref.exported and key not in defined:
                    wanted[key] = callee
            defined.add((function.ref.module, function.name))
        for function in wanted.values():
            lines.blank()
            lines.add(
                0,
                f"{self._linkage(function)} {self._emitter(function).signature(self.names.functions[function.ref.module, function.name])};",
            )

    def _linkage(self, function: Function) -> str:
        inline = function.ref.intrinsic is not None or (function.ref.module, function.name) in self.small
        return "AKELA_INLINE" if inline else "static"

    def _function(self, lines: Lines, function: Function) -> None:
        emitter = self._emitter(function)
        self._documentation(lines, function, emitter)
        if function.ref.exported:
            lines.add(0, emitter.signature(f"akela_{function.name}"))
        else:
            lines.add(0, f"{self._linkage(function)} {emitter.signature(self.names.functions[function.ref.module, function.name])}")
        lines.add(0, "{")
        intrinsic = function.ref.intrinsic
        if isinstance(intrinsic, Intrinsic):
            lines.add(0, "#if defined(AKELA_SOFT_INTRINSICS)")
            lines.append(emitter.body())
            lines.add(0, "#else")
            for text in _instruction(function, intrinsic, emitter, self.target):
                lines.add(1, text)
            lines.add(0, "#endif")
        else:
            lines.append(emitter.body())
        lines.add(0, "}")


@cache
def _runtime_names() -> frozenset[str]:
    """Every name that the headers of the run time define."""
    return frozenset(re.findall(r"\bakela_\w+\b(?!\.h)", "".join(path.read_text() for path in sorted(RUNTIME.glob("akela_*.h")))))


def _note(used: dict[RegisterBlock, dict[str, Reg]], block: object, register: object) -> None:
    assert isinstance(block, RegisterBlock) and isinstance(register, Reg)
    if any(other != block and other.name == block.name for other in used):
        raise TypeError(f"two register blocks of one module are called {block.name}; put the name of its chip before each")
    used.setdefault(block, {})[register.name] = register


def _digest(module: Module) -> str:
    return hashlib.sha256(module.path.read_bytes()).hexdigest()


def _comments_above(module: Module, name: str) -> str:
    """The comment lines directly above the line of a module that assigns to this name."""
    file = read_source(module.path)
    for node in file.tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets):
            lines = list(takewhile(file.own_line.__contains__, range(node.lineno - 1, 0, -1)))
            return "\n".join(file.own_line[line] for line in reversed(lines))
    return ""


def _field_remarks(cls: type) -> dict[str, str]:
    """Comments behind the fields of a struct class in its source."""
    path = inspect.getsourcefile(cls)
    file = read_source(path) if path else None
    classes = [n for n in ast.walk(file.tree) if isinstance(n, ast.ClassDef) and n.name == cls.__name__] if file else []
    if file is None or len(classes) != 1:
        return {}
    fields = [n for n in classes[0].body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)]
    return {n.target.id: file.trailing[n.lineno] for n in fields if isinstance(n.target, ast.Name) and n.lineno in file.trailing}


# --- intrinsics -------------------------------------------------------------------------------------------------------------------


def _instruction(function: Function, intrinsic: Intrinsic, emitter: FunctionEmitter, target: Target) -> list[str]:
    """The statements that run the instruction."""
    returns = function.ref.returns
    names = {symbol.name: emitter.names(symbol) for symbol in function.params}
    if intrinsic.c:
        text = _in_c(intrinsic.c, names)
        if isinstance(returns, TupleType):
            raise TypeError(f"{function.src}: {function.name}: an intrinsic with several results is spelled asm=…")
        return [f"return {text};" if c_type(returns) != "void" else f"{text};"]
    kinds = returns.items if isinstance(returns, TupleType) else () if c_type(returns) == "void" else (returns,)
    results = [emitter.names.fresh("result" if len(kinds) == 1 else f"result_{i + 1}") for i in range(len(kinds))]
    outputs = [f'[{name}] "=&{_constraint(kind, target)}"({name})' for name, kind in zip(results, kinds, strict=True)]
    inputs = [f'[{emitter.names(s)}] "{_constraint(s.type, target)}"({emitter.names(s)})' for s in function.params]
    operands = {**{str(i): name for i, name in enumerate(results)}, **names}
    template = re.sub(r"\{(\w+)\}", lambda match: f"%[{operands[match[1]]}]", intrinsic.asm)
    lines = [line.strip().replace('"', '\\"') for line in template.strip().splitlines()]
    changed = [*intrinsic.clobbers, "cc"]
    if any(isinstance(s.type, ArrayType | SliceType) for s in function.params):
        changed.append("memory")
    made = [f"{declaration(kind, name)};" for kind, name in zip(kinds, results, strict=True)]
    made.append(f"__asm__{' volatile' if not kinds or 'memory' in changed else ''}(")
    made += [f'{INDENT}"{line}\\n\\t"' for line in lines[:-1]]
    made.append(f'{INDENT}"{lines[-1]}"')
    made.append(f"{INDENT}: {', '.join(outputs)}")
    made.append(f"{INDENT}: {', '.join(inputs)}")
    made.append(INDENT + ": " + ", ".join(f'"{name}"' for name in changed) + ");")
    if isinstance(returns, TupleType):
        made += [f"*{pointer} = {name};" for pointer, name in zip(emitter.results, results, strict=True)]
    elif results:
        made.append(f"return {results[0]};")
    return made


def _in_c(template: str, names: dict[str, str]) -> str:
    """A C template with parameters in it and the language's type names as C's."""
    text = re.sub(r"\{(\w+)\}", lambda match: names[match[1]] if match[1] in names else match[0], template)
    text = re.sub(r"\b(u\d+x\d+)\b", r"akela_\1", text)
    return re.sub(r"\bu(8|16|32|64)\b", r"uint\1_t", text)


def _constraint(kind: Type, target: Target) -> str:
    """The register class of an operand of inline assembly."""
    if isinstance(kind, VectorType):
        return {"x86_64": "x", "aarch64": "w"}[target.instruction_set]
    return "q" if is_narrow(kind) and target.instruction_set == "x86_64" else "r"
