"""Kernels for one target, each function and table in a section of its own, so that what a linker keeps can be told."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from akela.boards.image import emitted, structs
from akela.compiler import ir
from akela.compiler.toolchains import RUNTIME, Compiler

SECTIONS = ("-ffunction-sections", "-fdata-sections")
FLAGS = ("-Os", *SECTIONS, "-fstack-usage")


def build(compiler: Compiler, folder: Path, modules: Sequence[ir.Module]) -> list[Path]:
    """The objects of these modules in `folder`, and beside each a `.su` file with the stack that its functions take.

    Raises RuntimeError with what the compiler says where it refuses.
    """
    texts = {**emitted(modules, compiler.target), "sizes.c": sizes(modules)}
    for file, text in texts.items():
        (folder / file).write_text(text, encoding="utf-8")
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda file: compiled(compiler, folder / file), [file for file in texts if file.endswith(".c")]))


def sizes(modules: Sequence[ir.Module]) -> str:
    """C with a table for each struct, as long as the struct: the compiler says how long that is."""
    lines = [f'#include "akela_{module.stem}.h"' for module in modules]
    lines += [f"const char sizeof_{struct.name}[sizeof(akela_{struct.name}_ctx)] = {{0}};" for struct in structs(modules)]
    return "\n".join([*lines, ""])


def compiled(compiler: Compiler, source: Path) -> Path:
    """The object of a source file, beside it."""
    done = source.with_suffix(".o")
    command = [*compiler.command, *FLAGS, f"-I{RUNTIME}", f"-I{source.parent}", "-c", str(source), "-o", str(done)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        raise RuntimeError(f"{compiler} refuses {source.name}:\n{result.stderr}")
    return done
