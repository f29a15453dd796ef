"""All portable kernels for one target, each function and table in a section of its own, so that what a linker keeps can be told."""

from __future__ import annotations

import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from akela.compiler.frontend import compile_module
from akela.compiler.modules import kernel_names
from akela.compiler.targets import Target
from akela.compiler.toolchains import RUNTIME, Compiler
from akela.emit import module_files
from akela.lang.types import StructType

FLAGS = ("-Os", "-ffunction-sections", "-fdata-sections", "-fstack-usage")


def build(compiler: Compiler, folder: Path, modules: tuple[str, ...] = ()) -> list[Path]:
    """The objects of these modules, or of all, in `folder`, and beside each a `.su` file with the stack that its functions take.

    Raises RuntimeError with what the compiler says where it refuses.
    """
    sources = []
    for name in modules or kernel_names():
        for file, text in module_files(name, compiler.target).items():
            (folder / file).write_text(text, encoding="utf-8")
            sources += [folder / file] if file.endswith(".c") else []
    (folder / "sizes.c").write_text(sizes(compiler.target, modules or kernel_names()), encoding="utf-8")
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda source: _compiled(compiler, source), [*sources, folder / "sizes.c"]))


def sizes(target: Target, modules: tuple[str, ...]) -> str:
    """C with a table for each struct, as long as the struct: the compiler says how long that is."""
    includes, structs = [], set()
    for name in modules:
        includes.append(f'#include "akela_{name.rpartition(".")[2]}.h"')
        parameters = [p.type for f in compile_module(name, target).functions if f.ref.exported for p in f.params]
        structs |= {kind.name for kind in parameters if isinstance(kind, StructType)}
    lines = [*includes, *(f"const char sizeof_{name}[sizeof(akela_{name}_ctx)] = {{0}};" for name in sorted(structs))]
    return "\n".join([*lines, ""])


def _compiled(compiler: Compiler, source: Path) -> Path:
    done = source.with_suffix(".o")
    command = [*compiler.command, *FLAGS, f"-I{RUNTIME}", f"-I{source.parent}", "-c", str(source), "-o", str(done)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        raise RuntimeError(f"{compiler} refuses {source.name}:\n{result.stderr}")
    return done
