"""Build options: sizes that kernels leave to a build. Small windows of exponents, compiled and run with every contract checked."""

from __future__ import annotations

import ctypes
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, x25519

from akela.compiler.frontend import compile_module
from akela.compiler.interface import describe, interfaces
from akela.compiler.targets import host_target, load_target
from akela.compiler.toolchains import ToolchainMissing, find_compiler
from akela.emit import write_component
from akela.kernels.exponentiation import WINDOW_BITS
from akela.kernels.table_sizes import OPTIONS
from akela.lang import BuildOption
from tests.compiler.emitting import shared_library
from tests.kernels.field_checks import compiled_for

SIZE = ctypes.c_size_t
BITS = 1024


def test_in_python_an_option_is_its_default() -> None:
    assert OPTIONS["exponent.window_bits"] is WINDOW_BITS
    assert WINDOW_BITS == 4 and (1 << WINDOW_BITS) == 16


def test_a_default_is_one_of_the_choices() -> None:
    with pytest.raises(ValueError, match=r"test\.sizes: the default 3 is none of the choices \(1, 2\)"):
        BuildOption("test.sizes", 3, (1, 2))


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


# The smallest tables; and one comb whose digits would end below the highest bit of a key, were they as many as the order has.
@pytest.mark.parametrize(("target", "teeth", "combs", "width", "points"), [("lx106", 4, 1, 4, 3), ("rv32imc", 5, 1, 5, 5)])
def test_tables_of_edwards_curves(tmp_path: Path, target: str, teeth: int, combs: int, width: int, points: int) -> None:
    options = {"ed25519.teeth": teeth, "ed25519.combs": combs, "ed25519.base_width": width, "ed25519.point_width": points}
    c = compiled_for(target, tmp_path, "sha512", "montgomery", "edwards25519", "ed25519", "curve25519", options=options)
    # The last key is the largest that X25519 makes: clamped, 2^255 - 8.
    for seed in (bytes(range(32)), bytes(32), b"\xff" * 32):
        public, out, context, length = (
            ctypes.create_string_buffer(32),
            ctypes.create_string_buffer(64),
            ctypes.create_string_buffer(96),
            SIZE(1),
        )
        c.akela_x25519_public_key(seed, public)
        assert public.raw == x25519.X25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()
        key = ed25519.Ed25519PrivateKey.from_private_bytes(seed)
        c.akela_ed25519_init(context, seed)
        c.akela_ed25519_sign(context, b"m", length, out)
        assert out.raw == key.sign(b"m")
        assert c.akela_ed25519_verify(key.public_key().public_bytes_raw(), b"m", length, out.raw) == 0
        assert c.akela_ed25519_verify(key.public_key().public_bytes_raw(), b"n", length, out.raw) != 0


def test_tables_of_nist_curves(tmp_path: Path) -> None:
    options = {"weierstrass.teeth": 4, "weierstrass.blocks": 2, "weierstrass.width": 3}
    files = write_component("p256", replace(load_target("rv32imc"), options=options), tmp_path)
    c = shared_library([path for path in files if path.name != "akela_rt.c"], "-O1")
    order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
    for number in (1, 2, order // 3, order - 1):
        key, out = ec.derive_private_key(number, ec.SECP256R1()).public_key().public_numbers(), ctypes.create_string_buffer(65)
        private = number.to_bytes(32, "big")
        assert c.akela_p256_public_key(private, out) == 0
        point = b"\x04" + key.x.to_bytes(32, "big") + key.y.to_bytes(32, "big")
        assert out.raw == point
        signature, digest = ctypes.create_string_buffer(64), bytes(range(32))
        assert c.akela_p256_sign(private, digest, SIZE(32), b"", SIZE(0), signature) == 0
        for altered, holds in ((signature.raw, True), (signature.raw[:-1] + bytes([signature.raw[-1] ^ 1]), False)):
            assert (c.akela_p256_verify(point, SIZE(65), digest, SIZE(32), altered, SIZE(64)) == 0) is holds
        shared = ctypes.create_string_buffer(32)
        assert c.akela_p256_ecdh(private, point, SIZE(65), shared) == 0
        again = ec.derive_private_key(number, ec.SECP256R1())
        assert shared.raw == again.exchange(ec.ECDH(), again.public_key())
