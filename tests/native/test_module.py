"""What the extension says about itself, and which kernel serves an operation."""

from __future__ import annotations

import ast
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from elftools.elf.elffile import ELFFile

from akela import digest
from akela.compiler.extension.cpu_features import FEATURES, compiler_flags
from akela.compiler.targets import host_target

on_x86_64 = pytest.mark.skipif(platform.machine() != "x86_64", reason="the features are those of x86-64")


def test_cpu_features_are_those_of_the_machine(shapes: Any) -> None:
    cpuinfo = Path("/proc/cpuinfo")
    if not cpuinfo.exists():
        pytest.skip("compares with /proc/cpuinfo, which only Linux has")
    spelling = {"sse3": "pni", "pclmul": "pclmulqdq", "sse4.1": "sse4_1", "sse4.2": "sse4_2", "bmi": "bmi1", "sha": "sha_ni"}
    spelling |= {"avx512vbmi2": "avx512_vbmi2", "rdrnd": "rdrand"}
    flags = next(line for line in cpuinfo.read_text().splitlines() if line.startswith(("flags", "Features"))).split()
    expected = {name for name in FEATURES.get(host_target().name, {}) if spelling.get(name, name) in flags}
    assert set(shapes.cpu_features()) == expected


@on_x86_64
@pytest.mark.parametrize(
    ("settings", "kernel"),
    [
        ({"AKELA_PORT": "software"}, "serve"),
        ({"AKELA_CPU": ""}, "serve"),
        ({"AKELA_CPU": "sse2"}, "serve_sse2"),
        ({"AKELA_CPU": "ssse3"}, "serve"),
        ({"AKELA_CPU": "sse2,ssse3"}, "serve_ssse3"),
        ({"AKELA_CPU": "ssse3,sse2", "AKELA_PORT": "software"}, "serve"),
    ],
)
def test_the_last_kernel_that_can_run_serves(run_with: Callable[..., str], settings: dict[str, str], kernel: str) -> None:
    answer = {"serve": 0, "serve_sse2": 1, "serve_ssse3": 2}[kernel]
    printed = run_with("print(shapes.operations(), shapes.serve()[0])", **settings)
    assert printed == f"{{'shapes.serve': '{kernel}'}} {answer}"


@on_x86_64
def test_a_kernel_that_cannot_run_says_so(run_with: Callable[..., str]) -> None:
    line = "shapes.serve_sse2(); shapes.serve_ssse3()"
    assert run_with(line, AKELA_CPU="sse2").endswith("NotSupported: serve_ssse3: this CPU lacks, or AKELA_CPU leaves out, ssse3")
    assert run_with(line, AKELA_CPU="sse2,ssse3", AKELA_PORT="software") == ""


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"AKELA_CPU": "sse2,sse9"}, "AKELA_CPU=sse2,sse9: expected some of what this CPU has, with commas between: sse2,"),
        ({"AKELA_PORT": "none"}, "AKELA_PORT=none: expected software, or nothing"),
    ],
)
def test_wrong_settings_are_refused(run_with: Callable[..., str], settings: dict[str, str], message: str) -> None:
    assert f"ImportError: {message}" in run_with("print('loaded')", **settings)


def test_operations_cannot_be_changed_through_the_answer(shapes: Any) -> None:
    shapes.operations().clear()
    assert shapes.operations()


def test_it_carries_the_digest_of_its_sources(shapes: Any, shapes_path: Path) -> None:
    assert len(shapes.SOURCE_DIGEST) == 64
    assert digest.MARKER + shapes.SOURCE_DIGEST.encode() in shapes_path.read_bytes()


def test_it_says_how_it_was_built(shapes: Any) -> None:
    assert shapes.BUILD["compiler"]
    assert "-O2" in shapes.BUILD["flags"].split()
    assert "-march=native" not in shapes.BUILD["flags"]


def test_the_stub_names_all_there_is(shapes: Any, shapes_path: Path) -> None:
    stub = ast.parse((shapes_path.parent / "_native.pyi").read_text())
    declared = {node.name for node in stub.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    declared |= {node.target.id for node in stub.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)}
    assert declared == {name for name in vars(shapes) if not name.startswith("_")}
    classes = {node.name: node for node in stub.body if isinstance(node, ast.ClassDef)}
    for name, node in classes.items():
        methods = {f.name for f in node.body if isinstance(f, ast.FunctionDef)} - {"__init__"}
        assert methods == {m for m in vars(getattr(shapes, name)) if not m.startswith("_")}


def test_only_the_entry_point_is_visible(shapes_path: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("reads an ELF file")
    with shapes_path.open("rb") as file:
        symbols = ELFFile(file).get_section_by_name(".dynsym").iter_symbols()
        defined = {s.name for s in symbols if s["st_shndx"] != "SHN_UNDEF" and s["st_info"]["bind"] != "STB_LOCAL"}
    assert {name for name in defined if not name.startswith("_") or name.startswith("_Py") or "akela" in name} == {"PyInit__native"}


def test_an_unknown_feature_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^sse9 is not a CPU feature of x86_64; known are: sse2, "):
        compiler_flags("x86_64", ("sse9",))
