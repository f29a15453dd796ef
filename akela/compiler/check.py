"""Types, secrecy, memory and paths of a function: from syntax to IR. `check_function` is the one to open first.

The checker is one class in four layers, each in its file in `checking/`: expressions (with the vocabulary in a file of its own), calls,
assignments, statements. Not decided here: what C makes of it (`passes.py`), and bounds that are only known at run time (the traced run
checks those).
"""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from akela.compiler.checking.expressions import Refused, Restart
from akela.compiler.checking.statements import StatementChecker, head
from akela.compiler.errors import Code, CompileError, CompileErrors
from akela.compiler.ir import (
    Assign,
    Const,
    Declare,
    Expr,
    Fill,
    For,
    Function,
    FunctionRef,
    If,
    Src,
    Stmt,
    Symbol,
    Var,
    While,
    map_expressions,
    pauses,
    statements,
    touches_registers,
)
from akela.compiler.lowering.effects import Misplaced, order_effects
from akela.compiler.lowering.sequence import owned_memory
from akela.compiler.parse import ParsedFunction, parse_function
from akela.lang.functions import KernelFunction
from akela.lang.types import INT, NONE, STATUS, ArrayType, SliceType, StructType, TupleType, Type, VectorType, is_secret, resolve, secret


def check_function(function: KernelFunction, name: str, word_bits: int, program: Any) -> Function:
    """Check a decorated function (for a template: its instance at `word_bits`) and give its IR.

    Raises CompileErrors with all refusals of the function.
    """
    try:
        parsed = parse_function(function.python)
    except LookupError as error:
        code = function.python.__code__
        src = Src(Path(code.co_filename).name, code.co_firstlineno)
        raise CompileErrors(
            [CompileError(Code.NOT_IN_LANGUAGE, src, function.name, str(error.args[0]), "write it with def, in a file")]
        ) from None
    secret_names: set[str] = set()
    while True:
        checker = StatementChecker(parsed, word_bits, program, secret_names)
        try:
            return _check(checker, function, name)
        except Restart:
            continue
        except RecursionError:
            src = parsed.src(parsed.node)
            raise CompileErrors(
                [CompileError(Code.NOT_IN_LANGUAGE, src, f"def {name}", "expressions of a sane depth", "use locals")]
            ) from None


def signature_types(checker: StatementChecker, function: KernelFunction) -> tuple[tuple[Symbol, ...], Type]:
    """Parameters and result of a function, from its annotations (as Python evaluated them: a maker's own types have no name to look up)."""
    node = checker.parsed.node
    arguments = node.args
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.defaults or arguments.posonlyargs:
        checker.refuse(Code.NOT_IN_LANGUAGE, head(node), "plain positional parameters without defaults")
    missing = [argument for argument in arguments.args if argument.annotation is None]
    for argument in missing:
        checker.report(Code.MISSING_ANNOTATION, argument, "a type", f"{argument.arg}: u32, Bytes, int …")
    if missing:
        raise Refused
    exported = function.kind not in ("helper", "intrinsic")
    params: list[Symbol] = []
    declared, result = _declared(checker, function)
    for argument, (name, kind) in zip(arguments.args, declared, strict=True):
        if exported and _has_vector(kind):
            checker.report(Code.VECTOR_BOUNDARY, argument, "words, slices, arrays and structs only", "load the vector inside")
        params.append(Symbol(name, resolve(kind, checker.word_bits), "param", checker.parsed.src(argument)))
    returns = resolve(result, checker.word_bits)
    items = returns.items if isinstance(returns, TupleType) else (returns,)
    if any(isinstance(item, ArrayType | SliceType | StructType) for item in items):
        checker.report(
            Code.WRONG_RESULT,
            node.returns or node,
            f"a word, mask, vector, int, bool or Status, not {returns}",
            "write through a parameter",
        )
    if exported and returns not in (NONE, STATUS):
        checker.report(
            Code.EXPORTED_RESULT, node.returns or node, f"Status or nothing, not {returns}", "write results through a Buffer or array"
        )
    return tuple(params), returns


def _has_vector(kind: Type) -> bool:
    match kind:
        case VectorType():
            return True
        case ArrayType(element, _) | SliceType(element, _):
            return _has_vector(element)
        case StructType(_, fields):
            return any(_has_vector(inner) for _, inner in fields)
        case _:
            return False


def _declared(checker: StatementChecker, function: KernelFunction) -> tuple[tuple[tuple[str, Type], ...], Type]:
    """Parameters and result as the decorated function knows them."""
    try:
        return function.params, function.returns
    except (TypeError, ValueError) as error:
        checker.refuse(Code.WRONG_ARGUMENT, head(checker.parsed.node), str(error), "use the types of docs/language.md")


def _check(checker: StatementChecker, function: KernelFunction, name: str) -> Function:
    parsed, node = checker.parsed, checker.parsed.node
    checker.vartime = function.vartime or bool(function.calls_vartime)
    try:
        params, returns = signature_types(checker, function)
    except Refused:
        raise CompileErrors(checker.errors) from None
    checker.returns = returns
    for symbol in params:
        checker.scope.defined[symbol.name] = symbol
        checker.scope.types[symbol.name] = symbol.type
        checker.scope.home[symbol] = ()
        if not isinstance(symbol.type, ArrayType | SliceType | StructType):
            checker.scope.pinned[symbol.name] = symbol.type
    doc = ast.get_docstring(node) or ""
    leaks = re.search(r"Leaks: *(.+(?:\n(?! *\n).+)*)", doc)
    exported = function.kind not in ("helper", "intrinsic")
    if exported and not leaks:
        checker.report(
            Code.MISSING_LEAKS, head(node), "a docstring line `Leaks: …` that names what an observer learns", "Leaks: nothing but lengths."
        )
    first = node.body[0]
    after = (first.end_lineno or first.lineno) if doc else node.lineno
    body = checker.body(node.body[1:] if doc else node.body, after)
    if returns != NONE and not checker.scope.dead and not checker.errors and not checker.callee_errors:
        checker.report(Code.MISSING_RETURN, head(node), f"a return of {returns} at the end of every path")
    checker.check_int_constants(body)
    if not (checker.errors or checker.callee_errors):
        _check_effects(checker, body)
    if checker.errors or checker.callee_errors:
        raise CompileErrors([*checker.errors, *checker.callee_errors])
    ref = FunctionRef(
        module=function.module,
        name=name,
        params=tuple((symbol.name, symbol.type) for symbol in params),
        returns=returns,
        exported=exported,
        operation=function.operation,
        intrinsic=function.intrinsic,
        written=tuple(symbol.written for symbol in params),
        registers=touches_registers(body) or function.kind == "host",
        pauses=pauses(body) or checker.program.operation_pauses(function, checker.word_bits),
    )
    first_line = min([node.lineno, *(d.lineno for d in node.decorator_list)])
    return Function(
        ref=ref,
        params=params,
        body=_place_declarations(checker, body),
        doc=doc,
        leaks=" ".join(leaks.group(1).split()) if leaks else "",
        src=parsed.src(node),
        word_bits=checker.word_bits if function.is_template else None,
        provides=function.provides,
        needs=tuple(function.needs),
        vartime=function.vartime,
        host=function.kind == "host",
        comments=_comments_above(parsed, first_line),
    )


def _check_effects(checker: StatementChecker, body: tuple[Stmt, ...]) -> None:
    """Refuse calls with effects to which C cannot give Python's order."""
    owned = owned_memory(body)
    for stmt in statements(body):
        try:
            order_effects(stmt, owned)
        except Misplaced as found:
            nodes = (node for node in ast.walk(checker.parsed.node) if isinstance(node, ast.stmt | ast.expr))
            node = next(node for node in nodes if checker.parsed.src(node) == found.src)
            where = head(node) if isinstance(node, ast.stmt) else node
            checker.report(Code.EFFECT_INSIDE, where, f"no call with effects {found.what}", "call it in a statement of its own before")


def _comments_above(parsed: ParsedFunction, line: int) -> tuple[str, ...]:
    first = line
    while first - 1 in parsed.file.own_line:
        first -= 1
    return tuple(parsed.file.own_line[n] for n in range(first, line))


def _place_declarations(checker: StatementChecker, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    """Names used outside of the block that first assigns them are declared at the top; merged symbols become one."""
    scope = checker.scope
    tops: list[Symbol] = []

    def replace_symbol(expr: Expr) -> Expr:
        if isinstance(expr, Var):
            final = scope.final(expr.symbol)
            kind = final.type
            return expr if final is expr.symbol and kind == expr.type else replace(expr, symbol=final, type=kind)
        return expr

    def each(stmts: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        result: list[Stmt] = []
        for stmt in stmts:
            match stmt:
                case Declare(symbol=symbol, value=value) if symbol in scope.hoisted:
                    final = scope.final(symbol)
                    if is_secret(symbol.type) and not is_secret(final.type):
                        final.type = secret(final.type)
                    if final not in tops:
                        tops.append(final)
                    if value is not None:
                        place = Var(type=final.type, symbol=final, src=stmt.src)
                        result.append(Assign(target=place, value=value, src=stmt.src, comments=stmt.comments, remark=stmt.remark))
                    elif stmt.zeros:
                        element = symbol.type.element if isinstance(symbol.type, ArrayType) else INT
                        result.append(Fill(target=Var(type=final.type, symbol=final), value=Const(type=element, value=0), src=stmt.src))
                case If(then=then, other=other):
                    result.append(replace(stmt, then=each(then), other=each(other)))
                case For(body=inner) | While(body=inner):
                    result.append(replace(stmt, body=each(inner)))
                case _:
                    result.append(stmt)
        return tuple(result)

    placed = map_expressions(each(body), replace_symbol)
    return (*(Declare(symbol=symbol, src=symbol.src) for symbol in tops), *placed)
