"""Every setting changes what is emitted, and what a target cannot do is refused. All pairs: `python -m tools.settings_pairs`."""

from __future__ import annotations

from typing import Any

import pytest

from akela.compiler.targets import load_target
from akela.compiler.toolchains import ToolchainMissing
from akela.firmware.api import Api
from akela.firmware.export import files
from akela.firmware.kernels import kernels
from akela.firmware.tree import tree
from akela.settings import SETTINGS, Settings, SettingsError
from akela.settings.compiling import for_target
from akela.settings.kconfig import kconfig
from tests.emitted import texts
from tools.settings_pairs import compiles, pairs

# Setting -> a value that is not the default, algorithms that show it, target, what then is in the emitted text and was not, and what was.
EFFECTS: dict[str, tuple[Any, set[str], str, str, str]] = {
    "algorithms": ({"poly1305"}, {"sha256"}, "rv32imc", "akela_poly1305_update", "akela_sha256_update"),
    "ghash": ("table4", {"gmac"}, "cortex_m33", "multiples", "powers"),
    "window_bits": (2, {"ffdh"}, "cortex_m33", "work_len >= 12 *", "work_len >= 24 *"),
    "table_sizes": ({"ed25519.combs=1", "ed25519.teeth=4"}, {"ed25519"}, "rv32imc", "", ""),
    "rolled": ({"sha256.rounds"}, {"sha256"}, "rv32imc", "K[start + t]", "K[start + 15]"),
    "unrolled": ({"sha512.rounds"}, {"sha384"}, "cortex_m3", "k[15]", "k[t]"),
    "inlining": ("generous", {"aes-cbc"}, "cortex_m3", "", ""),
    "products": ("native", {"poly1305"}, "cortex_m3", "", ""),
    "word_bits": (32, {"poly1305"}, "x86_64", "", ""),
    "tables": ("ram", {"sha256"}, "rv32imc", "#define AKELA_TABLE __attribute__", ""),
    "benchmark_arguments": ("-digest", {"sha256"}, "rv32imc", '"-digest"', '"-lng 0"'),
    "stack_limit": (64, {"sha256"}, "rv32imc", "#error", ""),
}
# Those that are about the hardware of a chip: the same, in the export of `make` for the ESP32-C3.
ON_THE_CHIP: dict[str, tuple[Any, set[str], str, str, str]] = {
    "accelerate": (set(), {"sha256"}, "esp32c3", "AKELA_OP_sha256_blocks akela_k_sha256_blocks", "AKELA_OP_sha256_blocks akela_k_esp32c3"),
    "software_operations": (
        {"aes.cbc_encrypt"},
        {"aes-cbc"},
        "esp32c3",
        "AKELA_OP_aes_cbc_encrypt akela_k_aes_cbc_encrypt",
        "AKELA_OP_aes_cbc_encrypt akela_k_esp32c3",
    ),
    "fast_memory": ({"sha256"}, {"sha256"}, "esp32c3", "*akela_sha256.o(", ""),
}


def test_no_setting_is_without_a_test() -> None:
    assert EFFECTS.keys() | ON_THE_CHIP.keys() == {setting.name for setting in SETTINGS}


@pytest.mark.parametrize("name", EFFECTS)
def test_effect(name: str) -> None:
    value, algorithms, target, new, old = EFFECTS[name]
    before = texts(tree(Settings(algorithms=frozenset(algorithms)), load_target(target)))
    changed = {"algorithms": frozenset(algorithms), name: value}
    after = texts(tree(Settings(**changed), load_target(target)))
    assert before != after
    assert new in after and old in before
    if new:
        assert new not in before
    if old:
        assert old not in after


@pytest.mark.parametrize("name", ON_THE_CHIP)
def test_effect_on_the_chip(name: str) -> None:
    value, algorithms, chip, new, old = ON_THE_CHIP[name]
    before = "".join(files("make", chip, Settings(algorithms=frozenset(algorithms))).values())
    settings = Settings(**{"algorithms": frozenset(algorithms), name: frozenset(value)})
    after = "".join(files("make", chip, settings).values())
    assert new in after and new not in before
    assert old in before and (not old or old not in after)
    assert kconfig(settings) != kconfig(Settings(algorithms=frozenset(algorithms)))


# Of small algorithms, on every kind of core: one pair each.
SAMPLE = (
    ("cortex_m3", {"algorithms": {"poly1305", "sha256"}, "products": "native"}),
    ("cortex_m33", {"algorithms": {"gmac"}, "ghash": "small", "tables": "ram"}),
    ("rv32imc", {"algorithms": {"sha512"}, "rolled": {"sha512.rounds"}, "inlining": "sparing"}),
    ("lx106", {"algorithms": {"ffdh"}, "window_bits": 1, "tables": "ram"}),
    ("x86_64", {"algorithms": {"poly1305"}, "word_bits": 32, "products": "split"}),
)


@pytest.mark.parametrize(("target", "changes"), SAMPLE, ids=[target for target, _ in SAMPLE])
def test_pairs_compile(target: str, changes: dict[str, Any]) -> None:
    try:
        assert compiles(changes, target) == "ok"
    except ToolchainMissing as missing:
        pytest.skip(str(missing))


def test_pairs_are_of_two_settings() -> None:
    found = list(pairs())
    assert all(len(changes) == 2 for changes in found)
    assert {name for changes in found for name in changes} == {setting.name for setting in SETTINGS}
    assert "neither aes-gcm nor gmac" in compiles({"algorithms": {"md5"}, "ghash": "small"}, "rv32imc")


def test_what_a_processor_cannot_do() -> None:
    with pytest.raises(SettingsError, match="words of rv32imc have 32 bits"):
        for_target(Settings(word_bits=64), load_target("rv32imc"))
    with pytest.raises(SettingsError, match="lx106 has no long multiply"):
        for_target(Settings(products="native"), load_target("lx106"))


def test_names_of_a_form_of_ghash_are_those_of_the_other() -> None:
    settings = Settings(algorithms=frozenset({"aes-gcm"}), ghash="table8")
    header = Api(kernels(settings, load_target("cortex_m33")), settings).header()
    assert "akela_aes_gcm_encrypt(const akela_aes_gcm_table8_ctx *ctx" in header
    assert "vartime(" not in header
