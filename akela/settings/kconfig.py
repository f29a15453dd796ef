"""Settings as options of Kconfig, which `idf.py menuconfig` shows: the file with the options, and settings from an sdkconfig.

An algorithm is a `bool` of its own, AKELA_ALG_SHA256; a choice is a `choice`; other sets have a `bool` for each name.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from akela.catalogue import ALGORITHMS, FAMILIES
from akela.settings.model import BY_NAME, SETTINGS, Setting, Settings, SettingsError, loops

PREFIX = "AKELA_"
STEMS = {
    "algorithms": "ALG",
    "accelerate": "ACCELERATE",
    "software_operations": "SOFTWARE",
    "rolled": "ROLL",
    "unrolled": "UNROLL",
    "table_sizes": "SIZE",
    "fast_memory": "IRAM",
    "benchmark_arguments": "BENCH_ARGV",
}


def symbol(setting: str, value: Any = None) -> str:
    """The option of a setting, or of a name in it or one of its choices: AKELA_ALG_AES_GCM."""
    stem = STEMS.get(setting, setting.upper())
    name = stem if value is None else f"{stem}_{value}"
    return PREFIX + re.sub(r"\W", "_", name).upper()


def names_of(setting: Setting) -> tuple[str, ...]:
    """The names that a set of names can have."""
    return loops() if setting.name in ("rolled", "unrolled") else setting.choices


def kconfig(settings: Settings | None = None) -> str:
    """The Kconfig file, its defaults being these settings."""
    return "\n".join(_lines(settings or Settings())) + "\n"


def _lines(settings: Settings) -> Iterator[str]:
    yield "# Options of Akela, made by `akela config kconfig`."
    yield "# SPDX-License-Identifier: Apache-2.0 OR MIT"
    yield ""
    yield 'menu "Akela cryptography"'
    for setting in SETTINGS:
        value = getattr(settings, setting.name)
        yield ""
        if setting.name == "algorithms":
            yield from _algorithms(value)
        elif setting.kind == "names":
            yield f'    menu "{_title(setting)}"'
            for name in names_of(setting):
                yield from _bool(symbol(setting.name, name), name, name in value, setting.meaning)
            yield "    endmenu"
        elif setting.kind == "choice":
            yield from _choice(setting, value)
        else:
            yield f"    config {symbol(setting.name)}"
            yield f'        {"int" if setting.kind == "number" else "string"} "{_title(setting)}"'
            yield f"        default {_literal(value)}"
            yield from _help(setting.meaning)
    yield ""
    yield "endmenu"


def _literal(value: Any) -> str:
    return str(value) if isinstance(value, int) else f'"{value}"'


def _algorithms(chosen: frozenset[str]) -> Iterator[str]:
    yield '    menu "Algorithms"'
    for family in FAMILIES:
        yield f'        comment "{family}"'
        for algorithm in ALGORITHMS:
            if algorithm.family == family:
                text = f"{algorithm.title}: {algorithm.standard}." + (" Only for old protocols." if algorithm.legacy else "")
                yield from _bool(symbol("algorithms", algorithm.name), algorithm.title, algorithm.name in chosen, text)
    yield "    endmenu"


def _bool(name: str, title: str, value: bool, text: str) -> Iterator[str]:
    yield f"        config {name}"
    yield f'            bool "{title}"'
    yield f"            default {'y' if value else 'n'}"
    yield from _help(text, "            ")


def _choice(setting: Setting, value: Any) -> Iterator[str]:
    yield f"    choice {symbol(setting.name)}"
    yield f'        prompt "{_title(setting)}"'
    yield f"        default {symbol(setting.name, value)}"
    yield from _help(setting.meaning)
    for choice in setting.choices:
        yield f"        config {symbol(setting.name, choice)}"
        yield f'            bool "{choice}"'
    yield "    endchoice"


def _title(setting: Setting) -> str:
    return setting.name.replace("_", " ").capitalize()


def _help(text: str, indent: str = "        ") -> Iterator[str]:
    yield f"{indent}help"
    yield from (f"{indent}    {line}" for line in textwrap.wrap(text, 100))


def agreement(settings: Settings) -> str:
    """C that does not compile where menuconfig has chosen other options than these settings, which the kernels were made with."""
    lines = [
        "/* Whether the options of menuconfig are the settings that this component was exported with. */",
        "/* SPDX-License-Identifier: Apache-2.0 OR MIT */",
        "",
        '#include "sdkconfig.h"',
        "",
    ]
    for setting in SETTINGS:
        value = getattr(settings, setting.name)
        if setting.kind in ("names", "choice"):
            chosen = value if setting.kind == "names" else {value}
            for name in names_of(setting):
                wrong = "!defined" if name in chosen else "defined"
                lines += [f"#if {wrong}(CONFIG_{symbol(setting.name, name)})", "#define AKELA_DIFFERS", "#endif"]
        elif setting.kind == "number":
            lines += [f"#if CONFIG_{symbol(setting.name)} != {value}", "#define AKELA_DIFFERS", "#endif"]
    lines += [
        "#if defined(AKELA_DIFFERS)",
        '#error "menuconfig has other options than this component was exported with: akela export TARGET FOLDER --settings sdkconfig"',
        "#endif",
        "typedef int akela_options_agree;",
    ]
    return "\n".join(lines) + "\n"


def settings_from(values: Mapping[str, str]) -> Settings:
    """The settings that options stand for, by name without CONFIG_: "y" and "n" for bools. An option that is missing has its default.

    Raises SettingsError for a value that its setting does not take.
    """
    given: dict[str, Any] = {}
    for setting in SETTINGS:
        if setting.kind == "names":
            chosen = set(setting.default)
            for name in names_of(setting):
                value = values.get(symbol(setting.name, name))
                if value is not None:
                    (chosen.add if value == "y" else chosen.discard)(name)
            given[setting.name] = frozenset(chosen)
        elif setting.kind == "choice":
            on = [choice for choice in setting.choices if values.get(symbol(setting.name, choice)) == "y"]
            given[setting.name] = on[0] if on else setting.default
        else:
            value = values.get(symbol(setting.name))
            if value is not None:
                given[setting.name] = _number(setting.name, value) if setting.kind == "number" else value.strip('"')
    return Settings(**given)


def _number(name: str, value: str) -> int:
    if not re.fullmatch(r"\d+|0x[0-9a-fA-F]+", value):
        raise SettingsError(f"CONFIG_{symbol(name)} = {value}; it takes a whole number, {BY_NAME[name].default} by default")
    return int(value, 0)
