"""The extension on older CPUs, by QEMU's user emulation: it loads, chooses what the CPU can run, and gives the known answers.

QEMU refuses instructions of features that the emulated CPU lacks (SIGILL), so a kernel that uses more than it declares fails here.
It knows neither SHA-NI nor AVX-512: `make soft` runs what needs those.
"""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from akela.catalogue import ALGORITHMS
from akela.executions import native_module
from akela.providers import providers, serving
from tests.kernels.ways import usable

QEMU = shutil.which("qemu-x86_64")


def not_instructions() -> str:
    """Why the extension does not run as it would for users; empty where it does."""
    if usable() is None:
        return "needs the extension"
    build = native_module().BUILD
    return "an extension for sanitizers, or with soft intrinsics" if "-fsanitize" in build["flags"] or build["intrinsics"] == "soft" else ""


pytestmark = [
    pytest.mark.skipif(
        platform.machine() != "x86_64" or not sys.platform.startswith("linux"), reason="the extension is not for x86-64 Linux"
    ),
    pytest.mark.skipif(QEMU is None, reason="needs qemu-x86_64: apt install qemu-user"),
    pytest.mark.skipif(bool(not_instructions()), reason=not_instructions()),
]

# An emulated CPU, and which of these features kernels may use there. Partial ones: a feature is there, its companions are not.
CPUS: dict[str, tuple[set[str], set[str]]] = {  # has, lacks
    "qemu64": ({"sse2"}, {"ssse3", "aes", "avx2"}),
    "Nehalem": ({"ssse3", "sse4.1"}, {"aes", "pclmul", "avx"}),
    "Westmere": ({"ssse3", "aes", "pclmul"}, {"avx", "avx2"}),
    "Haswell": ({"aes", "pclmul", "avx2", "bmi2"}, {"adx", "sha", "vaes", "avx512f"}),
    "max": ({"vaes", "avx2", "adx"}, {"vpclmulqdq", "avx512f"}),
    "max,-vaes": ({"avx2", "adx"}, {"vaes"}),
    "Haswell,-aes": ({"pclmul", "ssse3", "avx2"}, {"aes"}),
    "Haswell,-bmi2": ({"avx2"}, {"bmi2"}),
    "Haswell,-pclmulqdq": ({"aes"}, {"pclmul"}),
    "Haswell,-xsave": ({"aes", "ssse3", "bmi2"}, {"avx", "avx2"}),  # the operating system saves no wide registers
}
# QEMU 7.2 takes the lower block for both in VAESENC and its kin on 256 bits: there AES can be chosen, but does not come out right.
WITHOUT_AES = {"max"}
PROGRAM = """
import json, sys
import akela
from akela import _native
from akela.executions import Execution
from akela.selftest.run import run_on
lines = []
code = run_on(Execution("native", vars(_native)), sys.argv[1:], lines.append)
print(json.dumps([code, lines[-2], _native.cpu_features(), _native.operations()]))
"""


@pytest.mark.parametrize("cpu", CPUS)
def test_on_an_emulated_cpu(cpu: str) -> None:
    """Known answers of all algorithms that have operations for ports, and the choice of kernels."""
    known = providers()
    served = {each.operation for each in known}
    algorithms = [each.name for each in ALGORITHMS if served & set(each.operations) and not each.name.startswith(("rsa", "dh", "pbkdf"))]
    algorithms = [name for name in algorithms if cpu not in WITHOUT_AES or ("aes" not in name and name not in ("cmac", "gmac"))]
    command = [str(QEMU), "-cpu", cpu, sys.executable, "-c", PROGRAM, *algorithms]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-2000:]
    code, summary, features, operations = json.loads(done.stdout)
    assert code == 0, summary
    has, lacks = CPUS[cpu]
    assert has <= set(features) and not lacks & set(features)
    chosen = serving(known, features)
    for operation, kernel in operations.items():
        name, _, size = operation.partition("[")
        if name in chosen and size != "32]":
            assert kernel.startswith(chosen[name].kernel), operation


# --- the operating system's state ---------------------------------------------------------------------------------------------------------

# Stands for the compiler's <cpuid.h>: all features, with registers that are saved as the test says. XGETBV becomes an assignment.
CPUID_H = """
static unsigned osxsave, xcr0, xgetbv;
static int __get_cpuid(unsigned leaf, unsigned *a, unsigned *b, unsigned *c, unsigned *d)
{
    *a = *b = *d = ~0u;
    *c = leaf == 1 && !osxsave ? ~(1u << 27) : ~0u;
    return 1;
}
static int __get_cpuid_count(unsigned leaf, unsigned sub, unsigned *a, unsigned *b, unsigned *c, unsigned *d)
{
    (void)sub;
    return __get_cpuid(leaf, a, b, c, d);
}
#define __asm__
#define __volatile__(...) (a = xcr0, xgetbv = 1)
"""
CHECK_C = """
#include "akela_cpu.h"
int supports(unsigned state, unsigned saves, unsigned registers)
{
    akela_cpu_feature feature = { "", 7, 1, 5, state };
    osxsave = saves;
    xcr0 = registers;
    xgetbv = 0;
    return akela_cpu_supports(&feature) | (int)(xgetbv && !saves) << 1;
}
int states(int zmm) { return zmm ? AKELA_CPU_ZMM : AKELA_CPU_YMM; }
"""


@pytest.fixture(scope="module")
def check(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """`akela_cpu.h` on a CPU that has all features."""
    import ctypes

    from akela.compiler.c_compiler import host_compiler
    from akela.compiler.native import RUNTIME

    folder = tmp_path_factory.mktemp("cpu")
    (folder / "cpuid.h").write_text(CPUID_H)
    (folder / "check.c").write_text(CHECK_C)
    command = [*host_compiler().command, "-shared", "-fPIC", f"-I{folder}", f"-I{RUNTIME}", "-o", "check.so", "check.c"]
    subprocess.run(command, cwd=folder, check=True)
    return ctypes.CDLL(str(folder / "check.so"))


@pytest.mark.parametrize(
    ("osxsave", "xcr0", "ymm", "zmm"),
    [
        (0, 0xE7, False, False),  # XGETBV would be refused, and is not executed
        (1, 0x01, False, False),
        (1, 0x03, False, False),
        (1, 0x05, False, False),
        (1, 0x07, True, False),
        (1, 0x27, True, False),
        (1, 0x67, True, False),
        (1, 0xE3, False, False),
        (1, 0xE7, True, True),
    ],
)
def test_features_count_only_where_their_registers_are_saved(check: Any, osxsave: int, xcr0: int, ymm: bool, zmm: bool) -> None:
    assert check.supports(0, osxsave, xcr0) == 1
    assert check.supports(check.states(0), osxsave, xcr0) == ymm
    assert check.supports(check.states(1), osxsave, xcr0) == zmm
