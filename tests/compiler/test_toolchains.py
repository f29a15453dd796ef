"""Compilers are found, named with their packages when missing, run with explicit flags, and their objects are kept."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from akela.compiler import toolchains
from akela.compiler.c_compiler import CompileFailed
from akela.compiler.targets import load_target, target_names
from akela.compiler.toolchains import PACKAGES, ToolchainMissing, cache_folder, compile_c, find_compiler, installed_compilers
from tests.compiler.c_code import BUILDS, need

CODE = '#include "akela_rt.h"\nuint32_t akela_twice(uint32_t x) { return akela_rotl32(x, 1); }\n'


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A C file, and an empty cache for its objects."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "twice.c"
    path.write_text(CODE)
    return path


@pytest.fixture
def empty_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A search path without compilers."""
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.mark.parametrize(("target", "compiler", "optimisation"), BUILDS)
def test_every_build_makes_an_object(source: Path, target: str, compiler: str, optimisation: str) -> None:
    need(load_target(target), compiler)
    (compiled,) = compile_c([source], load_target(target), compiler, optimisation)
    assert compiled.read_bytes().startswith(b"\x7fELF")


@pytest.mark.usefixtures("empty_path")
@pytest.mark.parametrize(
    ("target", "package"),
    [("x86_64", "gcc"), ("cortex_m3", "gcc-arm-none-eabi"), ("rv32imc", "gcc-riscv64-unknown-elf"), ("lx106", "gcc-xtensa-lx106")],
)
def test_a_missing_compiler_is_named_with_its_package(target: str, package: str) -> None:
    with pytest.raises(ToolchainMissing, match=f"gcc for {target}, is not installed: apt install {package}$"):
        find_compiler(load_target(target), "gcc")


@pytest.mark.usefixtures("empty_path")
def test_ziglang_is_named_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ToolchainMissing, match="pip install ziglang"):
        find_compiler(load_target("rv32imc"), "clang")
    assert installed_compilers(load_target("rv32imc")) == []


def test_a_compiler_that_the_target_does_not_name() -> None:
    with pytest.raises(KeyError, match="target lx106 has no compiler 'clang'; it has gcc"):
        find_compiler(load_target("lx106"), "clang")


def test_every_command_of_every_target_has_a_package() -> None:
    commands = {chain.command for name in target_names() for chain in load_target(name).toolchains.values() if chain.command}
    assert commands == PACKAGES.keys()


def test_a_refused_file_is_a_failure_with_the_command_and_the_message(source: Path) -> None:
    need(load_target("x86_64"), "gcc")
    source.write_text("int akela_broken(void) { return wrong; }\n")
    with pytest.raises(CompileFailed, match=r"gcc .*-ffreestanding .*-O2 .*twice\.c(.|\n)*ended with 1:(.|\n)*.wrong. undeclared"):
        compile_c([source], load_target("x86_64"), "gcc", "-O2")


def test_objects_are_made_once_and_again_when_a_source_or_header_changes(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = load_target("x86_64")
    need(target, "gcc")
    runs = []
    really_run = subprocess.run
    monkeypatch.setattr("subprocess.run", lambda command, **options: (runs.append(command), really_run(command, **options))[1])

    def compiles() -> int:
        runs.clear()
        compile_c([source], target, "gcc", "-O2")
        return sum("-c" in command for command in runs)

    assert compiles() == 1
    assert compiles() == 0
    source.write_text(CODE + "uint32_t akela_one(void) { return 1; }\n")
    assert compiles() == 1
    header = source.parent / "beside.h"
    header.write_text("#define ONE 1\n")
    assert compiles() == 0  # it is not included
    source.write_text('#include "beside.h"\n' + CODE)
    assert compiles() == 1
    header.write_text('#include "further.h"\n')
    (source.parent / "further.h").write_text("#define ONE 2\n")
    assert compiles() == 1
    (source.parent / "further.h").write_text("#define ONE 3\n")
    assert compiles() == 1
    assert compiles() == 0


def test_the_same_text_in_another_folder_has_the_same_object(source: Path, tmp_path: Path) -> None:
    target = load_target("x86_64")
    need(target, "gcc")
    source.write_text('#include "beside.h"\n' + CODE)
    objects = []
    for folder in (tmp_path / "one", tmp_path / "other"):
        folder.mkdir()
        (folder / "beside.h").write_text("#define ONE 1\n")
        objects += compile_c([source], target, "gcc", "-O2", include=[folder])
    assert objects[0] == objects[1]


def test_the_cache_is_where_the_environment_says(source: Path) -> None:
    need(load_target("x86_64"), "gcc")
    (compiled,) = compile_c([source], load_target("x86_64"), "gcc", "-O2")
    assert compiled.is_relative_to(os.environ["XDG_CACHE_HOME"])


@pytest.mark.parametrize(("name", "value"), [("XDG_CACHE_HOME", "/dev/null/cache"), ("HOME", "/dev/null")])
def test_without_a_folder_to_write_to_there_is_a_reason(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv(name, value)
    with pytest.raises(CompileFailed, match=r"there is no folder to compile in: .*; set XDG_CACHE_HOME to one that can be written"):
        cache_folder()


def test_a_relative_cache_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    assert cache_folder() == tmp_path / ".cache" / "akela"


def test_a_compiler_that_cannot_say_its_version_is_not_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    target = load_target("cortex_m3")
    for command, reason in [("echo broken >&2; exit 3", "broken"), ("exit 3", "it ends with 3"), ("exit 0", "it ends with 0")]:
        program = tmp_path / "arm-none-eabi-gcc"
        program.write_text(f"#!/bin/sh\n{command}\n")
        program.chmod(0o755)
        toolchains._version.cache_clear()
        monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
        with pytest.raises(ToolchainMissing, match=rf"arm-none-eabi-gcc is there, but its --version fails: {reason}; XDG_"):
            find_compiler(target, "gcc")
        assert "gcc" not in installed_compilers(target)
