"""What `akela emit` writes: the files compile, link and run with nothing else, and say how they were made."""

from __future__ import annotations

import hashlib
import re
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from akela.cli import main
from akela.compiler.targets import host_target

PROGRAM = """
#include <stdio.h>
#include "akela_sha256.h"

int main(void)
{
    uint8_t digest[32];
    akela_sha256((const uint8_t *)"abc", 3, digest);
    for (int i = 0; i < 32; i++) {
        printf("%02x", digest[i]);
    }
    return 0;
}
"""


def emit(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["emit", *arguments])
    assert result.exit_code == 0, result.output
    return result.output


def test_header_and_source_on_standard_output() -> None:
    text = emit("akela.kernels.sha256", "--target", "cortex_m3")
    assert text.index("#ifndef AKELA_SHA256_H") < text.index('#include "akela_sha256.h"')
    assert "void akela_sha256_blocks(uint32_t value[8], const uint8_t *data, size_t data_len)\n{" in text


def test_the_banner_is_the_command() -> None:
    text = emit("sha256", "--target", "rv32imc")
    banners = set(re.findall(r"`akela emit (.+?)`", text))
    assert len(banners) == 1
    assert emit(*banners.pop().split()) == text


def test_what_is_written_compiles_links_and_runs(tmp_path: Path) -> None:
    folder = tmp_path / "made" / "here"
    written = emit("akela.kernels.sha256", "--target", host_target().name, "--output", str(folder)).split()
    assert written == sorted(map(str, folder.iterdir()))
    assert {Path(name).name for name in written} == {"akela_rt.c", "akela_rt.h", "akela_sha256.c", "akela_sha256.h", "akela_status.h"}
    (folder / "main.c").write_text(PROGRAM)
    command = ["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "main.c", "akela_sha256.c", "-o", "program"]
    subprocess.run(command, cwd=folder, check=True)
    digest = subprocess.run([folder / "program"], capture_output=True, text=True, check=True).stdout
    assert digest == hashlib.sha256(b"abc").hexdigest()


@pytest.mark.parametrize(
    ("module", "needed"),
    [
        ("chacha20poly1305", {"akela_chacha20.c", "akela_poly1305.c", "akela_chacha20poly1305.c"}),
        ("hmac", {"akela_hmac.c", "akela_sha256.c", "akela_sha512.c"}),
        ("sha256_shani", {"akela_sha256_shani.c", "akela_vector.h"}),
    ],
)
def test_modules_that_are_called_come_along(module: str, needed: set[str], tmp_path: Path) -> None:
    target = "x86_64"
    emit(module, "--target", target, "--output", str(tmp_path))
    names = {path.name for path in tmp_path.iterdir()}
    assert needed <= names
    included = {name for path in tmp_path.iterdir() for name in re.findall(r'^#include "(.+)"', path.read_text(), re.MULTILINE)}
    assert included <= names


KERNEL = '''"""Xor with a number."""
from akela.lang import Buffer, Bytes, kernel, requires


@kernel
def xor_all(data: Bytes, out: Buffer) -> None:
    """Xor 1 into each byte.

    Leaks: the length of data.
    """
    requires(len(out) == len(data))
    for i in range(len(data)):
        out[i] = data[i] ^ 1
'''


def test_a_file_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my_xor.py").write_text(KERNEL)
    text = emit("my_xor.py", "--target", "cortex_m3")
    assert "`akela emit my_xor.py --target cortex_m3`" in text
    assert "SPDX" not in text, "the licence is the user's choice"
    assert "out[i] = (uint8_t)(data[i] ^ 1);" in text
    assert "out/akela_my_xor.c" in emit("./my_xor.py", "--target", "cortex_m3", "--output", "out")


def test_what_is_refused_in_a_file_of_ones_own_is_named(tmp_path: Path) -> None:
    (tmp_path / "leaky_xor.py").write_text(KERNEL.replace("^ 1", "^ data[data[i]]"))
    result = CliRunner().invoke(main, ["emit", str(tmp_path / "leaky_xor.py"), "--target", "rv32imc"])
    assert result.exit_code == 1
    assert "leaky_xor.py:13:33: AK102 index is a secret: `data[i]`: an index must be public" in result.output
    gone = CliRunner().invoke(main, ["emit", str(tmp_path / "gone.py"), "--target", "rv32imc"])
    assert "there is no file" in gone.output
