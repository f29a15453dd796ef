"""Settings from a file, whatever its form: the name decides."""

from __future__ import annotations

import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

from akela.settings.model import Loaded, Settings, SettingsError, family
from akela.suggest import suggest


def read_settings(path: Path | None) -> Loaded:
    """The settings in a file: `*.h` is a user_settings.h, `*sdkconfig*` an sdkconfig, all else TOML. None stands for the defaults.

    Raises SettingsError naming the file and what is wrong in it; OSError where it cannot be read.
    """
    if path is None:
        return Loaded(Settings(), "defaults")
    try:
        if path.suffix == ".h":
            from akela.settings.user_settings import read_user_settings

            return read_user_settings(path)
        if "sdkconfig" in path.name:
            from akela.settings.sdkconfig import read_sdkconfig

            return read_sdkconfig(path)
        return read_toml(path)
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from None


def read_toml(path: Path) -> Loaded:
    """Settings from TOML: a key for each setting. `algorithms` takes families, "all" and "modern" too, and "-name" leaves one out."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"this is no TOML: {error}") from None
    known = [entry.name for entry in fields(Settings)]
    for key in data:
        if key not in known:
            raise SettingsError(f"no setting {key!r}; {suggest(key, known)}")
    if "algorithms" in data:
        data["algorithms"] = named_algorithms(data["algorithms"])
    return Loaded(Settings(**data), str(path))


def named_algorithms(names: Any) -> frozenset[str]:
    """The algorithms that a list of names, families, "all", "modern" and "-name" denotes, read from left to right.

    Raises SettingsError for names that nothing has.
    """
    from akela.catalogue import FAMILIES, select

    if isinstance(names, str) or not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise SettingsError(f'algorithms = {names!r}; it takes a list of names, such as ["sha256", "aead", "-aes-ccm"]')
    chosen: frozenset[str] = frozenset()
    for position, given in enumerate(names):
        name = given.removeprefix("-")
        if name in ("all", "modern", *FAMILIES):
            group = family(name)
        else:
            try:
                group = frozenset(algorithm.name for algorithm in select([name]))
            except ValueError as error:
                raise SettingsError(f"algorithms: {error}") from None
        if given.startswith("-"):
            chosen = (chosen or (family("modern") if position == 0 else chosen)) - group
        else:
            chosen |= group
    return chosen
