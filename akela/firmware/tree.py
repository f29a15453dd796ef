"""The C tree that every export holds: kernels, C API, settings, hooks. One call of `tree` gives all files by name."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, replace
from pathlib import Path

import akela
from akela.catalogue import ALGORITHMS
from akela.catalogue.entries import Algorithm
from akela.compiler.targets import Target
from akela.compiler.toolchains import RUNTIME
from akela.firmware.api import Api
from akela.firmware.benchmark import Benchmark
from akela.firmware.kernels import Kernels, kernels
from akela.firmware.known_answers import KnownAnswers
from akela.settings.compiling import for_target
from akela.settings.model import Settings

LICENCE = "SPDX-License-Identifier: Apache-2.0 OR MIT"
PUBLIC = ("akela.h", "akela_types.h", "akela_status.h", "akela_settings.h", "akela_port.h")  # in the folder `include`
LIBRARY = Path(__file__).parent / "library"  # C files that every tree has as they are
ACCELERATORS = LIBRARY / "accelerated" / "akela_accelerators.c"  # for those with drivers
DIRECT = "#define AKELA_OP(name) akela_##name"  # in akela_rt.h: how an operation is called without pointers


STATUS_INCLUDED = '#include "akela_status.h"'
TABLE_OF_BYTES = re.compile(r"(\bconst uint(?:8|16)_t AKELA_TABLE)\b")


@dataclass(frozen=True)
class Tree:
    """The files by name, and what they were made of."""

    files: dict[str, str]
    kernels: Kernels
    settings: Settings
    hash: str
    test: str  # the example with known answers
    benchmark: str

    @property
    def acceleration(self) -> str:
        """The operations that the chip's own hardware serves in this tree."""
        functions = [f for m in self.kernels.modules for f in m.functions if f.name in self.kernels.served]
        return ", ".join(sorted({str(f.ref.operation) for f in functions})) or "none in this export"

    @property
    def algorithms(self) -> list[Algorithm]:
        """Those of the C API, each once."""
        return list({entry.algorithm.name: entry.algorithm for entry in self.kernels.entries}.values())

    @property
    def fast(self) -> list[str]:
        """The files whose code goes to fast memory: those of the algorithms that the settings name."""
        modules = {algorithm.module for algorithm in ALGORITHMS if algorithm.name in self.settings.fast_memory}
        return sorted(f"akela_{module.stem}.c" for module in self.kernels.modules if module.name in modules)

    @property
    def sources(self) -> list[str]:
        """The files to compile."""
        return sorted(name for name in self.files if name.endswith(".c"))


def settings_hash(settings: Settings, target: Target) -> str:
    """Eight hexadecimal digits that differ where the settings, the target or the version does."""
    made_of = f"{akela.__version__} {target.name} {settings.to_toml()}"
    return hashlib.sha256(made_of.encode()).hexdigest()[:8]


def tree(settings: Settings, target: Target, ports: tuple[str, ...] = ()) -> Tree:
    """The C tree for a target; `ports` are the modules of the chip's drivers.

    Raises SettingsError where the target cannot do what the settings ask, CompileErrors where a kernel is refused.
    """
    chosen = kernels(settings, replace(for_target(settings, target), pauses=True), ports)
    api = Api(chosen, settings)
    digest = settings_hash(settings, target)
    runtime = (RUNTIME / "akela_rt.h").read_text(encoding="utf-8").replace(DIRECT, DIRECT.replace("akela_##name", "AKELA_OP_##name"))
    emitted = chosen.files()
    if target.word_loads:
        emitted = {name: TABLE_OF_BYTES.sub(r"\1_OF_BYTES", text) for name, text in emitted.items()}
    files = {
        **emitted,
        "akela.h": api.header(),
        "akela_api.c": api.source(),
        **{path.name: path.read_text(encoding="utf-8") for path in sorted(LIBRARY.glob("*.[ch]"))},
        **({ACCELERATORS.name: ACCELERATORS.read_text(encoding="utf-8")} if chosen.served else {}),
        "akela_rt.h": runtime.replace(STATUS_INCLUDED, f'{STATUS_INCLUDED}\n#include "akela_operations.h"\n#include "akela_settings.h"'),
        "akela_status.h": (RUNTIME / "akela_status.h").read_text(encoding="utf-8"),
        "akela_settings.h": _settings_header(settings, digest, target),
        "akela_settings.c": _settings_source(settings, target, digest),
    }
    return Tree(files, chosen, settings, digest, KnownAnswers(api).source(), Benchmark(api).source())


def _settings_header(settings: Settings, digest: str, target: Target) -> str:
    in_ram = '__attribute__((section(".data.akela_tables")))'
    lines = [
        "/*",
        " * The settings that this tree was exported with. A program and a library with different settings do not link: the",
        " * header refers to a symbol that is named by them.",
        " *",
        f" * {LICENCE}",
        " */",
        "",
        "#ifndef AKELA_SETTINGS_H",
        "#define AKELA_SETTINGS_H",
        "",
        f'#define AKELA_SETTINGS_HASH "{digest}"',
        f'#define AKELA_BENCHMARK_ARGUMENTS "{settings.benchmark_arguments}"',
        *([f"#define AKELA_TABLE {in_ram}"] if settings.tables == "ram" else []),
        *([f"#define AKELA_TABLE_OF_BYTES {in_ram}"] if target.word_loads else []),  # flash gives whole words only
        "",
        "#if defined(__cplusplus)",
        'extern "C" {',
        "#endif",
        f"extern const char akela_settings_{digest}[];",
        "#if defined(__cplusplus)",
        "}",
        "#endif",
        "",
        *_reference(digest),
        "",
        "#endif",
    ]
    return "\n".join(lines) + "\n"


def _reference(digest: str) -> list[str]:
    """C that refers to the symbol of these settings from every file with the header, whatever sections a linker drops.

    Compilers that can keep a variable keep one. For Arm and Xtensa GCC ignores that wish, with a warning: there an empty constructor
    refers to the symbol, since linker scripts keep constructors.
    """
    name = f"akela_settings_{digest}"
    return [
        "#if defined(__has_attribute)",
        "#if __has_attribute(retain) && !defined(__arm__) && !defined(__XTENSA__)",
        "#define AKELA_RETAINED __attribute__((used, retain))",
        "#endif",
        "#endif",
        "#if defined(AKELA_RETAINED)",
        f"static const char *const akela_settings_wanted AKELA_RETAINED = {name};",
        "#elif defined(__GNUC__)",
        "__attribute__((constructor)) static void akela_settings_wanted(void)",
        "{",
        f'    __asm__ volatile("" : : "r"({name}));',
        "}",
        "#else",
        f"static const char *const akela_settings_wanted = {name};",
        "#endif",
    ]


def _settings_source(settings: Settings, target: Target, digest: str) -> str:
    text = "".join(f'\n    "{line}\\n"' for line in settings.to_toml().replace('"', "'").splitlines() if len(line) < 2000)
    lines = [
        "/*",
        f" * The settings for {target.name} as text, under the name that the header refers to.",
        " *",
        f" * {LICENCE}",
        " */",
        "",
        '#include "akela_settings.h"',
        "",
        f"const char akela_settings_{digest}[] ={text};",
    ]
    return "\n".join(lines) + "\n"


STATIC = re.compile(r"^(?:AKELA_INLINE|static) [^;={(]*?\b(\w+)(\(|\[)", re.MULTILINE)


def amalgamation(files: dict[str, str]) -> dict[str, str]:
    """The same tree as one header and one source file. Static names that several files have get the file's name behind them."""
    files = dict(files)
    seen: set[str] = set()
    for name in sorted(files):
        if name.endswith(".c"):
            own = dict(STATIC.findall(files[name]))
            for static in sorted(own.keys() & seen):
                call = r"(?=\()" if own[static] == "(" else r"\b"
                files[name] = re.sub(rf"(?<![.>\w]){static}{call}", f"{static}_in_{name.removesuffix('.c')}", files[name])
            seen |= own.keys()
    public = _joined(["akela.h", "akela_port.h"], files, set())
    done = {name for name in files if name in PUBLIC}
    sources = sorted(name for name in files if name.endswith(".c"))
    source = '#include "akela.h"\n' + "".join(_joined([name], files, done) for name in sources)
    return {"akela.h": public, "akela.c": f"/* Akela in one file. {LICENCE} */\n\n{source}"}


def _joined(names: list[str], files: dict[str, str], done: set[str]) -> str:
    """Files with those that they include in their place, each once."""
    text = ""
    for name in names:
        if name in done:
            continue
        done.add(name)
        for line in files[name].splitlines():
            included = line.removeprefix('#include "').removesuffix('"') if line.startswith('#include "') else ""
            text += _joined([included], files, done) if included in files else f"{line}\n"
    return text
