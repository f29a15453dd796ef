"""The macros of user_settings.h files that Akela knows, from `macros.toml`, and what a set of defined macros makes of the settings."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from akela.settings.model import BY_NAME, Settings, SettingsError, family
from akela.suggest import suggest

TABLE = Path(__file__).parent / "macros.toml"

# What the other library builds where user_settings.h says nothing.
BASE = (
    family("rsa")
    | {"aes-cbc", "des", "3des", "md5", "sha1", "sha256", "hmac-md5", "hmac-sha1", "hmac-sha256", "hmac-drbg", "pbkdf2", "ffdh"}
) - {"rsa-key-generation"}

Changes = dict[str, Any]


@dataclass(frozen=True)
class Macro:
    """A row: kind is "mapped", "always", "note" or "refused"."""

    name: str
    kind: str
    text: str
    shown: bool = False
    defined: Changes = field(default_factory=dict)
    undefined: Changes = field(default_factory=dict)

    def explained(self) -> str:
        """What `akela config explain` says."""
        match self.kind:
            case "always":
                return f"{self.name}: always so. {_sentence(self.text)}"
            case "note":
                return f"{self.name}: not Akela's. It {self.text}."
            case "refused":
                return f"{self.name}: refused. It {self.text}."
        lines = [f"{self.name}: {self.text}."]
        lines += [f"  defined:     {line}" for line in _described(self.defined)]
        lines += [f"  not defined: {line}" for line in _described(self.undefined)]
        return "\n".join(lines)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _described(changes: Changes) -> list[str]:
    return [f"{name} {' '.join(value)}" if isinstance(value, list) else f"{name} = {value!r}" for name, value in changes.items()]


@cache
def macros() -> Mapping[str, Macro]:
    """Every macro that Akela knows, by name, in the order of the table."""
    data = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    notes = data.pop("note")
    data.pop("contradictions")
    rows = {name: Macro(name, **row) for name, row in data.items()}
    return rows | {name: Macro(name, "note", f"is about {subject}") for subject, names in notes.items() for name in names}


@cache
def contradicting_pairs() -> Mapping[tuple[str, str], str]:
    """Pairs of macros that do not go together, and why."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))["contradictions"]
    return {(first, second): why for pair, why in table.items() for first, second in [pair.split(" ")]}


def unknown_macros(defined: Iterable[str]) -> list[str]:
    """A warning for each macro that looks like a setting and is not known. Guards of headers and SDK settings do not."""
    known, found = macros(), []
    for name in sorted(set(defined) - known.keys()):
        if not name.startswith(("_", "CONFIG_", "ESP_IDF_", "IDF_")) and not name.endswith(("_H", "_H_")):
            found.append(
                f"{name} is not known and changes nothing; {suggest(name, known)}"
                if _near(name)
                else f"{name} is not known and changes nothing"
            )
    return found


def _near(name: str) -> bool:
    return "did you mean" in suggest(name, macros())


def settings_of(defined: frozenset[str]) -> tuple[Settings, tuple[str, ...]]:
    """The settings that these macros stand for, and notes on those that change nothing.

    Raises SettingsError, a sentence for each, for macros that are refused and for pairs that do not go together.
    """
    known = macros()
    problems = [known[name].explained() for name in known if name in defined and known[name].kind == "refused"]
    for first, second in combinations(sorted(defined), 2):
        why = contradicting_pairs().get((first, second)) or contradicting_pairs().get((second, first))
        if why:
            problems.append(f"{first} and {second} are both defined: {why}. Leave one out")
    if problems:
        raise SettingsError("; ".join(problems))
    values: dict[str, Any] = {name: setting.default for name, setting in BY_NAME.items()}
    values["algorithms"] = BASE
    for when in (False, True):  # what one macro asks for counts more than what another does not
        for name, macro in known.items():
            _apply(values, (macro.defined if when else macro.undefined) if (name in defined) is when else {})
    for name in ("NO_AES", "NO_HMAC", "NO_RSA"):
        if name in defined:
            _apply(values, known[name].defined)
    notes = tuple(known[name].explained() for name in known if name in defined and known[name].kind in ("always", "note"))
    return Settings(**values), notes


def _apply(values: dict[str, Any], changes: Changes) -> None:
    for setting, change in changes.items():
        if isinstance(change, list):
            for name in change:
                values[setting] = values[setting] | {name[1:]} if name[0] == "+" else values[setting] - {name[1:]}
        else:
            values[setting] = change
