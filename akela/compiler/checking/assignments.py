"""Assignments: new names and known ones, elements and fields, several at once, copies of arrays.

A name has one type. Whether it is secret is the join over all of its assignments: where a later one disagrees with what was assumed, the
function is checked again (`Restart`).
"""

from __future__ import annotations

import ast

from akela.compiler.checking.calls import CallChecker
from akela.compiler.checking.expressions import MISSING, OPERATORS, Restart
from akela.compiler.errors import Code
from akela.compiler.ir import Assign, Builtin, Call, Const, CopyInto, Declare, Expr, Field, Index, Parallel, Stmt, Symbol, Unpack, Var, View
from akela.lang.types import INT, ArrayType, IntType, NoneType, SliceType, StructType, TupleType, Type, WordType, is_secret, public, secret


class AssignmentChecker(CallChecker):
    """Expressions and calls, and what is done with their values."""

    def assign(self, node: ast.stmt, target: ast.expr, value: ast.expr) -> list[Stmt]:
        if isinstance(target, ast.Tuple):
            return self._assign_tuple(node, target, value)
        if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            return [self._copy(node, target, value)]
        if isinstance(target, ast.Name):
            made = self._memory(target, value)
            if made is not None:
                return [made]
        checked = self.expr(value)
        if isinstance(checked.type, TupleType):
            self.refuse(Code.WRONG_RESULT, node, f"{len(checked.type.items)} names for {checked.type}", "a, b = …")
        if isinstance(target, ast.Name):
            if isinstance(checked, Const) and checked.type == INT and self._assigned_once(target.id):
                self.constants[target.id] = checked.value
                self.scope.seen.add(target.id)
                return []
            return [self._assign_name(node, target, checked)]
        place = self._place(target)
        return [Assign(target=place, value=self.stored(checked, place.type, value), src=self.parsed.src(node))]

    def _assigned_once(self, name: str) -> bool:
        """Whether a name has this value wherever it is read: assigned here alone, without an annotation, on every path."""
        fresh = name not in self.scope.pinned and name not in self.scope.defined
        return fresh and not self.scope.block and self.parsed.assignments(name) == 1

    def _memory(self, target: ast.Name, value: ast.expr) -> Stmt | None:
        """`name = Array[u32, 16]()`, `.zeros()`, `Struct()`: a local array or struct; None where the value is something else."""
        if not isinstance(value, ast.Call):
            return None
        zeros = isinstance(value.func, ast.Attribute) and value.func.attr == "zeros"
        made = self.static(value.func.value if zeros and isinstance(value.func, ast.Attribute) else value.func)
        kind = None if made is MISSING else self._denoted(made)
        if not isinstance(kind, ArrayType | StructType):
            return None
        if value.args or value.keywords:
            self.refuse(Code.ARGUMENT_COUNT, value, "no arguments", f"fill it afterwards: {target.id}[:] = …")
        if self.scope.lookup(target.id) is not None or target.id in self.scope.loops:
            self.refuse(Code.SECOND_NAME, target, "a new name for a new array or struct")
        symbol = self._new_local(target, kind)
        return Declare(symbol=symbol, zeros=zeros, src=self.parsed.src(target))

    def _assign_name(self, node: ast.stmt, target: ast.Name, value: Expr) -> Stmt:
        src = self.parsed.src(node)
        if isinstance(value.type, NoneType):
            self.refuse(Code.WRONG_RESULT, node, "a value; this call returns nothing")
        if isinstance(value.type, ArrayType | SliceType | StructType):
            return self._bind(node, target, value)
        known, pinned = self.scope.defined.get(target.id), self.scope.pinned.get(target.id)
        if pinned is not None:
            value = self.stored(value, pinned, node)
        elif known is not None:
            value = self.fit(value, known.type, node)
        symbol, new = self._local(node, target, value.type)
        if new:
            return Declare(symbol=symbol, value=value, src=src)
        return Assign(target=Var(type=symbol.type, symbol=symbol, src=self.parsed.src(target)), value=value, src=src)

    def _local(self, node: ast.AST, target: ast.Name, given: Type) -> tuple[Symbol, bool]:
        """(the symbol of a name that is given a value of this type, whether it is new here).

        Raises Restart where a name taken for public turns out to be secret.
        """
        name = target.id
        if name in self.scope.loops:
            self.refuse(Code.LOOP_VARIABLE_ASSIGNED, node, "loop variables to be set by their loop alone", "use a local of its own")
        known, pinned = self.scope.defined.get(name), self.scope.pinned.get(name)
        clash = self.scope.clashes(name, given)
        if clash is not None:
            start = given if isinstance(clash, IntType) else clash
            mend = f"start it with u{start.bits}(…)" if isinstance(start, WordType) else "use another name"
            self.refuse(Code.TWO_TYPES, node, f"{name} is {clash}, not {given}", mend)
        kind = pinned or (known.type if known is not None else given)
        earlier = self.scope.types.get(name, kind)  # in another block, perhaps: a name is secret everywhere or nowhere
        if pinned is None and (name in self.secret_names or earlier == secret(kind)):
            kind = secret(kind)
        if is_secret(given) and not (is_secret(kind) and is_secret(earlier)):
            if pinned is not None:
                self.refuse(
                    Code.SECRET_STORE, node, f"a public value for {name}, not {given}", "declassify(…, why=…) where it may be known"
                )
            self.secret_names.add(name)
            raise Restart
        if known is not None:
            self.scope.lookup(name)
            return known, False
        return self._new_local(target, kind), True

    def _bind(self, node: ast.stmt, target: ast.Name, value: Expr) -> Stmt:
        if not isinstance(value, View):
            self.refuse(Code.SECOND_NAME, node, f"one name for each {value.type}", "use the first name, or copy: new[:] = old")
        if target.id in self.scope.defined or target.id in self.scope.loops:
            self.refuse(Code.REBOUND_VIEW, node, f"{target.id} to be bound once", "use another name, or index from one view")
        clash = self.scope.clashes(target.id, value.type)
        if clash is not None:
            self.refuse(Code.TWO_TYPES, node, f"{target.id} is {clash}, not {value.type}", "use another name")
        symbol = self._new_local(target, value.type)
        self.roots[symbol] = value
        return Declare(symbol=symbol, value=value, src=self.parsed.src(node))

    def _new_local(self, target: ast.Name, kind: Type) -> Symbol:
        if target.id in self.scope.loops:
            self.refuse(Code.LOOP_VARIABLE_ASSIGNED, target, "loop variables to be set by their loop alone", "use a local of its own")
        known = self.scope.pinned.get(target.id) or self.scope.types.get(target.id) or kind
        if isinstance(kind, ArrayType | SliceType | StructType) and known != kind:
            self.refuse(Code.TWO_TYPES, target, f"{target.id} is {known}, not {kind}", "use another name")
        symbol = Symbol(target.id, kind, "local", self.parsed.src(target))
        self.scope.declare(symbol)
        return symbol

    def _assign_tuple(self, node: ast.stmt, target: ast.Tuple, value: ast.expr) -> list[Stmt]:
        src = self.parsed.src(node)
        if isinstance(value, ast.Tuple):
            if len(value.elts) != len(target.elts):
                self.refuse(Code.WRONG_RESULT, node, f"{len(target.elts)} values for {len(target.elts)} names, not {len(value.elts)}")
            names = [item.id for item in target.elts if isinstance(item, ast.Name) and item.id != "_"]
            if len(set(names)) < len(names):
                self.refuse(Code.NOT_IN_LANGUAGE, node, "each name once on the left")
            values = [self._for_target(self.expr(item), place) for item, place in zip(value.elts, target.elts, strict=True)]
            declares, places = self._targets(target, [v.type for v in values])
            fitted = tuple(v if p is None else self.stored(v, p.type, n) for v, p, n in zip(values, places, value.elts, strict=True))
            kept = [(p, v) for p, v in zip(places, fitted, strict=True) if p is not None]
            return [*declares, Parallel(targets=tuple(p for p, _ in kept), values=tuple(v for _, v in kept), src=src)]
        checked = self.expr(value)
        if not isinstance(checked.type, TupleType) or not isinstance(checked, Call | Builtin):
            self.refuse(Code.WRONG_RESULT, node, f"a call with {len(target.elts)} results, not {checked.type}")
        if len(checked.type.items) != len(target.elts):
            self.refuse(
                Code.WRONG_RESULT, node, f"{len(checked.type.items)} names for {len(checked.type.items)} results, not {len(target.elts)}"
            )
        declares, places = self._targets(target, list(checked.type.items))
        return [*declares, Unpack(targets=tuple(places), value=checked, src=src)]

    def _for_target(self, value: Expr, place: ast.expr) -> Expr:
        """A literal takes the type of the name that it goes to."""
        known = self.scope.types.get(place.id) if isinstance(place, ast.Name) else None
        return value if known is None else self.fit(value, known, place)

    def _targets(self, target: ast.Tuple, kinds: list[Type]) -> tuple[list[Stmt], list[Expr | None]]:
        """Places for several results: declarations of new names, then the places; `_` gives None."""
        declares: list[Stmt] = []
        places: list[Expr | None] = []
        for item, kind in zip(target.elts, kinds, strict=True):
            if isinstance(kind, ArrayType | SliceType | StructType | TupleType | NoneType):
                self.refuse(Code.SECOND_NAME, item, f"one name for each {kind}", "bind a view by itself: name = data[a:b]")
            if isinstance(item, ast.Name) and item.id == "_":
                places.append(None)
                continue
            if isinstance(item, ast.Name):
                src = self.parsed.src(item)
                symbol, new = self._local(item, item, kind)
                if new:
                    declares.append(Declare(symbol=symbol, src=src))
                places.append(Var(type=symbol.type, symbol=symbol, src=src))
                continue
            place = self._place(item)
            if is_secret(kind) and not is_secret(place.type):
                self.refuse(Code.SECRET_STORE, item, f"a public value for {place.type}, not {kind}")
            if public(kind) != public(place.type):
                self.refuse(Code.WRONG_RESULT, item, f"{place.type}, not {kind}")
            places.append(place)
        return declares, places

    def _place(self, node: ast.expr) -> Expr:
        """An element or field to be written."""
        if not isinstance(node, ast.Subscript | ast.Attribute):
            self.refuse(Code.NOT_IN_LANGUAGE, node, "a name, element or field to assign to")
        place = self.expr(node)
        if isinstance(place.type, ArrayType | SliceType | StructType):
            self.refuse(Code.SECOND_NAME, node, "elements to be assigned one by one", f"copy: {ast.unparse(node)}[:] = …")
        if not isinstance(place, Index | Field):
            self.refuse(Code.READ_ONLY, node, "an element or field to assign to")
        self.mark_written(place, node)
        return place

    def stored(self, value: Expr, kind: Type, node: ast.AST) -> Expr:
        """A value as it is put into a place of type `kind`."""
        value = self.fit(value, kind, node)
        if is_secret(value.type) and not is_secret(kind):
            self.refuse(
                Code.SECRET_STORE, node, f"a public value for {kind}, not {value.type}", "declassify(…, why=…) where it may be known"
            )
        if public(value.type) == public(kind):
            return value
        if isinstance(value.type, WordType) and isinstance(kind, WordType):
            if value.type.bits > kind.bits:
                self.refuse(Code.NARROWING, node, f"{kind}, not {value.type}", f"truncate(u{kind.bits}, …) keeps the low bits")
            self.refuse(Code.MIXED_WIDTHS, node, f"{kind}, not {value.type}", f"widen with u{kind.bits}(…)")
        self.refuse(Code.MIXED_WIDTHS, node, f"{kind}, not {value.type}", f"write u{kind.bits}(…)" if isinstance(kind, WordType) else "")

    def _copy(self, node: ast.stmt, target: ast.Subscript, value: ast.expr) -> Stmt:
        place, source = self.expr(target), self.expr(value)
        if not isinstance(source.type, ArrayType | SliceType):
            self.refuse(Code.WRONG_ARGUMENT, value, f"an array or slice to copy, not {source.type}", "fill(…, value) sets every element")
        assert isinstance(place.type, ArrayType | SliceType)
        if is_secret(source.type) and not is_secret(place.type):
            self.refuse(Code.SECRET_STORE, node, f"public elements for {place.type}, not {source.type}")
        if public(source.type.element) != public(place.type.element):
            self.refuse(Code.MIXED_WIDTHS, node, f"elements of {place.type.element}, not {source.type.element}")
        if isinstance(source.type, ArrayType) and isinstance(place.type, ArrayType) and source.type.length != place.type.length:
            self.refuse(Code.LENGTHS_DIFFER, node, f"{place.type.length} elements, not {source.type.length}")
        if self.overlaps_partly(place, source):
            self.refuse(Code.OVERLAP, node, "memory apart from, or equal to, what it is copied from")
        self.mark_written(place, target)
        return CopyInto(target=place, source=source, src=self.parsed.src(node))

    def augmented(self, node: ast.stmt, target: ast.expr, op: ast.operator, value: ast.expr) -> Stmt:
        name = OPERATORS.get(type(op))
        if name is None:
            self.refuse(Code.NOT_IN_LANGUAGE, node, "one of += -= *= &= |= ^= <<= >>= //= %=")
        if isinstance(target, ast.Name):
            if target.id in self.scope.loops:
                self.refuse(Code.LOOP_VARIABLE_ASSIGNED, node, "loop variables to be set by their loop alone", "use a local of its own")
            left: Expr = self.expr(target)
            return self._assign_name(node, target, self.binary(node, name, left, target, value))
        place = self._place(target)
        self.without_effects(place, target, "what is updated, which is read and written,")
        result = self.binary(node, name, place, target, value)
        return Assign(target=place, value=self.stored(result, place.type, node), src=self.parsed.src(node))
