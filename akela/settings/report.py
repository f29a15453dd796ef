"""What `akela config` prints."""

from __future__ import annotations

from collections.abc import Iterator

from akela.settings.macros import macros
from akela.settings.model import BY_NAME, SETTINGS, Loaded, SettingsError
from akela.suggest import suggest


def macro_table(loaded: Loaded) -> Iterator[str]:
    """The macros as the published boot logs show them: defined or not."""
    yield "Macro Name                 Defined   Not Defined"
    yield "------------------------- --------- -------------"
    for macro in macros().values():
        if macro.shown or macro.name in loaded.defined:
            yield f"{macro.name:.<25}{' ' * (5 if macro.name in loaded.defined else 17)}X"


def settings_table(loaded: Loaded) -> Iterator[str]:
    """Every setting with its value; those that are not the default are marked."""
    for setting in SETTINGS:
        value = getattr(loaded.settings, setting.name)
        text = ", ".join(sorted(value)) or "none" if isinstance(value, frozenset) else str(value)
        yield f"{'*' if value != setting.default else ' '} {setting.name:20} {text}"


def show(loaded: Loaded) -> Iterator[str]:
    """Both tables, where they come from, and the hash."""
    yield f"Settings: {loaded.source}"
    yield f"Hash: {loaded.settings.hash}"
    yield ""
    if loaded.defined:
        yield from macro_table(loaded)
        yield ""
    yield from settings_table(loaded)
    yield ""
    yield "* not the default"


def explain(name: str) -> str:
    """What a macro or a setting means. Raises SettingsError naming the nearest ones where there is none of that name."""
    if name in BY_NAME:
        setting = BY_NAME[name]
        choices = (
            ", ".join(map(str, setting.choices))
            if setting.choices
            else {"number": "a whole number", "text": "a line of text"}.get(setting.kind, "names")
        )
        default = ", ".join(sorted(setting.default)) or "none" if isinstance(setting.default, frozenset) else setting.default
        return f"{name}: {setting.meaning}\n  takes:   {choices}\n  default: {default}\n  changes: {setting.affects}"
    if name not in macros():
        raise SettingsError(f"no macro or setting {name!r}; {suggest(name, [*macros(), *BY_NAME])}")
    return macros()[name].explained()
