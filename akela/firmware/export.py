"""What `akela export` writes: the C tree and the files of a build system, and a manifest that tells which of them the user has edited."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import akela
from akela.compiler.targets import load_target
from akela.digest import PACKAGE
from akela.firmware import bringup, cmake
from akela.firmware.examples import build_header, example_values
from akela.firmware.tree import ACCELERATORS, LICENCE, PUBLIC, Tree, amalgamation, tree
from akela.settings.kconfig import agreement, kconfig, symbol
from akela.settings.model import Loaded, Settings, loops
from akela.settings.read import named_algorithms
from akela.suggest import suggest

TEMPLATES = Path(__file__).parent / "templates"
MANIFEST = "akela-manifest.json"
FLAT = ("amalgamation",)
ONE_FOLDER = ("arduino",)  # whose libraries have their headers in src
CHIPS = {
    "esp-idf": "esp32c3",
    "esp8266-rtos-sdk": "esp8266",
    "stm32-spl": "stm32f217",
    "stm32cube": "stm32f217",
    "cmsis-pack": "cortex_m33",
    "simplicity-studio": "efr32xg21",
}  # where a target has a usual one
ESP_PROJECT = Path(__file__).parent / "esp_project"  # around an example, for Espressif's SDKs
EXAMPLES = {  # how an example is called, and its declaration
    "template": ("akela_template()", "int akela_template(void)"),
    "test": ('akela_test("")', "int akela_test(const char *arguments)"),
    "benchmark": ("akela_benchmark(CONFIG_AKELA_BENCH_ARGV)", "int akela_benchmark(const char *arguments)"),
}
SHARED = Path(__file__).parent / "accelerated"
# More files of a target whose chip has drivers.
ACCELERATED = {"esp-idf": ("port_esp_idf_accelerators.c",), "stm32cube": ("port_stm32_accelerators.c",)}
FUNCTION = re.compile(r"^\w[\w ]* \**(akela_\w+)\([^;]*\)\n\{", re.MULTILINE)  # that a C file defines
HOST = "host"
BARE = ("cmake", "make")  # for a board these have all that a bare one needs


class ExportError(ValueError):
    """An export that cannot be made. The message says what was asked for and what there is."""


def targets() -> tuple[str, ...]:
    """The build systems and SDKs that there are templates for."""
    return tuple(sorted(path.name for path in TEMPLATES.iterdir() if path.is_dir() and path.name != "shared"))


def processor(target: str, chip: str | None) -> str:
    """The compiler's target for a chip: a board's, one by its own name, or this machine's for "host".

    Raises ExportError where nothing has that name.
    """
    from akela.boards.files import board_names, load_board
    from akela.compiler.targets import host_target, target_names

    chip = chip or CHIPS.get(target, HOST)
    if chip == HOST:
        return host_target().name
    if chip in target_names():
        return chip
    if chip not in board_names():
        raise ExportError(f"no chip {chip!r}; {suggest(chip, [*board_names(), *target_names(), HOST])}")
    return load_board(chip).target


def files(target: str, chip: str | None, settings: Settings, read: Loaded | None = None) -> dict[str, str]:
    """All files of an export by path, the manifest left out. `read` is where the settings are from.

    Raises ExportError for a target that there is not, SettingsError where the chip cannot do what the settings ask.
    """
    if target not in targets():
        raise ExportError(f"no export target {target!r}; {suggest(target, targets())}")
    compiled_for = load_target(processor(target, chip))
    chip = chip or CHIPS.get(target, HOST)
    known = bringup.board_of(chip)
    made = tree(settings, compiled_for, known.ports if known else ())
    board = known if target in BARE else None
    gcc = compiled_for.toolchains.get("gcc")
    if target in FLAT:
        result = amalgamation(made.files)
    else:
        include = "src" if target in ONE_FOLDER else "include"
        result = {f"{include if name in PUBLIC else 'src'}/{name}": text for name, text in made.files.items()}
    _leave_to_ports(result, target, bool(made.kernels.served))
    values = {
        "VERSION": akela.__version__,
        "CHIP": chip,
        "HASH": made.hash,
        "LICENCE": LICENCE,
        "SOURCES": "\n".join(f"    src/{name}" for name in made.sources),
        "PDSC_SOURCES": "\n".join(f'        <file category="source" name="src/{name}"/>' for name in made.sources),
        "SLCC_SOURCES": "\n".join(f"  - path: src/{name}" for name in made.sources),
        "SOURCES_ON_ONE_LINE": " ".join(f"src/{name}" for name in made.sources),
        "BRINGUP_ON_ONE_LINE": " ".join(bringup.sources(compiled_for)) if board else "",
        "ENTRY": bringup.ENTRY.get(compiled_for.instruction_set, ""),
        "PORT_SOURCES": " ".join(f'"{name}"' for name in ("port_esp_idf.c", *(ACCELERATED.get(target, ()) if made.kernels.served else ()))),
        "FAR_CALLS": "-mlongcalls" if made.fast and compiled_for.instruction_set == "xtensa" else "",
        "CROSS_COMPILE": gcc.command.removesuffix("gcc") if gcc and chip != HOST else "",
        "CPU_FLAGS": " ".join(gcc.flags) if gcc and chip != HOST else "",
        "CMAKE_COMMANDS": cmake.commands(compiled_for, chip == HOST),
        **example_values(made, read),
    }
    for folder in (TEMPLATES / "shared", TEMPLATES / target):
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                result[path.relative_to(folder).as_posix()] = _filled(path.read_text(encoding="utf-8"), values)
    if made.kernels.served:
        result |= {name: (SHARED / name).read_text(encoding="utf-8") for name in ACCELERATED.get(target, ())}
    if target.startswith("esp"):
        result["akela_root.cmake"] = _filled((TEMPLATES / "esp-idf" / "akela_root.cmake").read_text(encoding="utf-8"), values)
        result["linker.lf"] = _linker_fragment(made)
        for example, call in EXAMPLES.items():
            own = {"EXAMPLE": example, "CALL": call[0], "DECLARATION": call[1], **values}
            for path in sorted(ESP_PROJECT.rglob("*")):
                if path.is_file():
                    name = f"examples/{example}/{path.relative_to(ESP_PROJECT).as_posix()}"
                    result[name] = _filled(path.read_text(encoding="utf-8"), own)
        result["Kconfig"] = kconfig(settings)
        result["kconfig_check.c"] = agreement(settings)
    result["examples/test.c"] = made.test
    result["examples/benchmark.c"] = made.benchmark
    result["examples/build.h"] = build_header(made, chip, read)
    if target == "cmake" and chip != HOST:
        result |= cmake.files(compiled_for, chip, LICENCE)
    if board:
        result |= bringup.files(board, made.fast)
    result["settings.toml"] = settings.to_toml()
    result["sbom.json"] = _sbom(made)
    return dict(sorted({**result, **_licences()}.items()))


def _leave_to_ports(made: dict[str, str], target: str, accelerated: bool) -> None:
    """Take out of the library what a port of the target defines: of two in one archive a linker takes the first."""
    own = [path.read_text(encoding="utf-8") for path in (TEMPLATES / target).rglob("port_*.c")]
    if accelerated:
        own += [path.read_text(encoding="utf-8") for path in (ACCELERATORS, *(SHARED / name for name in ACCELERATED.get(target, ())))]
    defined = {name for text in own for name in FUNCTION.findall(text)}
    for name in ("src/akela_port_default.c", "src/akela_host.c"):
        for function in sorted(defined) if name in made else ():
            made[name] = re.sub(
                rf"(?:/\*(?:(?!\*/).)*\*/\n)?^[\w ]*\b{function}\([^;{{]*\)\n\{{\n(?:.*\n)*?\}}\n\n?", "", made[name], flags=re.MULTILINE
            )


def _linker_fragment(made: Tree) -> str:
    """`linker.lf`: the code of algorithms for which menuconfig says CONFIG_AKELA_IRAM_… goes to instruction RAM."""
    names = {f"akela_{module.stem}.c" for module in made.kernels.modules}
    options: dict[str, list[str]] = {}
    for algorithm in made.algorithms:
        name = f"akela_{algorithm.module.rpartition('.')[2]}.c"
        if name in names:
            options.setdefault(name.removesuffix(".c"), []).append(symbol("fast_memory", algorithm.name))
    lines = [f"# {LICENCE}", "[mapping:akela]", "archive: libakela.a", "entries:", "    * (default)"]
    for stem, wanted in sorted(options.items()):
        lines += [f"    if {' || '.join(f'{option} = y' for option in wanted)}:", f"        {stem} (noflash_text)"]
    return "\n".join(lines) + "\n"


def _licences() -> dict[str, str]:
    """The texts of both licences: of the checkout, or of the installed package."""
    found = {}
    for name in ("LICENSE-APACHE", "LICENSE-MIT"):
        path = PACKAGE.parent / name
        text = path.read_text(encoding="utf-8") if path.is_file() else distribution("akela").read_text(f"licenses/{name}")
        if text is None:
            raise ExportError(f"the installed package lacks {name}: install akela again")
        found[name] = text
    return found


def _filled(text: str, values: dict[str, str]) -> str:
    for name, value in values.items():
        text = text.replace(f"@AKELA_{name}@", value)
    return text


def _sbom(made: Tree) -> str:
    """A software bill of materials, CycloneDX 1.5: one component, made of nothing else."""
    component = {
        "type": "library",
        "name": "akela",
        "version": akela.__version__,
        "licenses": [{"expression": "Apache-2.0 OR MIT"}],
        "properties": [{"name": "akela:settings", "value": made.hash}, {"name": "akela:target", "value": made.kernels.target.name}],
    }
    return json.dumps({"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "components": [component]}, indent=2) + "\n"


def chosen_settings(base: Settings, algorithms: str | None, small: bool) -> Settings:
    """The settings with what the command line says over them.

    Raises SettingsError for algorithms that there are not.
    """
    changes: dict[str, Any] = {}
    if algorithms is not None:
        changes["algorithms"] = named_algorithms([name.strip() for name in algorithms.split(",") if name.strip()])
        changes["fast_memory"] = base.fast_memory & changes["algorithms"]
    if small:
        changes |= {"rolled": frozenset(loops()), "unrolled": frozenset(), "inlining": "sparing", "window_bits": 2}
        if changes.get("algorithms", base.algorithms) & {"aes-gcm", "gmac"}:
            changes["ghash"] = "small"
    return replace(base, **changes)


# --- writing ------------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    """What became of a file: "written", "unchanged", "kept" because the user edited it; when only looked at "missing", "outdated", or
    "dated" where it differs in nothing but the commit that it names.
    """

    path: str
    what: str


def digest(text: str) -> str:
    """What the manifest says of a file."""
    return hashlib.sha256(text.encode()).hexdigest()


def compare(made: dict[str, str], folder: Path) -> Iterator[Outcome]:
    """How a folder differs from an export: a file that is neither the new one nor the one that was exported last is the user's."""
    manifest = folder / MANIFEST
    last = json.loads(manifest.read_text(encoding="utf-8"))["files"] if manifest.is_file() else {}
    for name, text in made.items():
        path = folder / name
        if not path.is_file():
            yield Outcome(name, "missing")
            continue
        here = digest(path.read_bytes().decode("utf-8", "replace"))
        if here == digest(text):
            yield Outcome(name, "unchanged")
        elif here != last.get(name):
            yield Outcome(name, "kept")
        else:
            yield Outcome(name, "dated" if _undated(path.read_text(encoding="utf-8")) == _undated(text) else "outdated")


def _undated(text: str) -> list[str]:
    """The lines of a file, but for those that name the commit it comes from."""
    return [line for line in text.splitlines() if not line.startswith("#define BUILD_GIT_")]


def write(made: dict[str, str], folder: Path) -> list[Outcome]:
    """Write an export into a folder, which is made where it does not exist. A file that the user edited stays as it is."""
    outcomes = []
    for outcome in compare(made, folder):
        if outcome.what in ("missing", "outdated", "dated"):
            path = folder / outcome.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(made[outcome.path].encode())
            outcome = Outcome(outcome.path, "written")
        outcomes.append(outcome)
    content = {"akela": akela.__version__, "files": {name: digest(text) for name, text in made.items()}}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MANIFEST).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return outcomes
