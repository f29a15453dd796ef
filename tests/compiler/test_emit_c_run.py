"""Emitted C does what the traced run does: every program, with the host's own formulas and with those for the poorest target."""

from __future__ import annotations

import ctypes
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from akela.compiler.targets import Target, load_target
from akela.compiler.toolchains import RUNTIME
from akela.lang import MemoryBus, bus
from tests.compiler.emitting import CAUTIOUS, emitted, load_program, run_c, shared_library, write_files

HOST = load_target("x86_64")

# Program, kernel, bytes of data, bytes of output. Data of other lengths than these: see below.
CASES = [
    ("narrow", "narrow", 8, 24),
    ("words", "words", 24, 1064),
    ("masks", "masks", 32, 120),
    ("carries", "carries", 32, 64),
    ("memory", "memory", 16, 64),
    ("tuples", "tuples", 16, 60),
    ("effects", "effects", 16, 64),
    ("awkward_names", "awkward_names", 8, 8),
    ("unrolled", "unrolled", 64, 64),
    ("lanes", "lanes", 64, 100),
    ("instructions", "instructions", 32, 52),
    ("tails", "tails", 16, 2),
]

MAIN = """
#include "akela_%s.h"

int main(void)
{
    const uint8_t data[%d] = {%s};
    uint8_t out[%d] = {0};

    akela_%s(data, sizeof data, out, sizeof out);
    return 0;
}
"""

EDGES = [0, 1, 2, 0x7F, 0x80, 0xFE, 0xFF]


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., ctypes.CDLL]:
    """Programs compiled once for each target and set of flags."""
    made: dict[tuple[object, ...], ctypes.CDLL] = {}

    def library(program: str, target: Target, *flags: str) -> ctypes.CDLL:
        key = (program, target.name, *flags)
        if key not in made:
            sizes = (32, 64) if program == "carries" else None
            folder = tmp_path_factory.mktemp(f"{program}_{target.name}")
            made[key] = shared_library(write_files(emitted(program, target, sizes), folder), *flags)
        return made[key]

    return library


def traced(program: str, kernel: str, data: bytes, out_bytes: int) -> tuple[int, bytes]:
    """The same call, run as it stands."""
    name, _, bits = kernel.partition("_w")
    function = getattr(sys.modules[load_program(program)], name)
    out = bytearray(b"\xee" * out_bytes)
    status = (function[int(bits)] if bits else function)(data, out)
    return (0 if status is None else status.code), bytes(out)


def inputs(length: int) -> list[bytes]:
    """Random bytes and bytes at the edges, always the same."""
    source = random.Random(length)
    edges = [bytes([edge]) * length for edge in EDGES]
    mixed = [bytes(source.choice(EDGES) for _ in range(length)) for _ in range(20)]
    return [*edges, *mixed, *(source.randbytes(length) for _ in range(5))]


BOTH = [(*case, target) for case in CASES for target in (HOST, CAUTIOUS) if (case[0], target) != ("lanes", CAUTIOUS)]  # vectors of u64


@pytest.mark.parametrize(("program", "kernel", "size", "out_bytes", "target"), BOTH, ids=[f"{case[1]}-{case[4].name}" for case in BOTH])
def test_same_bytes(program: str, kernel: str, size: int, out_bytes: int, target: Target, build) -> None:
    library = build(program, target)
    void = program not in ("ints", "memory")
    for data in inputs(size)[:: 8 if program in ("words", "lanes") else 1]:
        status, out = run_c(library, kernel, data, out_bytes)
        assert ((0 if void else status), out) == traced(program, kernel, data, out_bytes), data.hex()


@pytest.mark.parametrize("target", [HOST, CAUTIOUS], ids=lambda target: target.name)
@pytest.mark.parametrize("bits", [32, 64])
def test_templates(bits: int, target: Target, build) -> None:
    library = build("carries", target)
    for data in inputs(16):
        assert run_c(library, f"products_w{bits}", data, 16)[1] == traced("carries", f"products_w{bits}", data, 16)[1], data.hex()


@pytest.mark.parametrize("target", [HOST, CAUTIOUS], ids=lambda target: target.name)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=40)
@given(data=st.binary(min_size=1, max_size=45))
def test_public_ints(data: bytes, target: Target, build) -> None:
    library = build("ints", target)
    assert run_c(library, "ints", data, 64) == traced("ints", "ints", data, 64)


@pytest.mark.parametrize("target", [HOST, CAUTIOUS], ids=lambda target: target.name)
def test_lengths(target: Target, build) -> None:
    library = build("memory", target)
    for length in [*range(20), 31, 32, 33, 39]:
        data = random.Random(length).randbytes(length)
        assert run_c(library, "memory", data, 64) == traced("memory", "memory", data, 64)


def test_status_codes(build) -> None:
    library = build("ints", HOST)
    for data in (b"", b"1234", b"12345"):
        assert run_c(library, "plain_status", data, 1) == traced("ints", "plain_status", data, 1)


def test_negative_ints(build) -> None:
    """Shifts of negative ints, and words that no int holds."""
    library = build("edges", HOST)
    for first in (0, 3, 4, 255):
        data = bytes([first]) + bytes(7)
        assert run_c(library, "shifts", data, 6)[1] == traced("edges", "shifts", data, 6)[1]


def test_words_that_no_int_holds_stop_the_program(tmp_path: Path) -> None:
    write_files(emitted("edges", HOST), tmp_path)
    library = shared_library([tmp_path / "akela_edges.c"], "-DAKELA_TRAP()=(trapped = 1)", "-include", str(_trap(tmp_path)))
    trapped = ctypes.c_int.in_dll(library, "trapped")
    for data, stops in ((b"\xff" * 7 + b"\x7f", 0), (bytes(7) + b"\x80", 1)):
        trapped.value = 0
        run_c(library, "lengths", data, 1)
        assert trapped.value == stops


def _trap(folder: Path) -> Path:
    header = folder / "trap.h"
    header.write_text("extern int trapped;\nint trapped;\n")
    return header


def test_soft_intrinsics(build) -> None:
    library = build("instructions", HOST, "-DAKELA_SOFT_INTRINSICS")
    for data in inputs(32):
        assert run_c(library, "instructions", data, 52)[1] == traced("instructions", "instructions", data, 52)[1]


def test_registers(tmp_path: Path) -> None:
    """In C the registers of a peripheral are memory: here an array that the base of the block is defined to be."""
    (tmp_path / "bus.h").write_text("#include <stdint.h>\nextern uint32_t bus[8];\n#define AKELA_ADDER_BASE ((uintptr_t)bus)\n")
    (tmp_path / "bus.c").write_text("#include <stdint.h>\nuint32_t bus[8] = {[6] = 0x12345678};\n")
    sources = [*write_files(emitted("registers", HOST), tmp_path), tmp_path / "bus.c"]
    library = shared_library(sources, "-include", str(tmp_path / "bus.h"))
    data = bytes(range(16))
    _, out = run_c(library, "registers", data, 8)
    assert out == bytes.fromhex("78563412") + data[8:12]
    assert bytes((ctypes.c_uint32 * 8).in_dll(library, "bus")) == data + bytes.fromhex("01000000 00000000 78563412 00000000")


def test_calls_that_only_touch_registers(tmp_path: Path) -> None:
    """None is dropped or moved: what the registers hold afterwards and what was read is the same as on a bus."""
    (tmp_path / "bus.h").write_text("#include <stdint.h>\nextern uint32_t bus[1];\n#define AKELA_COUNTER_BASE ((uintptr_t)bus)\n")
    (tmp_path / "bus.c").write_text("#include <stdint.h>\nuint32_t bus[1];\n")
    module = emitted("register_calls", HOST)
    sources = [*write_files(module, tmp_path), tmp_path / "bus.c"]
    library = shared_library(sources, "-include", str(tmp_path / "bus.h"))
    data, model = b"\1\2\3\4", MemoryBus()
    with bus(model):
        _, expected = traced("register_calls", "register_calls", data, 12)
    assert run_c(library, "register_calls", data, 12)[1] == expected
    assert (ctypes.c_uint32 * 1).in_dll(library, "bus")[0] == model.words[0x6003_B000] == 0x04030201 + 100 + 1 + 20 + 1 + 3000


def test_sanitizers(tmp_path: Path) -> None:
    """Every program under the sanitizers, in a process of its own that ends at the first report."""
    for program, kernel, size, out_bytes in [*CASES, ("ints", "ints", 30, 64)]:
        folder = tmp_path / program
        folder.mkdir()
        sources = write_files(emitted(program, HOST, (32, 64) if program == "carries" else None), folder)
        main = folder / "main.c"
        main.write_text(MAIN % (program, size, ", ".join(map(str, random.Random(1).randbytes(size))), out_bytes, kernel))
        flags = ["-std=c99", "-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", f"-I{RUNTIME}"]
        subprocess.run(["gcc", *flags, *map(str, sources), str(main), "-o", str(folder / "run")], check=True)
        subprocess.run([str(folder / "run")], check=True)
