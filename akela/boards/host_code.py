"""The parts of emulation that are in C, compiled for this machine when they are first needed."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

from akela.compiler.c_compiler import compile_object, host_compiler, run
from akela.compiler.toolchains import cache_folder

HERE = Path(__file__).parent


@cache
def shared_library(source: str, *flags: str) -> Path:
    """The shared library of a C file of this folder, made once for the same compiler and text.

    Raises CompilerMissing where this machine has no C compiler.
    """
    compiler = host_compiler()
    command = [*compiler.command, "-O2", "-fPIC", *flags]
    folder = cache_folder() / "boards"
    folder.mkdir(parents=True, exist_ok=True)
    compiled = compile_object(HERE / source, sorted(HERE.glob("*.h")), command, compiler.version, folder)
    library = compiled.with_suffix(".dylib" if sys.platform == "darwin" else ".so")
    if not library.is_file():
        unfinished = library.with_suffix(f".{os.getpid()}")
        undefined = ["-undefined", "dynamic_lookup"] if sys.platform == "darwin" else []
        run([*compiler.command, "-shared", *undefined, str(compiled)], unfinished)
        unfinished.replace(library)
    return library
