"""Target files: those that come with Akela, and what is refused in one."""

from __future__ import annotations

import platform
from pathlib import Path

import pytest

from akela.compiler.targets import FOLDER, TargetError, host_target, load_target, read_target, target_names

GOOD = (FOLDER / "cortex_m3.toml").read_text(encoding="utf-8")


def test_names() -> None:
    assert target_names() == ("aarch64", "cortex_m3", "cortex_m33", "cortex_m4", "lx106", "rv32imc", "x86_64")
    for name in target_names():
        assert load_target(name).name == name


def test_what_the_cores_are_like() -> None:
    assert [name for name in target_names() if load_target(name).word_bits == 64] == ["aarch64", "x86_64"]
    assert [name for name in target_names() if load_target(name).wide_mul == "split"] == ["cortex_m3", "lx106"]
    assert [name for name in target_names() if load_target(name).u64 == "pairs"] == ["lx106"]
    assert "umull" in load_target("cortex_m3").vartime
    assert "umull" not in load_target("cortex_m33").vartime


def test_unknown_name_lists_those_there_are() -> None:
    with pytest.raises(TargetError, match="no target 'z80'; there are: aarch64, cortex_m3"):
        load_target("z80")


@pytest.mark.parametrize(("machine", "name"), [("x86_64", "x86_64"), ("AMD64", "x86_64"), ("arm64", "aarch64")])
def test_host(machine: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: machine)
    assert host_target().name == name


def test_unknown_host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "vax")
    with pytest.raises(TargetError, match="'vax'"):
        host_target()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('u64 = "native"', 'u64 = "triples"', "u64 = 'triples'; it must be one of 'native', 'pairs'"),
        ('divide = "native"', "", "divide is missing"),
        ('divide = "native"', 'divide = "native"\ncolour = "red"', "unknown key colour"),
        ("[unroll]", '[unroll]\n"sha256.rounds" = 0', "unroll.sha256.rounds = 0; a factor is a whole number"),
        ('command = "arm-none-eabi-gcc"', "", "toolchains.gcc must have either `command` or `zig_target`"),
        ('command = "arm-none-eabi-gcc"', 'command = "gcc"\nspeed = 9', "unknown key toolchains.gcc.speed"),
    ],
)
def test_refused(old: str, new: str, message: str, tmp_path: Path) -> None:
    assert old in GOOD
    path = tmp_path / "chip.toml"
    path.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(TargetError) as caught:
        read_target(path)
    assert str(caught.value).startswith("chip.toml: ") and message in str(caught.value)
