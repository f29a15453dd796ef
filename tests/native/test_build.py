"""Finding a compiler, building, and knowing what was built from what."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from akela import digest
from akela.compiler import c_compiler, native
from akela.compiler.extension.cpu_features import X86_64
from akela.compiler.targets import host_target
from tests.kernels.ways import load
from tests.native.conftest import MODULES, WARNINGS

ROOT = Path(__file__).parents[2]


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine without a C compiler, and without the ziglang package."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)


def test_what_was_tried_is_said(no_compiler: None) -> None:
    with pytest.raises(c_compiler.CompilerMissing) as missing:
        c_compiler.host_compiler()
    first, *tried, last = str(missing.value).splitlines()
    assert first == "no C compiler works here; tried:"
    assert [line.partition(":")[0] for line in tried] == ["  cc", "  gcc", "  clang"]
    assert last == "Install gcc or clang, name one in CC, or `pip install ziglang`."


def test_cc_is_obeyed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -m64")
    assert c_compiler.candidates() == [("no-such-compiler", "-m64")]
    with pytest.raises(c_compiler.CompilerMissing, match="no-such-compiler -m64: "):
        c_compiler.host_compiler()


def test_a_command_that_is_no_compiler_is_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "true")
    with pytest.raises(c_compiler.CompilerMissing, match=r"made no probe\.so: is this a C compiler"):
        c_compiler.host_compiler()


def test_a_second_build_compiles_nothing(shapes_path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    commands: list[Any] = []
    really_run = c_compiler.run

    def run(command: Any, makes: Path) -> None:
        commands.append(command)
        really_run(command, makes)

    monkeypatch.setattr(c_compiler, "run", run)
    monkeypatch.setenv("CFLAGS", WARNINGS)
    native.build(tmp_path / "again.so", MODULES, shapes_path.parent / "c", progress=lambda line: None)
    assert not any("-c" in command for command in commands)
    assert (tmp_path / "again.so").read_bytes() == shapes_path.read_bytes()


def test_cflags_have_the_last_word(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    commands: list[list[str]] = []

    def compile_object(source: Path, headers: Any, command: list[str], version: str, folder: Path) -> Path:
        commands.append(command)
        return source

    monkeypatch.setattr(native, "compile_object", compile_object)
    monkeypatch.setattr(native, "run", lambda command, makes: makes.touch())
    monkeypatch.setenv("CFLAGS", "-Og -ftree-slp-vectorize")
    native.build(tmp_path / "made.so", MODULES, tmp_path / "c", progress=lambda line: None)
    assert all(command.index("-Og") > command.index("-O2") for command in commands)
    assert any(set(native.WORD_FLAGS) < set(command[: command.index("-Og")]) for command in commands)


def test_a_port_is_compiled_for_its_features_and_nothing_else_is() -> None:
    target = native.host_target()
    if target.name != "x86_64":
        pytest.skip("the features are those of x86-64")
    flags = {unit.name: unit.flags for unit in native.generate(MODULES, target, {}).units}
    assert flags.pop("akela_shapes_port.c") == ("-msse2", "-mssse3", *native.WORD_FLAGS)
    assert flags.pop("akela_shapes.c") == native.WORD_FLAGS
    assert set(flags.values()) == {()}


# --- the build backend --------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def backend(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The build backend, with nothing required by setuptools itself."""
    spec = importlib.util.spec_from_file_location("akela_build", ROOT / "build_backend" / "akela_build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in ("get_requires_for_build_wheel", "get_requires_for_build_editable"):
        monkeypatch.setattr(module.build_meta, name, lambda settings: [])
    monkeypatch.setattr(module, "_load", lambda path: c_compiler)
    return module


def test_a_compiler_is_required_where_none_works(backend: Any, monkeypatch: pytest.MonkeyPatch, no_compiler: None) -> None:
    assert backend.get_requires_for_build_wheel() == backend.get_requires_for_build_editable() == ["ziglang>=0.13"]
    monkeypatch.setenv("AKELA_NATIVE", "0")
    assert backend.get_requires_for_build_wheel() == []


def test_nothing_is_required_where_one_works(backend: Any) -> None:
    assert backend.get_requires_for_build_wheel() == backend.get_requires_for_build_editable() == []


def test_the_backend_finds_the_compiler_without_the_package(backend: Any) -> None:
    monkey = importlib.util.module_from_spec(backend.__spec__)
    backend.__spec__.loader.exec_module(monkey)
    loaded = monkey._load(ROOT / "akela" / "compiler" / "c_compiler.py")
    assert loaded.host_compiler().command
    assert sys.modules[loaded.__name__] is loaded


# --- the digest ---------------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with one source file, to be digested."""
    folder = tmp_path / "akela"
    (folder / "kernels").mkdir(parents=True)
    (folder / "kernels" / "one.py").write_text("1")
    monkeypatch.setattr(digest, "PACKAGE", folder)
    return folder


def test_the_digest_is_of_names_and_contents(package: Path) -> None:
    seen = {digest.source_digest()}
    (package / "kernels" / "one.py").write_text("2")
    seen.add(digest.source_digest())
    (package / "kernels" / "one.py").rename(package / "kernels" / "two.py")
    seen.add(digest.source_digest())
    (package / "kernels" / "ports.toml").write_text("")
    seen.add(digest.source_digest())
    assert len(seen) == 4
    (package / "kernels" / "notes.txt").write_text("no source")
    (package / "elsewhere.py").write_text("not compiled")
    assert digest.source_digest() in seen


def test_a_checkout_is_known_by_its_pyproject(package: Path) -> None:
    assert not digest.in_checkout()
    (package.parent / "pyproject.toml").touch()
    assert digest.in_checkout()


def test_the_digest_of_an_extension_is_read_from_the_file(package: Path, shapes: Any, shapes_path: Path) -> None:
    assert digest.built_digest() is None
    digest.extension_path().write_bytes(shapes_path.read_bytes())
    assert digest.built_digest() == shapes.SOURCE_DIGEST


def test_nothing_is_built_where_nothing_changed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("AKELA_SANITIZE", raising=False)
    monkeypatch.setattr(digest, "built_digest", digest.source_digest)
    monkeypatch.setattr(native, "build_package", lambda output: pytest.fail("built again"))
    native.main()
    assert capsys.readouterr().out == f"{digest.extension_path()} is up to date\n"


def test_without_a_compiler_the_build_ends_with_the_reason(monkeypatch: pytest.MonkeyPatch, no_compiler: None) -> None:
    monkeypatch.setattr(digest, "built_digest", lambda: None)
    with pytest.raises(SystemExit, match="no C compiler works here"):
        native.main()


def test_soft_intrinsics(shapes_path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What a port needs of the CPU it needs no more: the C for it is compiled without flags, and all features are said to be there."""
    monkeypatch.setenv("AKELA_INTRINSICS", "soft")
    monkeypatch.setenv("CFLAGS", WARNINGS)
    sources = native.build(tmp_path / shapes_path.name, MODULES, shapes_path.parent / "c", progress=lambda line: None)
    port = next(unit for unit in sources.units if unit.name == "akela_shapes_port.c")
    assert "-DAKELA_SOFT_INTRINSICS" in port.flags
    assert not any(flag.startswith("-m") for flag in port.flags)
    soft = load(tmp_path / shapes_path.name)
    assert soft.BUILD["intrinsics"] == "soft"
    if host_target().name == "x86_64":
        assert set(soft.cpu_features()) == set(X86_64)
        assert soft.operations() == {"shapes.serve": "serve_ssse3"}
    monkeypatch.setenv("AKELA_INTRINSICS", "hard")
    with pytest.raises(ValueError, match="AKELA_INTRINSICS=hard: expected soft, or nothing for the machine's instructions"):
        native.soft_intrinsics()
