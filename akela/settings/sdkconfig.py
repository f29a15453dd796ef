"""Settings from an `sdkconfig`, the file that menuconfig writes."""

from __future__ import annotations

import re
from pathlib import Path

from akela.settings.kconfig import PREFIX, settings_from
from akela.settings.model import SETTINGS, Loaded, SettingsError
from akela.suggest import suggest


def options(path: Path) -> dict[str, str]:
    """All options of the file without their CONFIG_; one that is not set is "n". Raises SettingsError for a line that is none."""
    found = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if match := re.fullmatch(r"CONFIG_(\w+)=(.*)", line.strip()):
            found[match[1]] = match[2]
        elif match := re.fullmatch(r"# CONFIG_(\w+) is not set", line.strip()):
            found[match[1]] = "n"
        elif line.strip() and not line.lstrip().startswith("#"):
            raise SettingsError(f"line {number}: {line.strip()!r}; a line is CONFIG_NAME=value or a comment")
    return found


def read_sdkconfig(path: Path) -> Loaded:
    """The settings in the options whose names begin with CONFIG_AKELA_; a warning for each of these that is none of Akela's."""
    from akela.settings.kconfig import names_of, symbol

    values = options(path)
    known = {symbol(s.name) for s in SETTINGS if s.kind in ("number", "text", "choice")}
    known |= {symbol(s.name, choice) for s in SETTINGS if s.kind in ("choice", "names") for choice in names_of(s)}
    warnings = [
        f"CONFIG_{name} is no option of Akela; {suggest(name, known)}"
        for name in sorted(values)
        if name.startswith(PREFIX) and name not in known
    ]
    return Loaded(settings_from(values), str(path), tuple(warnings))
