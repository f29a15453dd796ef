"""Exported trees: they compile without warnings as C99, their header as C++17, they compute, and they do not link with other settings."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

import kconfiglib
import pytest
from click.testing import CliRunner

from akela.cli import main
from akela.firmware.export import MANIFEST, TEMPLATES, ExportError, Outcome, compare, files, processor, targets, write
from akela.settings import Settings

pytestmark = pytest.mark.xdist_group("exported")  # one library serves most of these tests

SETTINGS = Settings(algorithms=frozenset({"sha256", "aes-gcm", "rsa-primitives"}))
PROGRAM = """
#include <stdio.h>
#include "akela.h"

static int failed(akela_status_t status) { if (status != AKELA_OK) { printf("%s\\n", akela_strerror(status)); } return status != AKELA_OK; }

int main(void)
{
    static akela_sha256_ctx hash;
    static akela_aes_gcm_ctx gcm;
    static uint64_t work[AKELA_RSA_PUBLIC_WORKSPACE_SIZE(1) / 8u];
    static uint8_t area[64];
    uint8_t digest[32], sealed[19], opened[3];
    const uint8_t zeros[32] = {0};
    const uint8_t n = 33, e = 7, m = 2;
    uint8_t c;
    int i;

    if (failed(akela_sha256_init(&hash)) || failed(akela_sha256_update(&hash, NULL, 0)) ||
        failed(akela_sha256_update(&hash, (const uint8_t *)"abc", 3)) || failed(akela_sha256_final(&hash, digest))) { return 1; }
    for (i = 0; i < 32; i++) { printf("%02x", digest[i]); }
    if (failed(akela_aes_gcm_init(&gcm, zeros, 32)) ||
        failed(akela_aes_gcm_encrypt(&gcm, zeros, 12, (const uint8_t *)"abc", 3, NULL, 0, sealed, 19)) ||
        failed(akela_aes_gcm_decrypt(&gcm, zeros, 12, sealed, 19, NULL, 0, opened, 3)) || opened[2] != 'c') { return 2; }
    sealed[0] ^= 1;
    if (akela_aes_gcm_decrypt(&gcm, zeros, 12, sealed, 19, NULL, 0, opened, 3) != AKELA_AUTHENTICATION_FAILED) { return 3; }
    if (akela_sha256(NULL, 3, digest) != AKELA_BAD_PARAMETER || akela_sha256(area, 40, area + 8) != AKELA_BAD_PARAMETER) { return 4; }
    if (akela_aes_gcm_encrypt(&gcm, zeros, 12, area, 3, NULL, 0, sealed, 18) != AKELA_BAD_LENGTH) { return 5; }
    if (failed(akela_rsa_public(&n, 1, &e, 1, &m, 1, &c, 1, (void *)work, sizeof work / 8u)) || c != 29) { return 6; }
    if (AKELA_SHA256_CTX_SIZE != sizeof hash || AKELA_SHA256_WORKSPACE_SIZE != 0u || AKELA_SHA256_STACK == 0u) { return 7; }
    return 0;
}
"""
COMMON = ("examples/console.c", "examples/report.c", "examples/platform.c")
WARNINGS = ("-Wall", "-Wextra", "-Wconversion", "-Werror")


def c(*arguments: object, ok: bool = True, folder: Path | None = None) -> str:
    """Run a compiler or what it made; gives all that it says."""
    result = subprocess.run([str(a) for a in arguments], capture_output=True, text=True, check=False, cwd=folder)
    assert (result.returncode == 0) == ok, result.stdout + result.stderr
    return result.stdout + result.stderr


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return files("make", "x86_64", SETTINGS)


@pytest.fixture(scope="module")
def library(made: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an exported tree and libakela.a."""
    if processor("make", "host") != "x86_64" or shutil.which("gcc") is None:
        pytest.skip("needs gcc on x86-64")
    folder: Path = tmp_path_factory.mktemp("exported")
    write(made, folder)
    sources = sorted(folder.glob("src/*.c"))
    c("gcc", "-std=gnu99", "-O1", *WARNINGS, "-ffunction-sections", "-fdata-sections", "-Iinclude", "-c", *sources, folder=folder)
    c("ar", "rcs", "libakela.a", *sorted(folder.glob("*.o")), folder=folder)
    return folder


def test_it_computes(library: Path) -> None:
    (library / "program.c").write_text(PROGRAM)
    c("gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-Iinclude", "program.c", "libakela.a", "-o", "program", folder=library)
    assert c(library / "program") == hashlib.sha256(b"abc").hexdigest()


def test_known_answers(library: Path) -> None:
    flags = ("-std=c99", *WARNINGS, "-Iinclude")
    c("gcc", *flags, "examples/test.c", *COMMON, "libakela.a", "-o", "test", folder=library)
    said = c(library / "test")
    assert re.findall(r"^(\S+) +(\d+) of \2 passed$", said, re.MULTILINE) == [("aes-gcm", "8"), ("sha256", "4"), ("rsa-primitives", "6")]
    assert said.endswith("\nReturn code 0\n")


def test_a_wrong_answer_is_told(library: Path) -> None:
    text = (library / "examples" / "test.c").read_text()
    (library / "wrong.c").write_text(text.replace("AKELA_AUTHENTICATION_FAILED", "AKELA_OK", 1))
    c("gcc", "-Iinclude", "-Iexamples", "wrong.c", *COMMON, "libakela.a", "-o", "wrong", folder=library)
    said = c(library / "wrong", ok=False)
    assert "7 of 8 passed  FAILED" in said and said.endswith("Return code 1\n")


def test_constructors_come_along() -> None:
    header = files("make", "rv32imc", Settings(algorithms=frozenset({"aes-cbc"})))["include/akela.h"]
    assert header.index("akela_aes_init(") < header.index("akela_aes_cbc_encrypt(")


def test_no_symbol_of_settings_is_lost_on_arm(tmp_path: Path) -> None:
    """A linker that drops what nothing refers to, on a target whose GCC cannot tell it to keep a variable."""
    if shutil.which("arm-none-eabi-gcc") is None:
        pytest.skip("needs arm-none-eabi-gcc")
    for name, text in files("make", "cortex_m3", Settings(algorithms=frozenset({"md5"}))).items():
        if name.startswith("include/") or name == "src/akela_settings.c":
            (tmp_path / Path(name).name).write_text(text)
    (tmp_path / "main.c").write_text('#include "akela.h"\nvoid _start(void);\nvoid _start(void) {}\n')
    script = "ENTRY(_start) SECTIONS { .text : { *(.text*) } .init_array : { KEEP(*(.init_array*)) } .rodata : { *(.rodata*) } }"
    (tmp_path / "map.ld").write_text(script)
    gcc = ("arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb", *WARNINGS, "-ffunction-sections", "-fdata-sections")
    c(*gcc, "-c", "main.c", "akela_settings.c", folder=tmp_path)
    link = ("arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb", "-nostdlib", "-Wl,--gc-sections,-T,map.ld", "-o", "program", "main.o")
    c(*link, "akela_settings.o", folder=tmp_path)
    assert "akela_settings_" in c(*link, folder=tmp_path, ok=False)


def test_names(library: Path) -> None:
    """Only akela_… is defined, and only these, memory functions and the hook are wanted."""
    symbols = re.findall(r" ([A-Za-z]) (\w+)$", c("nm", library / "libakela.a"), re.MULTILINE)
    defined = {name for kind, name in symbols if kind.isupper() and kind != "U"}
    wanted = {name for kind, name in symbols if kind == "U"}
    assert all(name.startswith("akela_") for name in defined)
    assert wanted - defined <= {"memcpy", "memset", "memcmp", "akela_port_entropy", "_GLOBAL_OFFSET_TABLE_", "__stack_chk_fail"}


def test_the_header_is_cpp_too(library: Path) -> None:
    (library / "program.cpp").write_text('#include "akela.h"\n#include "akela_port.h"\nint main() { return AKELA_VERSION_MAJOR; }\n')
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("needs g++ or clang++")
    command = (compiler, "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Iinclude", "program.cpp", "libakela.a", "-o", "cpp")
    c(*command, folder=library)


def test_a_result_has_to_be_looked_at(library: Path) -> None:
    (library / "careless.c").write_text('#include "akela.h"\nvoid f(akela_sha256_ctx *x) { akela_sha256_init(x); }\n')
    assert "unused" in c("gcc", "-Wall", "-Werror", "-Iinclude", "-c", "careless.c", folder=library, ok=False)


def test_other_settings_do_not_link(library: Path, made: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "include").mkdir()
    for name, text in made.items():
        if name.startswith("include/"):
            (tmp_path / name).write_text(re.sub(r"(akela_settings_|HASH \")[0-9a-f]{8}", r"\g<1>deadbeef", text))
    (tmp_path / "program.c").write_text(PROGRAM)
    flags = ("-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections")
    said = c("gcc", *flags, "-Iinclude", "program.c", library / "libakela.a", "-o", "program", folder=tmp_path, ok=False)
    assert "akela_settings_deadbeef" in said


def test_a_missing_source_of_entropy_is_an_error_of_the_linker(library: Path) -> None:
    text = '#include "akela_port.h"\nint main(void) { uint8_t b[4]; return akela_random_bytes(b, 4); }\n'
    (library / "random.c").write_text(text)
    command = ("gcc", "-Iinclude", "random.c", "libakela.a", "-o", "random")
    assert "akela_port_entropy" in c(*command, folder=library, ok=False)
    c(*command, "-Iexamples", "examples/platform.c", "examples/console.c", folder=library)


def test_two_files(tmp_path: Path) -> None:
    """Of algorithms whose files have static functions of one name."""
    if shutil.which("gcc") is None:
        pytest.skip("needs gcc")
    write(files("amalgamation", "x86_64", Settings(algorithms=frozenset({"rsa-primitives"}))), tmp_path)
    c("gcc", "-std=gnu99", "-O1", *WARNINGS, "-c", "akela.c", folder=tmp_path)


@pytest.mark.parametrize("target", targets())
def test_every_target(target: str) -> None:
    chip = {"esp8266-rtos-sdk": "esp8266", "stm32cube": "stm32f217", "stm32-spl": "stm32f217", "simplicity-studio": "efr32xg21"}.get(
        target, "esp32c3"
    )
    result = files(target, chip, Settings(algorithms=frozenset({"md5"})))
    assert not [name for name, text in result.items() if "@AKELA_" in text]
    assert ("Kconfig" in result) == target.startswith("esp")
    assert any("akela_md5" in text for text in result.values())
    assert json.loads(result["sbom.json"])["bomFormat"] == "CycloneDX"


def test_edited_files_stay(tmp_path: Path) -> None:
    def export(*more: str) -> tuple[int, str]:
        result = CliRunner().invoke(main, ["export", "cmake", str(tmp_path / "akela"), "--algorithms", "md5", *more])
        return result.exit_code, result.output

    assert export("--check")[0] == 1
    assert not (tmp_path / "akela").exists()
    assert export()[0] == 0
    assert export("--check") == (0, "")
    edited = tmp_path / "akela" / "CMakeLists.txt"
    edited.write_text("mine")
    code, said = export("--check")
    assert code == 1 and f"kept      {edited}" in said
    assert export("--small")[0] == 0
    assert edited.read_text() == "mine"
    assert "rolled" in (tmp_path / "akela" / "settings.toml").read_text()
    assert json.loads((tmp_path / "akela" / MANIFEST).read_text())["files"].keys() >= {"CMakeLists.txt", "include/akela.h"}


def test_another_commit_is_no_difference(tmp_path: Path) -> None:
    made = files("make", "x86_64", Settings(algorithms=frozenset({"md5"})))
    write(made, tmp_path)
    name = "examples/build.h"
    later = made | {name: re.sub(r'(#define BUILD_GIT_HASH) ".*"', r'\1 "0123456789"', made[name])}
    assert later != made
    assert {outcome.path for outcome in compare(later, tmp_path) if outcome.what != "unchanged"} == {name}
    assert Outcome(name, "dated") in compare(later, tmp_path)
    write(later, tmp_path)
    assert (tmp_path / name).read_text() == later[name]
    other = later | {name: later[name].replace("BUILD_CHIP", "BUILD_CHIPS")}
    assert Outcome(name, "outdated") in compare(other, tmp_path)


def test_what_there_is_not() -> None:
    with pytest.raises(ExportError, match=r"no export target 'esp-idff'; did you mean esp-idf\?"):
        files("esp-idff", None, SETTINGS)
    with pytest.raises(ExportError, match=r"no chip 'esp32c33'; did you mean esp32c3"):
        files("make", "esp32c33", SETTINGS)


SDK = Path(__file__).parent / "sdk"  # what SDKs declare, as far as the exports call it, in words of our own
ASSEMBLING = {"esp8266": ("xtensa-lx106-elf-gcc", "-ffreestanding", f"-I{SDK / 'libc'}")}  # files that hold instructions of one core


def test_what_is_called_of_sdks(library: Path, tmp_path: Path) -> None:
    sources = [path for path in TEMPLATES.rglob("*.c") if path.relative_to(TEMPLATES).parts[0] != "shared"]
    assert len(sources) >= 11
    include = [f"-I{library / 'include'}", f"-I{library / 'examples'}", f"-I{SDK}"]
    for source in sources:
        filled = tmp_path / source.name
        filled.write_text(source.read_text().replace("@AKELA_STACK@", "8192"))
        command = [arch for name, arch in ASSEMBLING.items() if name in source.name] or [("gcc",)]
        if shutil.which(command[0][0]) is None:
            continue
        c(*command[0], "-std=gnu99", *WARNINGS, "-fsyntax-only", *include, filled)


def test_menuconfig_cannot_ask_for_what_was_not_exported(tmp_path: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("needs gcc")
    made = files("esp-idf", "esp32c3", Settings(algorithms=frozenset({"md5"})))
    for name in ("Kconfig", "kconfig_check.c"):
        (tmp_path / name).write_text(made[name])
    menu = kconfiglib.Kconfig(str(tmp_path / "Kconfig"))
    menu.write_autoconf(str(tmp_path / "sdkconfig.h"))
    c("gcc", "-std=c99", *WARNINGS, "-fsyntax-only", "kconfig_check.c", folder=tmp_path)
    menu.syms["AKELA_ALG_SHA256"].set_value("y")
    menu.write_autoconf(str(tmp_path / "sdkconfig.h"))
    assert "--settings sdkconfig" in c("gcc", "-fsyntax-only", "kconfig_check.c", folder=tmp_path, ok=False)


def test_headers_are_where_arduino_looks() -> None:
    made = files("arduino", "esp32c3", Settings(algorithms=frozenset({"md5"})))
    assert {"src/akela.h", "src/akela_api.c", "library.properties"} <= made.keys()
    assert not [name for name in made if name.startswith("include/")]


def test_the_makefile_builds(tmp_path: Path) -> None:
    if shutil.which("make") is None or shutil.which("gcc") is None:
        pytest.skip("needs make and gcc")
    write(files("make", "host", Settings(algorithms=frozenset({"md5"}), benchmark_arguments="-ms 1")), tmp_path)
    c("make", "-s", folder=tmp_path)
    for example in ("template", "test", "benchmark"):
        assert c(tmp_path / example).endswith("Return code 0\n")


@pytest.mark.parametrize("target", ["esp-idf", "esp8266-rtos-sdk"])
def test_examples_are_projects(target: str, tmp_path: Path) -> None:
    made = files(target, None, Settings(algorithms=frozenset({"md5"})))
    write(made, tmp_path)
    include = ("-Iexamples", f"-I{tmp_path}")
    (tmp_path / "sdkconfig.h").write_text('#define CONFIG_ESP_MAIN_TASK_STACK_SIZE 16384\n#define CONFIG_AKELA_BENCH_ARGV "-ms 1"\n')
    for example in ("template", "test", "benchmark"):
        assert {f"examples/{example}/{name}" for name in ("CMakeLists.txt", "sdkconfig.defaults", "main/CMakeLists.txt")} <= made.keys()
        c("gcc", "-std=gnu99", *WARNINGS, "-fsyntax-only", *include, f"examples/{example}/main/main.c", folder=tmp_path)
        wanted = re.search(r"^CONFIG_ESP_MAIN_TASK_STACK_SIZE=(\d+)$", made[f"examples/{example}/sdkconfig.defaults"], re.MULTILINE)
        assert wanted is not None and int(wanted[1]) >= 4096
    (tmp_path / "sdkconfig.h").write_text("#define CONFIG_ESP_MAIN_TASK_STACK_SIZE 2048\n")
    said = c("gcc", "-fsyntax-only", *include, "examples/template/main/main.c", ok=False, folder=tmp_path)
    assert "CONFIG_ESP_MAIN_TASK_STACK_SIZE" in said
