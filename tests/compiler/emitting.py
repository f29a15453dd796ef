"""The programs of `programs/`: loaded, emitted for a target, compiled, and run as C beside their traced run."""

from __future__ import annotations

import ctypes
import importlib
import subprocess
from dataclasses import replace
from pathlib import Path

from akela.compiler.emit_c import EmittedFile, emit
from akela.compiler.frontend import compile_module
from akela.compiler.ir import Module
from akela.compiler.passes import lower
from akela.compiler.targets import Target, load_target
from akela.compiler.toolchains import RUNTIME

# The warnings that emitted C is free of.
WARNINGS = ("-Wall", "-Wextra", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-pedantic", "-Werror")

# Every formula of the run time, run on the processor of this machine: what the LX106 needs, in words of 32 and of 64 bits.
CAUTIOUS = replace(
    load_target("x86_64"), name="cautious", u64="pairs", wide_mul="split", divide="software", unroll={"test.rounds": 3, "test.plain": 1}
)


def load_program(name: str) -> str:
    """Import a program; gives the name of its module."""
    return importlib.import_module(f"tests.compiler.programs.{name}").__name__


def lowered(name: str, target: Target, word_sizes: tuple[int, ...] | None = None) -> Module:
    """A program's module as the emitter takes it."""
    return lower(compile_module(load_program(name), target, word_sizes), target)


def emitted(name: str, target: Target, word_sizes: tuple[int, ...] | None = None) -> list[EmittedFile]:
    """A program in C."""
    return emit(lowered(name, target, word_sizes), target)


def write_files(files: list[EmittedFile], folder: Path) -> list[Path]:
    """Put emitted files into a folder; gives the C files."""
    for file in files:
        (folder / file.name).write_text(file.text)
    return [folder / file.name for file in files if file.name.endswith(".c")]


def shared_library(sources: list[Path], *flags: str) -> ctypes.CDLL:
    """Compile C files of one folder for this machine, with every check on, and load them."""
    library = sources[0].with_suffix(".so")
    command = ["gcc", "-std=c99", "-O2", "-shared", "-fPIC", *WARNINGS, "-DAKELA_CHECKED", *flags, f"-I{RUNTIME}"]
    subprocess.run([*command, *map(str, sources), "-o", str(library)], check=True)
    return ctypes.CDLL(str(library))


def run_c(library: ctypes.CDLL, function: str, data: bytes, out_bytes: int) -> tuple[int, bytes]:
    """Call `function(data, out)`; gives its status, where it has one, and what it wrote."""
    out = ctypes.create_string_buffer(b"\xee" * out_bytes, out_bytes)
    call = getattr(library, f"akela_{function}")
    call.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
    return call(data, len(data), out, out_bytes), out.raw
