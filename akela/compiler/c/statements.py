"""Functions in C: parameters, declarations, statements, and which of the lines may hold a branch of the object code."""

from __future__ import annotations

from collections.abc import Iterator

from akela.compiler.c.expressions import LEVELS, OPERATORS, PATTERNS, Expressions, FileNames, Text, register_name
from akela.compiler.c.text import Lines
from akela.compiler.c.types import c_type, declaration, is_narrow, literal, pointer, unique, vector_name
from akela.compiler.c.usage import Usage, assigned, lengths_read, mentioned
from akela.compiler.ir import (
    Assign,
    Binary,
    Builtin,
    Call,
    CallStmt,
    Choose,
    Compare,
    Const,
    Contract,
    CopyInto,
    Declare,
    Expr,
    Fill,
    For,
    Function,
    If,
    Logic,
    RegWrite,
    Return,
    Stmt,
    StoreBytes,
    Symbol,
    Unpack,
    Var,
    View,
    While,
    Wipe,
    expressions,
    statements,
    walk,
)
from akela.compiler.lowering.fold import minus, same
from akela.compiler.targets import Target
from akela.lang.types import (
    ArrayType,
    IntType,
    MaskType,
    SliceType,
    StructType,
    TupleType,
    Type,
    VectorType,
    WordType,
    is_secret,
)


class Names:
    """C names of a function's symbols: the source's, unless C or something visible has them."""

    def __init__(self, taken: frozenset[str]) -> None:
        self._taken = taken
        self._names: dict[Symbol, str] = {}
        self._scopes: list[set[str]] = [set()]

    def __call__(self, symbol: Symbol) -> str:
        return self._names[symbol]

    def declare(self, symbol: Symbol) -> str:
        """The name of a new symbol."""
        self._names[symbol] = self.fresh("i" if symbol.name == "_" else symbol.name, length=isinstance(symbol.type, SliceType))
        return self._names[symbol]

    def fresh(self, name: str, *, length: bool = False) -> str:
        """A name that nothing visible has; with `length`, one to which `_len` may be added."""
        visible = self._taken.union(*self._scopes)
        if length:
            visible |= {each.removesuffix("_len") for each in visible if each.endswith("_len")}
        name = unique(name, visible)
        self._scopes[-1] |= {name, f"{name}_len"} if length else {name}
        return name

    def enter(self) -> None:
        """Begin a block."""
        self._scopes.append(set())

    def leave(self) -> None:
        """End a block: its names are free again."""
        self._scopes.pop()


class FunctionEmitter:
    """One function of a file."""

    def __init__(self, function: Function, target: Target, usage: Usage, file: FileNames) -> None:
        self.function = function
        self.usage = usage
        self.names = Names(file.taken)
        self.assigned = assigned(function)
        self.mentioned = mentioned(function)
        self.expressions = Expressions(target, usage, file, self.names)
        self.lines = Lines()
        self.results = [self.names.fresh(name) for name in self._result_names()]
        for symbol in function.params:
            self.names.declare(symbol)

    # --- signature --------------------------------------------------------------------------------------------------------------

    def signature(self, name: str) -> str:
        """Result, name and parameters."""
        returns = self.function.ref.returns
        parts = [part for symbol in self.function.params for part in self._parameter(symbol)]
        if isinstance(returns, TupleType):
            parts += [pointer(kind, result, const=False) for kind, result in zip(returns.items, self.results, strict=True)]
        return f"{c_type(returns)} {name}({', '.join(parts) or 'void'})"

    def _parameter(self, symbol: Symbol) -> list[str]:
        name = self.names(symbol)
        match symbol.type:
            case ArrayType():
                return [declaration(symbol.type, name, const=not self._is_written(symbol))]
            case SliceType():
                data = pointer(symbol.type, name, const=not self._is_written(symbol))
                return [data, f"size_t {name}_len"] if symbol in self.usage.lengths else [data]
            case StructType():
                return [pointer(symbol.type, name, const=not self._is_written(symbol))]
            case _:
                return [declaration(symbol.type, name)]

    def _is_written(self, symbol: Symbol) -> bool:
        """Whether the parameter is writable in C: exported functions go by their types, so that replacements fit."""
        if self.function.ref.exported and isinstance(symbol.type, SliceType):
            return symbol.type.writable
        return symbol.written

    def _result_names(self) -> list[str]:
        returns = self.function.ref.returns
        if not isinstance(returns, TupleType):
            return []
        last = [stmt for stmt in statements(self.function.body) if isinstance(stmt, Return)][-1]
        symbols = [value.symbol for value in last.values if isinstance(value, Var)]
        if len({symbol.name for symbol in symbols}) == len(returns.items):
            return [f"{symbol.name}_out" for symbol in symbols]
        return [f"result_{i + 1}" for i in range(len(returns.items))]

    # --- statements -------------------------------------------------------------------------------------------------------------

    def body(self, level: int = 1) -> Lines:
        """The statements of the function."""
        read = lengths_read(self.function, self.usage)
        for symbol in self.function.params:
            if symbol not in self.mentioned:
                self.lines.add(level, f"(void){self.names(symbol)};")
            if symbol in self.usage.lengths - read:
                self.lines.add(level, f"(void){self.names(symbol)}_len;")
        self._statements(self.function.body, level)
        return self.lines

    def _statements(self, body: tuple[Stmt, ...], level: int) -> None:
        start = len(self.lines.lines)
        declares = level == 1  # still among the declarations at the head of the function
        after_part = (declares, False)
        for stmt in body:
            is_block = isinstance(stmt, If | For | While)
            comments = (*stmt.comments, stmt.remark) if is_block and stmt.remark else stmt.comments
            declares = declares and isinstance(stmt, Declare | Contract)
            if len(self.lines.lines) > start and (comments or after_part != (declares, False)):
                self.lines.blank()
            if comments:
                self.lines.comment(level, ["\n".join(comments)])
            before = len(self.lines.lines)
            self._statement(stmt, level)
            if stmt.remark and not is_block:
                self.lines.remark(level, before, stmt.remark)
            after_part = (declares, level == 1 and is_block)
        if len(self.lines.lines) > start and not self.lines.lines[-1]:
            self.lines.lines.pop()  # nothing came behind it

    def _block(self, body: tuple[Stmt, ...], level: int) -> None:
        self.names.enter()
        self._statements(body, level + 1)
        self.names.leave()

    def _add(self, level: int, text: str, stmt: Stmt, what: str = "") -> None:
        """A line; `what` says what public thing the compiler may branch on, beside conditions in the statement's expressions."""
        reasons = [what] if what else []
        for expr in expressions(stmt):
            reasons += [reason for inner in walk(expr) if (reason := self._condition(inner))]
        branch = f"{'; '.join(dict.fromkeys(reasons))} ({stmt.src})" if reasons else None
        self.lines.add(level, text, branch, public=_is_public(stmt))

    def _condition(self, expr: Expr) -> str:
        match expr:
            case Choose():
                return f"choice by {self.expressions.text(expr.condition)}"
            case Logic() | Compare():
                return f"condition {self.expressions.text(expr)}"
            case Builtin(name="declassify") if not isinstance(expr.type, WordType):
                return f"condition {self.expressions.text(expr)}"
            case Builtin(name="divide" | "remainder") | Binary(op="floordiv" | "mod"):
                return f"public division {self.expressions.text(expr)}"
            case _:
                return ""

    def _statement(self, stmt: Stmt, level: int) -> None:
        text = self.expressions.text
        match stmt:
            case Declare():
                self._declare(stmt, level)
            case Assign():
                self._add(level, self._assignment(stmt), stmt)
            case Unpack():
                self._unpack(stmt, level)
            case CopyInto(target=target, source=source):
                to, origin = self.expressions.reference(target), self.expressions.reference(source)
                size = self._bytes(self._common_length(target, source), source.type)
                self._add(level, f"akela_copy({to}, {origin}, {size});", stmt, f"copy of {size} bytes")
            case Fill():
                self._fill(stmt, level)
            case StoreBytes(order=order, buffer=buffer, offset=offset, value=value):
                kind = value.type
                suffix = vector_name(kind) if isinstance(kind, VectorType) else f"{order}{_bits(kind)}"
                self._add(level, f"akela_store_{suffix}({self.expressions.address(buffer, offset)}, {text(value)});", stmt)
            case RegWrite(block=block, register=register, index=index, value=value):
                place = register_name(block, register) + (f"({text(index)})" if index is not None else "")
                self._add(level, f"{place} = {text(value)};", stmt)
            case If():
                self._if(stmt, level)
            case For():
                self._for(stmt, level)
            case While(condition=condition, body=body):
                self._add(level, f"while ({text(condition)}) {{", stmt, "loop")
                self._block(body, level)
                self.lines.add(level, "}")
            case Return(values=values):
                self._return(stmt, values, level)
            case CallStmt(call=call):
                self._add(level, f"{text(call)};", stmt)
            case Contract(kind=kind, condition=condition):
                self._add(level, f"AKELA_{'REQUIRE' if kind == 'requires' else 'ENSURE'}({text(condition)});", stmt)
            case Wipe(symbol=symbol):
                name = self.names(symbol)
                place = f"&{name}" if isinstance(symbol.type, StructType) else name
                self._add(level, f"akela_wipe({place}, sizeof {name});", stmt, "wipe")
            case _:
                raise TypeError(f"{stmt.src}: no C for {type(stmt).__name__}")

    def _declare(self, stmt: Declare, level: int) -> None:
        symbol, value = stmt.symbol, stmt.value
        constant = symbol not in self.assigned
        value_text = "" if value is None else self.expressions.text(value)
        length = self.expressions.length(value).text if value is not None and symbol in self.usage.lengths else ""
        name = self.names.declare(symbol)
        if isinstance(value, View):
            self._add(level, f"{pointer(symbol.type, name, const=not symbol.written, fixed=True)} = {value_text};", stmt)
            if length:
                self._add(level, f"const size_t {name}_len = {length};", stmt)
        elif value is not None:
            self._add(level, f"{declaration(symbol.type, name, const=constant)} = {value_text};", stmt)
        elif stmt.zeros:
            self._add(level, f"{declaration(symbol.type, name)} = {{0}};", stmt, "zeros")
        else:
            self._add(level, f"{declaration(symbol.type, name)};", stmt)
        if symbol not in self.mentioned:
            self.lines.add(level, f"(void){name};")

    def _assignment(self, stmt: Assign) -> str:
        """`x += y` where the value is the place itself with something done to it."""
        place, value = self.expressions.place(stmt.target), stmt.value
        if isinstance(value, Binary) and same(value.left, stmt.target) and self._has_short_form(value):
            if isinstance(value.right, Const):
                kind = value.right.type
                return f"{place} {OPERATORS[value.op]}= {literal(kind, value.right.value, pattern=value.op in PATTERNS)};"
            return f"{place} {OPERATORS[value.op]}= {self.expressions.text(value.right)};"
        return f"{place} = {self.expressions.text(value)};"

    def _has_short_form(self, value: Binary) -> bool:
        if value.op not in LEVELS or value.op in ("floordiv", "mod"):
            return False
        if value.op in ("shl", "shr"):
            plain = (isinstance(value.type, IntType) and value.op == "shr") or (
                isinstance(value.type, WordType) and isinstance(value.right, Const)
            )
            return plain and not is_narrow(value.type)
        if isinstance(value.right, Const) and isinstance(value.type, VectorType):
            return False
        return not is_narrow(value.type) or value.op in PATTERNS

    def _unpack(self, stmt: Unpack, level: int) -> None:
        places = []
        assert isinstance(stmt.value.type, TupleType)
        for target, kind in zip(stmt.targets, stmt.value.type.items, strict=True):
            if target is None:
                name = self.names.fresh("ignored")
                self.lines.add(level, f"{declaration(kind, name)};")
                places.append(f"&{name}")
            else:
                places.append(self.expressions.target_address(target))
        match stmt.value:
            case Call() as call:
                arguments = [*self.expressions.arguments(call), *places]
                self._add(level, f"{self.expressions.function(call.function)}({', '.join(arguments)});", stmt)
            case Builtin(name=name, arguments=values, attributes=attributes):
                suffix = {"bits": "_bits", "split": "_split"}.get(str(attributes[0]) if attributes else "", "")
                given = [self.expressions.text(value) for value in values]
                bits = _bits(stmt.value.type.items[0])
                self._add(level, f"akela_{name}{bits}{suffix}({', '.join([*given, *places])});", stmt)

    def _common_length(self, a: Expr, b: Expr) -> Text:
        """The length that two references share, from the one where it is plainer."""
        for each in (a, b):
            if isinstance(each.type, ArrayType):
                return self.expressions.length(each)
        views = [each for each in (a, b) if isinstance(each, View)]
        views.sort(key=lambda view: len(list(walk(minus(view.stop, view.start)))))
        return self.expressions.length(views[0] if views else a)

    @staticmethod
    def _bytes(count: Text, kind: Type) -> str:
        """The size of so many elements."""
        assert isinstance(kind, ArrayType | SliceType)
        if kind.element == WordType(8) or kind.element == WordType(8, False):
            return count.text
        return f"{count.inside(LEVELS['mul'])} * sizeof({c_type(kind.element)})"

    def _fill(self, stmt: Fill, level: int) -> None:
        place, kind = self.expressions.reference(stmt.target), stmt.target.type
        count = self.expressions.length(stmt.target)
        if isinstance(stmt.value, Const) and stmt.value.value == 0:
            size = self._bytes(count, kind)
            self._add(level, f"akela_zero({place}, {size});", stmt, f"{size} zero bytes")
            return
        value = self.expressions.text(stmt.value)
        assert isinstance(kind, ArrayType | SliceType)
        self._add(level, f"akela_fill{_bits(kind.element)}({place}, {value}, {count.text});", stmt, f"filling of {count.text} elements")

    def _if(self, stmt: If, level: int, *, chained: bool = False) -> None:
        head = "} else if" if chained else "if"
        self._add(level, f"{head} ({self.expressions.text(stmt.condition)}) {{", stmt, self._branch(stmt.condition))
        self._block(stmt.then, level)
        match stmt.other:
            case ():
                self.lines.add(level, "}")
            case (If() as inner,) if not inner.comments:
                self._if(inner, level, chained=True)
            case _:
                self.lines.add(level, "} else {")
                self._block(stmt.other, level)
                self.lines.add(level, "}")

    def _branch(self, condition: Expr) -> str:
        return "" if self._condition(condition) else f"condition {self.expressions.text(condition)}"

    def _for(self, loop: For, level: int) -> None:
        start, stop = self.expressions.text(loop.start), self.expressions.value(loop.stop)
        self.names.enter()
        name = self.names.declare(loop.symbol)
        sign, step = ("<", loop.step) if loop.step > 0 else (">", -loop.step)
        advance = f"{name}{'++' if loop.step > 0 else '--'}" if step == 1 else f"{name} {'+' if loop.step > 0 else '-'}= {step}"
        head = f"for (ptrdiff_t {name} = {start}; {name} {sign} {stop.inside(LEVELS['add'])}; {advance}) {{"
        self._add(level, head, loop, f"loop to {stop.text}")
        self._statements(loop.body, level + 1)
        self.names.leave()
        self.lines.add(level, "}")

    def _return(self, stmt: Return, values: tuple[Expr, ...], level: int) -> None:
        if self.results:
            for result, value in zip(self.results, values, strict=True):
                self._add(level, f"*{result} = {self.expressions.text(value)};", stmt)
        elif values:
            self._add(level, f"return {self.expressions.text(values[0])};", stmt)
            return
        if not any(stmt is last for last in _last_statements(self.function.body)):
            self._add(level, "return;", stmt)


def _last_statements(body: tuple[Stmt, ...]) -> Iterator[Stmt]:
    """The statements behind which a function ends."""
    match body:
        case (*_, If(then=then, other=other)):
            yield from _last_statements(then)
            yield from _last_statements(other)
        case (*_, last):
            yield last


def _is_public(stmt: Stmt) -> bool:
    """Whether every word that the statement reads, computes or writes is public."""
    kinds = [inner.type for expr in expressions(stmt) for inner in walk(expr)]
    return not any(is_secret(kind) for kind in kinds if isinstance(kind, WordType | MaskType | VectorType | TupleType))


def _bits(kind: Type) -> int:
    assert isinstance(kind, WordType)
    return kind.bits
