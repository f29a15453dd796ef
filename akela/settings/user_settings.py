"""Settings from a `user_settings.h`, read by a C preprocessor: what counts is what is defined at its end."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pcpp.preprocessor import Action, OutputDirective, Preprocessor

from akela.settings.macros import macros, settings_of, unknown_macros
from akela.settings.model import Loaded, SettingsError

COMMENTED = re.compile(r"#\s*(?:define|undef)\s+(\w+)")


class _Reader(Preprocessor):  # type: ignore[misc]
    """A preprocessor that passes over headers that are not there, and collects `#error` lines and what is undefined."""

    def __init__(self, predefined: Mapping[str, str]) -> None:
        super().__init__()
        self.errors: list[str] = []
        self.undefined: set[str] = set()
        for name, value in predefined.items():
            self.define(f"{name} {value}")
        self.built_in = set(self.macros)

    def on_include_not_found(self, is_malformed: bool, *_: Any) -> None:
        raise OutputDirective(Action.IgnoreAndRemove)

    def on_error(self, file: str, line: int, message: str) -> None:
        self.errors.append(f"line {line}: {message}")

    def on_directive_unknown(self, directive: Any, tokens: Any, if_passthru: bool, preceding: Any) -> bool:
        if directive.value == "error":
            self.errors.append(f"line {directive.lineno}: #error {_text(tokens)}")
        return True

    def undef(self, tokens: Any) -> None:
        self.undefined.add(tokens if isinstance(tokens, str) else _text(tokens).split(" ")[0])
        super().undef(tokens)


def _text(tokens: Any) -> str:
    return "".join(token.value for token in tokens).strip()


def read_user_settings(path: Path, predefined: Mapping[str, str] | None = None) -> Loaded:
    """The settings that a user_settings.h stands for. Headers that it includes are read where they lie beside it.

    predefined: macros that the build defines, such as those of an sdkconfig. Macros that are commented out or undefined count as not
    defined; that is noted. Raises SettingsError where the preprocessor refuses the file, and for contradictions.
    """
    text = path.read_text(encoding="utf-8", errors="replace")
    reader = _Reader(predefined or {})
    reader.add_path(str(path.parent))
    reader.parse(text, str(path))
    reader.write(io.StringIO())
    if reader.errors:
        raise SettingsError("; ".join(reader.errors))
    defined = frozenset(set(reader.macros) - reader.built_in)
    settings, notes = settings_of(defined)
    off = [name for name in macros() if name not in defined and (name in reader.undefined or name in _commented(text))]
    more = [f"{name}: not defined here, {'undefined' if name in reader.undefined else 'commented out'}" for name in off]
    return Loaded(settings, str(path), tuple(unknown_macros(defined)), (*notes, *more), defined)


def _commented(text: str) -> frozenset[str]:
    comments = re.findall(r"/\*.*?\*/|//[^\n]*", text, re.DOTALL)
    return frozenset(name for comment in comments for name in COMMENTED.findall(comment))
