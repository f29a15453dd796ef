"""The hooks of a program: what is ended leaves nothing behind, counters do not wrap, without a lock software does the work."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from akela.firmware.export import files, processor, write
from akela.settings import Settings
from tests.firmware.bare import build, export, run

PROGRAM = """
#include <stdio.h>
#include <string.h>
#include "akela.h"
#include "akela_port.h"

static int calls, ends_at;

int akela_port_yield(void) { calls++; return calls == ends_at; }

static int all_zero(const void *area, size_t bytes)
{
    const uint8_t *p = area;
    while (bytes != 0 && *p == 0) { p++; bytes--; }
    return bytes == 0;
}

int main(void)
{
    static uint64_t work[AKELA_RSA_PUBLIC_WORKSPACE_SIZE(32) / 8u];
    uint8_t key[32], out[32];
    akela_counter_t counter = {0, 0};
    int at, total;

    memset(key, 7, sizeof key);
    if (akela_x25519_public_key(key, out) != AKELA_OK || calls < 10) { return 1; }
    total = calls;
    for (at = 1; at <= total; at += 7) {
        memset(out, 0xee, sizeof out);
        calls = 0;
        ends_at = at;
        if (akela_x25519_public_key(key, out) != AKELA_INTERRUPTED || calls != at || !all_zero(out, sizeof out)) { return 2; }
    }
    key[31] |= 1;
    key[0] |= 0x80;
    ends_at = 3;
    {
        uint8_t n[32], m[32], c[32];
        memcpy(n, key, 32);
        memset(m, 5, 32);
        m[0] = 0;
        memset(c, 0xee, 32);
        calls = 0;
        if (akela_rsa_public(n, 32, (const uint8_t *)"\\x01\\x00\\x01", 3, m, 32, c, 32, (void *)work, sizeof work / 8u)
            != AKELA_INTERRUPTED) { return 4; }
        if (!all_zero(c, 32) || !all_zero(work, sizeof work)) { return 5; }
    }
    memset(key, 7, sizeof key);
    {
        static uint8_t data[8192], sealed[8192 + 16];
        akela_sha256_ctx hash;
        akela_aes_gcm_ctx cipher;
        for (at = 1; at < 32; at += 6) { /* a pause before each 256 bytes but the first */
            ends_at = 0;
            if (akela_sha256_init(&hash) != AKELA_OK) { return 9; }
            calls = 0;
            ends_at = at;
            if (akela_sha256_update(&hash, data, sizeof data) != AKELA_INTERRUPTED || calls != at) { return 10; }
            if (!all_zero(&hash, sizeof hash)) { return 11; }
            calls = 0;
            if (akela_sha256(data, sizeof data, out) != AKELA_INTERRUPTED || !all_zero(out, sizeof out)) { return 12; }
        }
        ends_at = 0;
        if (akela_aes_gcm_init(&cipher, key, sizeof key) != AKELA_OK) { return 13; }
        calls = 0;
        if (akela_aes_gcm_encrypt(&cipher, key, 12, data, sizeof data, NULL, 0, sealed, sizeof sealed) != AKELA_OK) { return 14; }
        total = calls;
        for (at = 1; at <= total; at += total / 9) {
            memset(sealed, 0xee, sizeof sealed);
            calls = 0;
            ends_at = at;
            if (akela_aes_gcm_encrypt(&cipher, key, 12, data, sizeof data, NULL, 0, sealed, sizeof sealed) != AKELA_INTERRUPTED
                || calls != at || !all_zero(sealed, sizeof sealed)) { return 15; }
        }
    }
    if (akela_counter_extended(&counter, 5) != 5 || akela_counter_extended(&counter, 0xfffffff0u) != 0xfffffff0u) { return 6; }
    if (akela_counter_extended(&counter, 4) != 0x100000004u || akela_counter_extended(&counter, 3) != 0x200000003u) { return 7; }
    if (strcmp(akela_strerror(AKELA_INTERRUPTED), "The program ended the operation in akela_port_yield.") != 0) { return 8; }
    return 0;
}
"""


def test_what_is_ended_leaves_nothing_behind(tmp_path: Path) -> None:
    if processor("make", "host") != "x86_64" or shutil.which("gcc") is None:
        pytest.skip("needs gcc on x86-64")
    write(files("make", "x86_64", Settings(algorithms=frozenset({"x25519", "rsa-primitives", "sha256", "aes-gcm"}))), tmp_path)
    (tmp_path / "program.c").write_text(PROGRAM)
    sources = [*sorted(tmp_path.glob("src/*.c")), tmp_path / "program.c"]
    gcc = ["gcc", "-std=gnu99", "-O1", "-Iinclude", "-ffunction-sections", "-Wl,--gc-sections", *map(str, sources), "-o", "program"]
    done = subprocess.run(gcc, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert subprocess.run([tmp_path / "program"], check=False).returncode == 0


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_a_lock_that_is_not_to_be_had_means_software(tmp_path: Path) -> None:
    export("esp32c3", tmp_path, Settings(algorithms=frozenset({"sha256"})))
    free = run("esp32c3", build("esp32c3", tmp_path, "test"), mark="akela_k_sha256_blocks")
    assert (free.code, free.visits) == (0, 0)
    platform = tmp_path / "examples" / "platform.c"
    platform.write_text(platform.read_text() + "\nint akela_port_lock(int what)\n{\n    (void)what;\n    return 1;\n}\n")
    (tmp_path / "test").unlink()
    busy = run("esp32c3", build("esp32c3", tmp_path, "test"), mark="akela_k_sha256_blocks")
    assert busy.code == 0 and busy.visits > 0
    assert re.search(r"^sha256 +4 of 4 passed$", busy.text, re.MULTILINE)


@pytest.mark.parametrize(("target", "chip"), [("esp-idf", "esp32c3"), ("esp8266-rtos-sdk", "esp8266"), ("stm32cube", "stm32f217")])
def test_no_function_is_there_twice(target: str, chip: str) -> None:
    """Of two in one archive a linker takes the first, weak or not."""
    made = files(target, chip, Settings(algorithms=frozenset({"sha1", "sha256"})))
    texts = [text for name, text in made.items() if name.endswith(".c") and not name.startswith("examples/")]
    defined = [name for text in texts for name in re.findall(r"^\w[\w ]* \**(akela_\w+)\([^;]*\)\n\{", text, re.MULTILINE)]
    assert len(defined) == len(set(defined))
    assert {"akela_port_yield", "akela_port_lock", "akela_pause", "akela_port_microseconds", "akela_port_write"} <= set(defined)
