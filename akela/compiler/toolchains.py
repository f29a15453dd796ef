"""Compilers for targets: found on the search path, run with everything said on the command line, their objects kept.

What a target's file names is the processor; the flags that decide what the code may look like are here, in one place, each with its
reason. The compiler that builds the CPython extension is another subject (`c_compiler.py`).
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from akela.compiler.c_compiler import CompileFailed as CompileFailed
from akela.compiler.c_compiler import compile_object, included
from akela.compiler.targets import Target, Toolchain

RUNTIME = Path(__file__).parent / "runtime"

OPTIMISATIONS = ("-Os", "-O2")

COMMON_FLAGS = (
    "-std=c99",
    "-ffreestanding",  # no assumption about a C library; memcpy and memset alone may be called
    "-g1",  # line tables, which are all that is read
    "-gdwarf-4",  # their file names stand in themselves
    "-fno-stack-protector",  # some distributions turn it on: a branch and a call that are not in the source
    "-fno-asynchronous-unwind-tables",
    "-fno-unwind-tables",  # on Arm they refer to a symbol of the C++ runtime
)
GCC_FLAGS = (
    "-fno-jump-tables",  # a jump through a table is harder to follow than the comparisons it replaces
)
CLANG_FLAGS = (
    "-fno-jump-tables",
    # An instruction that belongs to no line says so (line 0) where it would otherwise pass for a part of the line before. Changes no code.
    "-mllvm",
    "-use-unknown-locations=Enable",
)
ZIG_FLAGS = ("-fno-sanitize=undefined",)  # on by default in `zig cc`: traps and branches

VERSION_SECONDS = 60  # the first time, zig unpacks itself

# Debian packages of the commands that target files name.
PACKAGES = {
    "gcc": "gcc",
    "clang": "clang",
    "aarch64-linux-gnu-gcc": "gcc-aarch64-linux-gnu",
    "arm-none-eabi-gcc": "gcc-arm-none-eabi",
    "riscv64-unknown-elf-gcc": "gcc-riscv64-unknown-elf",
    "xtensa-lx106-elf-gcc": "gcc-xtensa-lx106",
}


class ToolchainMissing(Exception):
    """A compiler that is not installed. The message names the package that has it."""


@dataclass(frozen=True)
class Compiler:
    """A compiler for one target, found on this machine."""

    target: Target
    toolchain: Toolchain
    command: tuple[str, ...]  # with the flags above and the processor's
    version: str  # first line of --version

    def __str__(self) -> str:
        return f"{self.toolchain.name} for {self.target.name}: {self.version}"


def find_compiler(target: Target, name: str) -> Compiler:
    """The compiler called `name` ("gcc", "clang", "zig") in the target's file.

    Raises KeyError where the target names none of this name, ToolchainMissing where it is not installed.
    """
    if name not in target.toolchains:
        raise KeyError(f"target {target.name} has no compiler {name!r}; it has {', '.join(target.toolchains)}")
    toolchain = target.toolchains[name]
    if toolchain.command:
        command = [_program(toolchain, target), *COMMON_FLAGS, *(GCC_FLAGS if name == "gcc" else CLANG_FLAGS)]
    else:
        command = [*_zig(toolchain, target), *COMMON_FLAGS, *CLANG_FLAGS, *ZIG_FLAGS]
    return Compiler(target, toolchain, (*command, *toolchain.flags), _version(*command))


@cache
def _version(*command: str) -> str:
    """The first line of what --version says. Raises ToolchainMissing where the command does not get that far, as zig without a cache."""
    try:
        done = subprocess.run([*command, "--version"], capture_output=True, text=True, timeout=VERSION_SECONDS)
        said, failed = done.stdout.splitlines(), done.returncode != 0
        reason = done.stderr.strip().partition("\n")[0] or f"it ends with {done.returncode}"
    except subprocess.TimeoutExpired:
        said, failed, reason = [], True, f"it does not end within {VERSION_SECONDS} s"
    if failed or not said:
        name = "ziglang" if "ziglang" in command else command[0]
        raise ToolchainMissing(f"{name} is there, but its --version fails: {reason}; XDG_CACHE_HOME or HOME has to name a writable folder")
    return said[0]


def _program(toolchain: Toolchain, target: Target) -> str:
    program = shutil.which(toolchain.command)
    if program is None:
        package = PACKAGES.get(toolchain.command, toolchain.command)
        raise ToolchainMissing(f"{toolchain.command}, {toolchain.name} for {target.name}, is not installed: apt install {package}")
    return program


def _zig(toolchain: Toolchain, target: Target) -> list[str]:
    if importlib.util.find_spec("ziglang") is None:
        raise ToolchainMissing(f"ziglang, {toolchain.name} for {target.name}, is not installed: pip install ziglang")
    cpu = [f"-mcpu={toolchain.zig_cpu}"] if toolchain.zig_cpu else []
    return [sys.executable, "-m", "ziglang", "cc", "-target", toolchain.zig_target, *cpu]


def installed_compilers(target: Target) -> list[str]:
    """The names of the target's compilers that this machine has."""
    found = []
    for name in target.toolchains:
        try:
            find_compiler(target, name)
        except ToolchainMissing:
            continue
        found.append(name)
    return found


def compile_c(
    sources: Sequence[Path], target: Target, compiler: str, optimisation: str, *, include: Sequence[Path] = (), flags: Sequence[str] = ()
) -> list[Path]:
    """Compile C files to one object each, with debug information.

    The objects lie in a cache and are made once for the same compiler, command and text of a source and of the headers that it includes,
    wherever these lie: boards of one core share them.
    Raises ToolchainMissing, and CompileFailed where the compiler says no.
    """
    found = find_compiler(target, compiler)
    folders = (*include, RUNTIME)
    command, kept = [*found.command, optimisation, *flags], cache_folder() / "objects"

    def made(source: Path) -> Path:
        return compile_object(source, included(source, folders), command, found.version, kept, folders)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(made, sources))


def write_once(path: Path, text: str) -> None:
    """Write a file of a folder that is named by its contents, unless it is there: other processes may be reading it."""
    if not path.is_file():
        unfinished = path.with_name(f"{path.name}.{os.getpid()}")
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(path)


def cache_folder() -> Path:
    """Where compiled and emitted files are kept: `akela` in the user's cache. It may be deleted at any time.

    Raises CompileFailed where there can be no such folder.
    """
    chosen = os.environ.get("XDG_CACHE_HOME", "")
    try:
        folder = Path(chosen if os.path.isabs(chosen) else Path.home() / ".cache", "akela").absolute()
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError) as error:  # RuntimeError: this user has no home
        raise CompileFailed(f"there is no folder to compile in: {error}; set XDG_CACHE_HOME to one that can be written") from error
    return folder
