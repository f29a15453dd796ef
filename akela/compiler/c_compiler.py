"""Running C compilers: one command, one file at a time, objects kept; and the compiler of this machine, found by trying.

Imports nothing but the standard library and nothing of Akela: the build backend asks here before anything is installed. What cross
compilers there are for a target is another subject (`toolchains.py`).
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import os
import re
import shlex
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

PROBE = '#include <stdint.h>\n#include <string.h>\nint probe(void) { return (int)strlen(""); }\n'
INCLUDE = re.compile(r'^ *# *include "(.+)"', re.MULTILINE)
ZIG = ("-m", "ziglang", "cc")  # arguments of Python


class CompilerMissing(Exception):
    """There is no C compiler here that works, or no Python.h. The message says what to install."""


class CompileFailed(Exception):
    """A compiler that refused a file. The message is the command and what the compiler said."""


@dataclass(frozen=True)
class CCompiler:
    """A C compiler that was seen to make a shared library."""

    command: tuple[str, ...]
    version: str  # first line of its --version, after "zig: " where zig runs it

    @property
    def is_zig(self) -> bool:
        """Whether this is the clang inside zig, which has defaults of its own."""
        return self.command[1:] == ZIG


def run(command: Sequence[str], makes: Path) -> None:
    """Run a compiler that makes a file. Raises CompileFailed where it says no, or makes none."""
    done = subprocess.run([*command, "-o", str(makes)], capture_output=True, text=True)
    if done.returncode == 0 and makes.is_file():
        return
    end = f"ended with {done.returncode}" if done.returncode else f"made no {makes.name}: is this a C compiler?"
    raise CompileFailed(f"{shlex.join(command)}\n{end}:\n{done.stderr}{done.stdout}".rstrip(":\n"))


def compile_object(
    source: Path, headers: Iterable[Path], command: Sequence[str], version: str, folder: Path, include: Sequence[Path] = ()
) -> Path:
    """The object of a C file, in `folder`: made once for the same compiler version, command and text of the source and of these headers.

    include: folders to look for headers in. Which these are makes no difference to the object, only what `headers` hold.
    Where another process makes the same object, this one waits for it. Raises CompileFailed where the compiler says no.
    """
    digest = hashlib.sha256("\0".join([version, *command, source.name]).encode())
    for path in (source, *headers):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    finished = folder / digest.hexdigest()[:32] / f"{source.stem}.o"
    if not finished.exists():
        finished.parent.mkdir(parents=True, exist_ok=True)
        with alone(finished.parent):
            if not finished.exists():
                making = finished.with_suffix(".making.o")
                run([*command, *(f"-I{each}" for each in include), "-c", str(source)], making)
                making.replace(finished)
    return finished


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Waits until no other process makes something in this folder."""
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def included(source: Path, folders: Sequence[Path]) -> list[Path]:
    """The headers that a C file includes by name in quotes, directly or not, as far as they lie beside it or in these folders."""
    found: dict[str, Path] = {}
    waiting = [source]
    while waiting:
        path = waiting.pop()
        for name in INCLUDE.findall(path.read_text(encoding="utf-8")):
            header = next((each / name for each in (path.parent, *folders) if (each / name).is_file()), None)
            if header is not None and name not in found:
                found[name] = header
                waiting.append(header)
    return list(found.values())


def candidates() -> list[tuple[str, ...]]:
    """Commands to try: what CC says and nothing else, or the usual names, then the `ziglang` package where it is installed."""
    if chosen := os.environ.get("CC"):
        return [tuple(shlex.split(chosen))]
    found: list[tuple[str, ...]] = [("cc",), ("gcc",), ("clang",)]
    if importlib.util.find_spec("ziglang"):
        found.append((sys.executable, *ZIG))
    return found


def host_compiler() -> CCompiler:
    """The first candidate that compiles and links.

    Raises CompilerMissing, which says what was tried and what to do.
    """
    tried = []
    for command in candidates():
        try:
            said = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True).stdout
            with tempfile.TemporaryDirectory() as folder:
                source = Path(folder, "probe.c")
                source.write_text(PROBE)
                run([*command, str(source), "-shared", "-fPIC"], Path(folder, "probe.so"))
        except (OSError, subprocess.CalledProcessError, CompileFailed) as error:
            said = " ".join(str(error).strip().splitlines()[:2])
            tried.append(f"  {shlex.join(command)}: {said}")
            continue
        return CCompiler(command, ("zig: " if command[1:] == ZIG else "") + said.partition("\n")[0])
    raise CompilerMissing(
        "no C compiler works here; tried:\n" + "\n".join(tried) + "\nInstall gcc or clang, name one in CC, or `pip install ziglang`."
    )


def python_include() -> Path:
    """The folder of Python.h.

    Raises CompilerMissing where the headers of the running Python are not installed.
    """
    folder = Path(sysconfig.get_paths()["include"])
    if not (folder / "Python.h").is_file():
        raise CompilerMissing(f"{folder}/Python.h is missing; install Python's headers (Debian: apt install python3-dev)")
    return folder
