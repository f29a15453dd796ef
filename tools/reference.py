"""Write docs/reference.md: every public name, from the docstrings. `--check` writes nothing; it ends with 1 where the page is outdated."""

from __future__ import annotations

import argparse
import importlib
import inspect
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import akela
from akela.crypto.serialization.forms import PrivateKeyForms, PublicKeyForms

FORMS = (PublicKeyForms, PrivateKeyForms)
PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference.md"

INTRODUCTION = """# All public names

`python -m tools.reference` makes this page from the docstrings; it is not edited. Everything is imported from `akela`, and loaded when
it is first used. An entry says what a name is and which exceptions it raises; `help(akela.NAME)` has the whole text.

A `Buffer` is anything with the buffer protocol that lies in one piece: `bytes`, `bytearray`, `memoryview`, `array`, a NumPy array of bytes.
"""


def page() -> str:
    sections = [INTRODUCTION]
    modules = {name: getattr(akela, name) for name in akela._MODULES}
    sections.append(section("Modules", "Each has a page of its own beside this one.", modules))
    for home, names in akela._HOMES.items():
        sections.append(section(f"`{home}`", sentence(importlib.import_module(home)), {name: getattr(akela, name) for name in names}))
    written = "Every key class has these methods besides its own."
    forms = {kind.__name__: kind for kind in FORMS}
    sections.append(section("Written forms of keys", written, forms))
    return "\n".join(sections)


def section(title: str, text: str, values: dict[str, Any]) -> str:
    rows = [f"| {code} | {what} |" for name, value in values.items() for code, what in entries(name, value)]
    return "\n".join([f"## {title}", "", text, "", "| name | what it is |", "|---|---|", *rows, ""])


def entries(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """The lines of a name: one for a function or a module, for a class one for each public method as well."""
    if inspect.ismodule(value):
        yield f"`{name}`", sentence(value)
    elif not inspect.isclass(value):
        yield f"`{name}{signature(value)}`" if callable(value) else f"`{name}`", sentence(value)
    elif issubclass(value, BaseException):
        bases = ", ".join(base.__name__ for base in value.__bases__)
        yield f"`{name}({bases})`", sentence(value)
    elif issubclass(value, Enum):
        yield f"`{name}`", f"{sentence(value)} Its members: {', '.join(f'`{member.name}`' for member in value)}."
    else:
        yield f"`{name}`" if value in FORMS else f"`{name}{signature(value)}`", sentence(value)
        yield from methods(value)


def methods(kind: type) -> Iterator[tuple[str, str]]:
    """Those of a class, without the forms that all key classes inherit. Those that an object gets when it is made have no docstring."""
    inherited = {method for forms in FORMS if issubclass(kind, forms) and kind is not forms for method in vars(forms)}
    bound = []
    for method in sorted({*dir(kind)} - inherited):
        value = inspect.getattr_static(kind, method)
        if method.startswith("_") or inspect.isclass(value):
            continue
        if inspect.ismemberdescriptor(value):
            bound.append(f"`.{method}`")
        elif callable(getattr(kind, method)):
            yield f"`.{method}{signature(getattr(kind, method))}`", sentence(getattr(kind, method))
        elif isinstance(value, property):
            yield f"`.{method}`", sentence(value)
    if bound:
        yield ", ".join(bound), "described with the class"


def signature(value: Any) -> str:
    """How to call it, without types."""
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return "(…)"
    kept = [p.replace(annotation=inspect.Parameter.empty) for p in found.parameters.values() if p.name != "self"]
    return str(found.replace(parameters=kept, return_annotation=inspect.Signature.empty))


def sentence(value: Any) -> str:
    """Of its docstring the first paragraph and those that say what is raised, apart from lists of methods, which are indented."""
    first, *others = (inspect.getdoc(value) or "").split("\n\n")
    raising = [other for other in others if "Raises " in other and "\n    " not in other and not inspect.ismodule(value)]
    return " ".join(" ".join([first, *raising]).split()).replace("|", "\\|")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true")
    if parser.parse_args().check:
        return int(not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != page())
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
