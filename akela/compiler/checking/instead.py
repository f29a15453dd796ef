"""What people write in Python and the language does not have: what it is called, and what to write in its place."""

from __future__ import annotations

import ast

SEE = "see docs/language.md"
LOOP = "fill an Array in a loop: for i in range(…)"

STATEMENTS: dict[type[ast.stmt], tuple[str, str]] = {
    ast.Break: ("break", "put the condition into a while"),
    ast.Continue: ("continue", "put the rest of the body under an if"),
    ast.While: ("while … else", "set a name in the loop, and look at it behind it"),
    ast.FunctionDef: ("a function in a function", "define a @helper at module level"),
    ast.ClassDef: ("a class in a function", "define a @struct at module level"),
    ast.AnnAssign: ("an annotation without a value", "give the name a value"),
    ast.Assign: ("an assignment to several names", "assign one name at a time"),
    ast.Assert: ("assert", "requires(…) and ensures(…) state conditions"),
    ast.Raise: ("raise", "return a Status"),
    ast.Try: ("try", "return a Status, and look at it"),
    ast.With: ("with", SEE),
    ast.Match: ("match", "use if and elif"),
    ast.Delete: ("del", "a name ends with its function"),
    ast.Global: ("global", "pass what a function changes as an argument: an Array, a Buffer or a @struct"),
    ast.Nonlocal: ("nonlocal", "pass what a function changes as an argument: an Array, a Buffer or a @struct"),
    ast.Import: ("import", "import at the top of the module"),
    ast.ImportFrom: ("import", "import at the top of the module"),
    ast.Expr: ("an expression whose value nobody takes", "assign it to a name, or leave it out"),
}

EXPRESSIONS: dict[type[ast.expr], tuple[str, str]] = {
    ast.ListComp: ("a list comprehension", LOOP),
    ast.SetComp: ("a comprehension", LOOP),
    ast.DictComp: ("a comprehension", LOOP),
    ast.GeneratorExp: ("a generator", LOOP),
    ast.List: ("a list", "x = Array[u8, 16]() is scratch memory; constants are a table(u8, [...]) of the module"),
    ast.Set: ("a set", SEE),
    ast.Dict: ("a dict", "what belongs together is a @struct"),
    ast.Tuple: ("a tuple", "assign one name at a time; a @helper may return several values"),
    ast.Lambda: ("a lambda", "define a @helper"),
    ast.JoinedStr: ("text", "kernels know numbers only"),
    ast.NamedExpr: ("an assignment in an expression", "assign on a line of its own"),
    ast.Yield: ("yield", "write to a Buffer"),
    ast.Await: ("await", SEE),
    ast.Starred: ("an argument with a star", "write the arguments one by one"),
}

CONSTANTS: dict[type, tuple[str, str]] = {
    float: ("a floating-point number", "kernels know ints and words only"),
    complex: ("a complex number", "kernels know ints and words only"),
    str: ("text", "kernels know numbers only"),
    bytes: ("bytes", "constants are a table(u8, [...]) of the module"),
    type(None): ("None", "a kernel that can fail returns a Status"),
}


def statement(node: ast.stmt) -> tuple[str, str]:
    """What a statement is called, and what to write in its place."""
    return STATEMENTS.get(type(node), (type(node).__name__.lower(), SEE))


def expression(node: ast.AST) -> tuple[str, str]:
    """What an expression is called, and what to write in its place."""
    if isinstance(node, ast.Constant):
        return CONSTANTS.get(type(node.value), (repr(node.value), SEE))
    return EXPRESSIONS.get(type(node), (type(node).__name__, SEE)) if isinstance(node, ast.expr) else (type(node).__name__, SEE)
