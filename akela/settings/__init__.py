"""Build settings: what is built for a chip and how. `Settings` is the object, `read_settings` makes one from a file of any form.

A file is Akela's own TOML, a `user_settings.h` with the macros that firmware engineers know, or an `sdkconfig`.
"""

from akela.settings.model import SETTINGS, Loaded, Setting, Settings, SettingsError
from akela.settings.read import read_settings

__all__ = ["SETTINGS", "Loaded", "Setting", "Settings", "SettingsError", "read_settings"]
