"""Settings from all kinds of files, what macros mean, what contradicts what, and the commands that show it."""

from __future__ import annotations

import re
from pathlib import Path

import kconfiglib
import pytest
from click.testing import CliRunner

from akela.catalogue import ALGORITHMS
from akela.cli import main
from akela.settings import SETTINGS, Settings, SettingsError, read_settings
from akela.settings.kconfig import kconfig, symbol
from akela.settings.macros import BASE, contradicting_pairs, macros, settings_of
from akela.settings.model import loops
from akela.settings.user_settings import read_user_settings

STOCK = Path(__file__).parent / "stock_user_settings.h"


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, ["config", *arguments])
    assert result.exit_code == code, result.output
    return result.output


# --- the object, and TOML -----------------------------------------------------------------------------------------------------------------


def test_every_setting_is_described() -> None:
    assert [s.name for s in SETTINGS] == list(Settings.__dataclass_fields__)
    assert all(getattr(Settings(), s.name) == s.default and s.meaning.endswith(".") and s.affects for s in SETTINGS)
    assert "sha256.rounds" in loops() and "field.limbs" in loops()


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"ghash": "table5"}, r"ghash = 'table5'; it is one of 'constant_time', 'small', 'table4', 'table8'"),
        ({"window_bits": 3}, r"window_bits = 3; it is one of 1, 2, 4"),
        ({"window_bits": True}, r"window_bits = True"),
        ({"stack_limit": -1}, r"stack_limit = -1; it takes a whole number, zero or more"),
        ({"algorithms": {"sha265"}}, r"algorithms: no 'sha265'; did you mean sha256"),
        ({"algorithms": "sha256"}, r"algorithms = 'sha256'; it takes a list of names"),
        ({"rolled": {"sha256.round"}}, r"rolled: no 'sha256.round'; did you mean sha256.rounds"),
        ({"benchmark_arguments": 'a"b'}, r"benchmark_arguments"),
        ({"rolled": {"md5.rounds"}, "unrolled": {"md5.rounds"}}, r"rolled and unrolled both name md5.rounds"),
        ({"algorithms": {"sha256"}, "ghash": "small"}, r"neither aes-gcm nor gmac is built"),
        ({"algorithms": {"sha256"}, "fast_memory": {"sha1"}}, r"fast_memory names sha1"),
        ({"algorithms": set()}, r"algorithms is empty"),
    ],
)
def test_what_is_refused(values: dict[str, object], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        Settings(**values)  # type: ignore[arg-type]


def test_toml_reads_back(tmp_path: Path) -> None:
    settings = Settings(algorithms=frozenset({"sha256", "aes-gcm"}), ghash="small", window_bits=1, products="split", word_bits=32)
    path = tmp_path / "akela.toml"
    path.write_text(settings.to_toml())
    assert read_settings(path).settings == settings
    assert read_settings(path).settings.hash == settings.hash != Settings().hash
    path.write_text('algorithms = ["mac", "-hmac-md5", "sha256"]\n')
    assert {"hmac-sha1", "poly1305", "sha256"} < read_settings(path).settings.algorithms
    path.write_text('algoritms = ["sha256"]\n')
    with pytest.raises(SettingsError, match=rf"{path.name}: no setting 'algoritms'; did you mean algorithms\?"):
        read_settings(path)
    path.write_text("[")
    with pytest.raises(SettingsError, match="this is no TOML"):
        read_settings(path)


# --- macros -------------------------------------------------------------------------------------------------------------------------------


def test_rows_are_complete() -> None:
    names = {setting.name for setting in SETTINGS}
    for macro in macros().values():
        assert macro.kind in ("mapped", "always", "note", "refused") and macro.text
        assert bool(macro.defined) == (macro.kind == "mapped"), macro.name
        assert set(macro.defined) | set(macro.undefined) <= names
    assert all({first, second} <= macros().keys() for first, second in contradicting_pairs())
    for name in ("NO_ESP32_CRYPT", "WOLFSSL_STM32F2", "STM32F2_RNG", "WOLFSSL_SILABS_SE_ACCEL", "NO_WOLFSSL_ESP32_CRYPT_RSA_PRI_EXPTMOD"):
        assert name in macros()


@pytest.mark.parametrize("name", [name for name, macro in macros().items() if macro.kind == "mapped"])
def test_mapped_macros_have_an_effect(name: str) -> None:
    """Together with others, since some switch on what is on already."""
    others = {
        "STM32F2_CRYPTO": {"NO_ESP32_CRYPT"},
        "STM32_CRYPTO": {"NO_ESP32_CRYPT"},
        "STM32_HASH": {"NO_WOLFSSL_ESP32_CRYPT_HASH"},
        "WOLFSSL_SILABS_SE_ACCEL": {"NO_ESP32_CRYPT"},
    }.get(name, set())
    if name.startswith(("GCM_", "NO_AES")) and name != "NO_AES_CBC":
        others = {"HAVE_AESGCM"} if name.startswith("GCM_") else set()
    settings = settings_of(frozenset({name, *others}))[0]
    without = settings_of(frozenset(others))[0]
    known_on = {"STM32F2_RNG", "STM32_RNG", "HAVE_PBKDF2", "WC_RSA_PSS", "HAVE_FFDHE_2048", "NO_RC4"}
    assert settings != without or (name in known_on and macros()[name].defined)


def test_what_is_refused_among_macros() -> None:
    with pytest.raises(SettingsError, match="WC_NO_HARDEN: refused"):
        settings_of(frozenset({"WC_NO_HARDEN"}))
    with pytest.raises(SettingsError, match=r"HAVE_AESGCM and NO_AES are both defined: AES-GCM is made of AES"):
        settings_of(frozenset({"NO_AES", "HAVE_AESGCM"}))


def test_a_stock_user_settings() -> None:
    loaded = read_user_settings(STOCK)
    settings = loaded.settings
    assert not loaded.warnings
    assert {"aes-gcm", "sha384", "sha3_256", "ed25519", "x25519", "hkdf", "sha1"} < settings.algorithms
    assert not {"sha224", "aes-ecb", "chacha20"} & settings.algorithms
    assert (settings.ghash, settings.window_bits, settings.accelerate) == ("table4", 2, frozenset({"rng"}))
    notes = "\n".join(loaded.notes)
    assert "WC_NO_HARDEN: not defined here, commented out" in notes
    assert "GCM_TABLE: not defined here, undefined" in notes
    assert "WC_RSA_BLINDING: always so" in notes and "FREERTOS: not Akela's" in notes


def test_the_build_defines_the_chip() -> None:
    settings = read_user_settings(STOCK, {"CONFIG_IDF_TARGET_ESP32C3": "1"}).settings
    assert settings.accelerate == Settings().accelerate - {"aes"}


def test_an_empty_file_is_what_the_library_builds_by_default(tmp_path: Path) -> None:
    path = tmp_path / "user_settings.h"
    path.write_text("/* nothing */\n")
    assert read_settings(path).settings.algorithms == BASE
    path.write_text("#define HAVE_EDD25519\n#ifdef HAVE_EDD25519\n#error one of the two\n#endif\n")
    with pytest.raises(SettingsError, match=r"user_settings.h: line 3: #error one of the two"):
        read_settings(path)


# --- Kconfig ------------------------------------------------------------------------------------------------------------------------------


def test_kconfig_and_back(tmp_path: Path) -> None:
    wanted = Settings(window_bits=2, benchmark_arguments="-cipher", stack_limit=4096, software_operations=frozenset({"sha256.blocks"}))
    menu, config = tmp_path / "Kconfig", tmp_path / "sdkconfig"
    menu.write_text(kconfig(wanted))
    parsed = kconfiglib.Kconfig(str(menu))
    assert parsed.warnings == []
    parsed.write_config(str(config))
    assert read_settings(config).settings == wanted
    parsed.syms[symbol("algorithms", "des")].set_value("y")
    parsed.syms[symbol("ghash", "table8")].set_value("y")
    parsed.write_config(str(config))
    changed = read_settings(config).settings
    assert changed.ghash == "table8" and changed.algorithms == wanted.algorithms | {"des"}
    config.write_text("CONFIG_AKELA_ALG_SHA265=y\nCONFIG_OTHER=1\n")
    assert "did you mean AKELA_ALG_SHA" in read_settings(config).warnings[0]
    assert all(symbol("algorithms", a.name) in parsed.syms for a in ALGORITHMS)


# --- commands -----------------------------------------------------------------------------------------------------------------------------


def test_show_has_the_table_of_boot_logs() -> None:
    text = run("show", str(STOCK))
    assert "Macro Name                 Defined   Not Defined\n------------------------- --------- -------------\n" in text
    assert "WOLFSSL_SHA224...........                 X\n" in text
    assert "WOLFSSL_SHA384...........     X\n" in text
    assert re.search(r"\* window_bits +2\n", text)
    assert "Macro Name" not in run("show")


def test_explain() -> None:
    assert "window_bits = 2" in run("explain", "RSA_LOW_MEM")
    assert "takes:   constant_time, small, table4, table8" in run("explain", "ghash")
    assert "always so" in run("explain", "WC_RSA_BLINDING") and "refused" in run("explain", "WC_NO_HARDEN")
    assert "did you mean RSA_LOW_MEM?" in run("explain", "RSA_LOWMEM", code=1)


def test_check(tmp_path: Path) -> None:
    path = tmp_path / "user_settings.h"
    path.write_text("#define HAVE_ED25159\n")
    assert "warning: HAVE_ED25159 is not known and changes nothing; did you mean HAVE_ED25519" in run("check", str(path))
    path.write_text("#define NO_RSA\n#define WOLFSSL_KEY_GEN\n")
    assert "there are no RSA keys to generate without RSA" in run("check", str(path), code=1)


def test_kconfig_on_standard_output() -> None:
    assert run("kconfig") == kconfig()
