"""Builds the CPython extension: kernels and ports to C, C to objects, objects to `akela/_native.<abi>.so`.

    python -m akela.compiler.native            build in place, beside the package
    AKELA_SANITIZE=address,undefined …         with these sanitizers
    AKELA_MEMCHECK=1 …                         for memcheck, which then reports what depends on secrets (`make memcheck`)
    AKELA_INTRINSICS=soft …                    with the reference bodies of machine instructions in their place: all ports run on any CPU

A C file of a port is compiled with the flags of the CPU features that its kernels need, and no other file is: the extension runs on any CPU
of its architecture. Objects are kept by the digest of all that they are made from, so that a second build compiles what changed.
"""

from __future__ import annotations

import fcntl
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from akela import digest
from akela.compiler import emit_c, emit_cpython
from akela.compiler.c_compiler import CCompiler, CompileFailed, CompilerMissing, compile_object, host_compiler, python_include, run
from akela.compiler.extension import stub
from akela.compiler.extension.cpu_features import compiler_flags
from akela.compiler.frontend import Program, compile_module
from akela.compiler.ir import Module
from akela.compiler.modules import WORD_SIZES, kernel_names, port_names
from akela.compiler.passes import lower
from akela.compiler.python import api
from akela.compiler.targets import Target, host_target

RUNTIME = Path(__file__).parent / "runtime"
PARTS = ("module", "hash", "batch", "side_by_side", "columns")  # what is the same in every extension
STUB, EMITTED = "_native.pyi", "_emitted"  # beside the extension

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Unit:
    """A C file to compile: its text and its own flags."""

    name: str
    text: str
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class OwnC:
    """The C of one module without its wrappers."""

    units: tuple[Unit, ...]
    headers: dict[str, str]


@dataclass(frozen=True)
class Sources:
    """All C of an extension: what is compiled, what is only included, and the type stub."""

    units: tuple[Unit, ...]
    headers: dict[str, str]
    stub: str


def generate(names: Sequence[str], target: Target, build: dict[str, str]) -> Sources:
    """The C of an extension with these modules.

    Raises CompileErrors where the front end refuses a kernel, InterfaceError where one has no Python form.
    """
    modules = checked(names, target)
    return assemble(modules, {module.name: own_c(module, target) for module in modules}, target, build)


def checked(names: Sequence[str], target: Target) -> list[Module]:
    """These modules in all word sizes. Raises CompileErrors where the front end refuses a kernel."""
    program = Program(target.word_bits)
    return [compile_module(name, target, WORD_SIZES, program) for name in names]


def assemble(modules: Sequence[Module], own: Mapping[str, OwnC], target: Target, build: Mapping[str, str]) -> Sources:
    """The C of an extension with these modules, of which each has its own C already. Raises InterfaceError as `generate`."""
    everywhere = SOFT_FLAGS if soft_intrinsics() else ()
    units = [Unit(path.name, path.read_text(encoding="utf-8"), everywhere) for name in PARTS for path in [RUNTIME / f"akela_{name}.c"]]
    headers = runtime_headers()
    for module in modules:
        units += own[module.name].units
        headers |= own[module.name].headers
    for wrapper in emit_cpython.emit(modules, target.name, digest.source_digest(), build):
        if wrapper.name.endswith(".h"):
            headers[wrapper.name] = wrapper.text
        else:
            units.append(Unit(wrapper.name, wrapper.text))
    return Sources(tuple(units), headers, stub.emit(modules))


def runtime_headers() -> dict[str, str]:
    """The headers that are the same in every extension."""
    return {path.name: path.read_text(encoding="utf-8") for path in RUNTIME.glob("*.h")}


def own_c(module: Module, target: Target) -> OwnC:
    """A checked module as C."""
    files = emit_c.emit(lower(module, target), target)
    flags = _own_flags(module, target)
    units = tuple(Unit(file.name, file.text, flags) for file in files if not file.name.endswith(".h"))
    return OwnC(units, {file.name: file.text for file in files if file.name.endswith(".h")})


def _own_flags(module: Module, target: Target) -> tuple[str, ...]:
    """A port is compiled for the CPU features that it needs; in soft form it needs none."""
    needs = {need for function in module.functions if function.provides for need in function.needs}
    enabled = compiler_flags(target.name, tuple(sorted(needs)))
    return (*(SOFT_FLAGS if needs and soft_intrinsics() else enabled), *WORD_FLAGS)


# --- flags ---

# Words stay words; what shall be a vector says so. Measured with GCC 12: where it packs the words of AES into vectors, CBC encryption is
# 17 % slower, CTR 8 %; in ports it does so to the rounds of SHA-512, 60 % slower, and the lanes of Keccak, 12 %. Nothing gains 3 %.
WORD_FLAGS = ("-fno-tree-slp-vectorize",)

# The reference bodies of intrinsics in place of instructions. No function that takes a vector is called from another file.
SOFT_FLAGS = ("-DAKELA_SOFT_INTRINSICS", "-Wno-psabi")


def soft_intrinsics() -> bool:
    """Whether AKELA_INTRINSICS asks for soft intrinsics. Raises ValueError where it asks for what there is not."""
    wanted = os.environ.get("AKELA_INTRINSICS", "")
    if wanted not in ("", "soft"):
        raise ValueError(f"AKELA_INTRINSICS={wanted}: expected soft, or nothing for the machine's instructions")
    return wanted == "soft"


def common_flags(compiler: CCompiler) -> list[str]:
    """Flags of every file. A file's own follow, then `user_flags`."""
    # -O3 was measured: hashes up to 4 % faster, Montgomery multiplication 20 % slower. What gains from unrolling is unrolled in kernels.
    flags = ["-std=c11", "-O2", "-fPIC", "-fvisibility=hidden", "-DNDEBUG", "-DAKELA_DISPATCH", "-Wall", "-Wextra"]
    if sanitizers := os.environ.get("AKELA_SANITIZE"):
        # -O1: the tests run as fast, and compiling takes two thirds of the time.
        flags += ["-O1", "-g", "-fno-omit-frame-pointer", f"-fsanitize={sanitizers}", "-fno-sanitize-recover=all"]
    elif os.environ.get("AKELA_MEMCHECK"):
        flags += ["-g", "-DAKELA_MEMCHECK"]
    elif compiler.is_zig:
        flags += ["-fno-sanitize=undefined", "-mcpu=baseline"]  # zig's own defaults are checks, and this machine's CPU
    return flags


def user_flags() -> list[str]:
    """CFLAGS, which comes last, so that a packager has the last word."""
    return shlex.split(os.environ.get("CFLAGS", ""))


def link_flags() -> list[str]:
    """Flags that make a loadable module."""
    flags = ["-bundle", "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else ["-shared"]
    if sanitizers := os.environ.get("AKELA_SANITIZE"):
        flags.append(f"-fsanitize={sanitizers}")
    return flags + shlex.split(os.environ.get("LDFLAGS", ""))


# --- building ---


def build(output: Path, names: Sequence[str] | None = None, folder: Path | None = None, progress: Progress = print) -> Sources:
    """Builds an extension file from these modules, by default all kernels and the host's ports.

    `folder` keeps the generated C and the objects; one process at a time builds there. The file appears at once or not at all.
    Returns the sources that it was made from. Raises CompilerMissing, and CompileFailed where the compiler refuses a file.
    """
    compiler, target = host_compiler(), host_target()
    return _build(output, checked(names or _all_names(target), target), compiler, folder, progress)


def _all_names(target: Target) -> tuple[str, ...]:
    return (*kernel_names(), *port_names(target))


def _build(output: Path, modules: Sequence[Module], compiler: CCompiler, folder: Path | None, progress: Progress) -> Sources:
    target = host_target()
    folder = folder or digest.PACKAGE.parent / "build" / f"native-{sys.implementation.cache_tag}"
    flags = common_flags(compiler)
    intrinsics = "soft" if soft_intrinsics() else "instructions"
    about = {"compiler": compiler.version, "flags": shlex.join([*flags, *user_flags()]), "intrinsics": intrinsics}
    folder.mkdir(parents=True, exist_ok=True)
    with _alone(folder), ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = Objects(folder, compiler, flags, pool)
        objects.add((), runtime_headers())
        own = {}
        for module in modules:  # the compiler is at work while the next one is lowered
            own[module.name] = own_c(module, target)
            objects.add(own[module.name].units, own[module.name].headers)
        sources = assemble(modules, own, target, about)
        objects.add(sources.units, sources.headers)
        made = []
        for unit in sources.units:
            made.append(str(objects.of(unit)))
            progress(f"[{len(made)}/{len(sources.units)}] {unit.name} {' '.join(unit.flags)}".rstrip())
        unfinished = output.with_suffix(f".{os.getpid()}")
        run([*compiler.command, *link_flags(), *made], unfinished)
        unfinished.replace(output)
    progress(f"built {output}")
    return sources


class Objects:
    """C files of one folder, each compiled as soon as all that it includes is there."""

    def __init__(self, folder: Path, compiler: CCompiler, flags: Sequence[str], pool: ThreadPoolExecutor) -> None:
        self._folder, self._compiler, self._pool = folder, compiler, pool
        self._command = [*compiler.command, *flags]
        self._include = [f"-I{folder}", "-isystem", str(python_include())]
        self._headers: dict[str, str] = {}
        self._waiting: dict[str, Unit] = {}
        self._objects: dict[str, Future[Path]] = {}

    def add(self, units: Iterable[Unit], headers: Mapping[str, str]) -> None:
        """Take more headers and files, of which those that are known are left as they are."""
        for name in headers.keys() - self._headers.keys():
            (self._folder / name).write_text(headers[name], encoding="utf-8")
        self._headers |= headers
        self._waiting |= {unit.name: unit for unit in units if unit.name not in self._objects}
        for unit in list(self._waiting.values()):
            includes = included(unit.text, self._headers)
            if self._headers.keys() >= includes:
                del self._waiting[unit.name]
                (self._folder / unit.name).write_text(unit.text, encoding="utf-8")
                self._objects[unit.name] = self._pool.submit(self._compile, unit, sorted(includes))

    def _compile(self, unit: Unit, includes: Sequence[str]) -> Path:
        command = [*self._command, *unit.flags, *user_flags(), *self._include]
        headers = [self._folder / name for name in includes]
        return compile_object(self._folder / unit.name, headers, command, self._compiler.version, self._folder / "objects")

    def of(self, unit: Unit) -> Path:
        """The object of a file, as soon as it is made. Raises CompileFailed."""
        return self._objects[unit.name].result()


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Waits until no other process builds in this folder."""
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def included(text: str, headers: Mapping[str, str]) -> set[str]:
    """The names of our headers that a file includes, directly or by one of these headers."""
    found: set[str] = set()
    waiting = [text]
    while waiting:
        new = set(re.findall(r'^#include "(.+)"', waiting.pop(), re.MULTILINE)) - found
        found |= new
        waiting += [headers[name] for name in new if name in headers]
    return found


# --- what an installed package holds ---


def build_package(output: Path, folder: Path | None = None, progress: Progress = print) -> None:
    """Builds the extension as `output` and, beside it, its type stub and the emitted Python that serves where it cannot be loaded."""
    compiler, target = host_compiler(), host_target()
    modules = checked(_all_names(target), target)
    sources = _build(output, modules, compiler, folder, progress)
    (output.parent / STUB).write_text(sources.stub, encoding="utf-8")
    (output.parent / EMITTED).mkdir(exist_ok=True)
    for name, text in fallback([module for module in modules if module.name in kernel_names()]).items():
        (output.parent / EMITTED / name).write_text(text, encoding="utf-8")


def fallback(modules: Sequence[Module]) -> dict[str, str]:
    """The emitted Python of these kernels as the files of a package: name and text."""
    head = f'"""The kernels as emitted Python. Generated by Akela."""\n\nSOURCE_DIGEST = "{digest.source_digest()}"\n'
    return {"__init__.py": head, **api.package(modules, "python")}


def main() -> None:
    """Builds in place, beside the sources, unless what is there was made of them."""
    instrumented = any(os.environ.get(name) for name in ("AKELA_SANITIZE", "AKELA_MEMCHECK", "AKELA_INTRINSICS"))
    if digest.built_digest() == digest.source_digest() and not instrumented:
        print(f"{digest.extension_path()} is up to date")
        return
    try:
        build_package(digest.extension_path())
    except (CompilerMissing, CompileFailed, ValueError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
