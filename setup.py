"""What pyproject.toml cannot say: the extension is built by Akela's own compiler."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

sys.path.insert(0, str(Path(__file__).parent))


class BuildNative(build_ext):
    """Generates and compiles the extension, its type stub and the emitted Python."""

    def run(self) -> None:
        """Builds where setuptools wants the files: in the wheel's folder, or beside the sources for an editable install."""
        from akela.compiler.native import build_package
        from akela.digest import extension_path

        if self.inplace:
            build_package(extension_path())
        elif self.extensions:
            build_package(Path(self.build_lib, "akela", extension_path().name), Path(self.build_temp))


setup(
    ext_modules=[Extension("akela._native", sources=[])] if os.environ.get("AKELA_NATIVE") != "0" else [],
    cmdclass={"build_ext": BuildNative},
)
