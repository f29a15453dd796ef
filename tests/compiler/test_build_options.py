"""Build options: sizes that kernels leave to a build. Small windows of exponents, compiled and run with every contract checked."""

from __future__ import annotations

import ctypes
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from akela.compiler.frontend import compile_module
from akela.compiler.interface import describe, interfaces
from akela.compiler.targets import host_target
from akela.compiler.toolchains import ToolchainMissing, find_compiler
from akela.emit import write_component
from akela.kernels.exponentiation import WINDOW_BITS
from akela.lang import BUILD_OPTIONS, BuildOption

SIZE = ctypes.c_size_t
BITS = 1024


def test_in_python_an_option_is_its_default() -> None:
    assert BUILD_OPTIONS["exponent.window_bits"] is WINDOW_BITS
    assert WINDOW_BITS == 4 and (1 << WINDOW_BITS) == 16


def test_a_default_is_one_of_the_choices() -> None:
    with pytest.raises(ValueError, match=r"test\.sizes: the default 3 is none of the choices \(1, 2\)"):
        BuildOption("test.sizes", 3, (1, 2))
    assert "test.sizes" not in BUILD_OPTIONS


@pytest.mark.parametrize("bits", WINDOW_BITS.choices)
def test_contracts_follow_the_target(bits: int) -> None:
    target = replace(host_target(), options={"exponent.window_bits": bits})
    (power,) = [
        each for each in interfaces(compile_module("akela.kernels.exponentiation", target)) if each.function.name.startswith("mont_power_w")
    ]
    assert power.work_length is not None
    assert describe(power.work_length) == f"{(1 << bits) + 3} * len(n) + 1"


def test_rsa_with_the_smallest_window(tmp_path: Path) -> None:
    """Key generation, the private operation and Diffie-Hellman in work areas of the least length that the contracts ask for."""
    target = replace(host_target(), options={"exponent.window_bits": 1})
    try:
        command = find_compiler(target, "gcc").command
    except ToolchainMissing as missing:
        pytest.skip(str(missing))
    for module in ("rsa_keygen", "rsa", "dh"):
        write_component(module, target, tmp_path)
    sources = [str(path) for path in tmp_path.glob("*.c") if path.name != "akela_rt.c"]
    library = tmp_path / "library.so"
    subprocess.run([*command, "-O1", "-std=c99", "-fPIC", "-shared", "-DAKELA_CHECKED", "-o", str(library), *sources], check=True)
    c = ctypes.CDLL(str(library))
    word = target.word_bits // 8
    drbg = ctypes.create_string_buffer(512)
    assert c.akela_hmac_drbg_init(drbg, bytes(48), SIZE(48), bytes(16), SIZE(16), b"", SIZE(0)) == 0

    half = BITS // 16
    key = ctypes.create_string_buffer(9 * half)
    work = ctypes.create_string_buffer((30 * (half // word) + 50) * word)
    generate = c[f"akela_rsa_generate_w{target.word_bits}"]
    assert generate(drbg, SIZE(BITS), ctypes.c_uint32(65537), key, SIZE(len(key)), work, SIZE(len(work) // word)) == 0
    n, d, parts = key.raw[: 2 * half], key.raw[2 * half : 4 * half], key.raw[4 * half :]

    data, blinding, out = bytes(2 * half - 1) + b"\x02", bytes(1) + b"\x35" * (2 * half - 1), ctypes.create_string_buffer(2 * half)
    words = 7 * (len(n) // word + 1) + max(10 * (len(n) // word + 2), 13 * (half // word + 1) + 2)
    arguments = [each for part in (n, b"\x01\x00\x01", parts, blinding, data, out) for each in (part, SIZE(len(part)))]
    assert c[f"akela_rsa_private_w{target.word_bits}"](*arguments, ctypes.create_string_buffer(words * word), SIZE(words)) == 0
    number = [int.from_bytes(each, "big") for each in (n, d, data)]
    assert int.from_bytes(out.raw, "big") == pow(number[2], number[1], number[0])

    words = 10 * (len(n) // word) + 2 + len(d) // word
    arguments = [each for part in (n, data, d, out) for each in (part, SIZE(len(part)))]
    assert c[f"akela_dh_power_w{target.word_bits}"](*arguments, ctypes.create_string_buffer(words * word), SIZE(words)) == 0
    assert int.from_bytes(out.raw, "big") == pow(number[2], number[1], number[0])
