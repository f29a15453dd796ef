"""`pause()`: nothing on hosts; where builds pause, the program's hook is called, and what it says ends every caller."""

from __future__ import annotations

import ctypes
from dataclasses import replace
from pathlib import Path

import pytest

from akela.compiler.branches import check_module
from akela.compiler.frontend import compile_module
from akela.compiler.ir import Call, Return, Wipe, expressions, statements, walk
from akela.compiler.passes import lower
from akela.compiler.targets import load_target
from akela.compiler.toolchains import ToolchainMissing
from akela.lang.status import INTERRUPTED
from akela.lang.types import NONE, STATUS
from tests.compiler.emitting import emitted, load_program, lowered, shared_library, write_files

HOST = load_target("x86_64")
PAUSING = replace(HOST, pauses=True)
HOOK = """
#include "akela_rt.h"

int calls, ends_at;

akela_status_t akela_pause(void)
{
    calls++;
    return calls == ends_at ? AKELA_INTERRUPTED : AKELA_OK;
}
"""
DATA = bytes(range(5, 13))


def raised(i: int) -> int:
    """How often the program pauses for byte i: each pause but the last of all raises the byte by one."""
    return 4 if i == 0 else 3 + (i + 1) + 1 + 1


def test_without_pauses_nothing_is_emitted() -> None:
    text = "".join(file.text for file in emitted("pauses", HOST))
    assert "akela_pause()" not in text and "stopped" not in text
    assert "void akela_pauses(" in text


def test_signatures() -> None:
    module = lowered("pauses", PAUSING)
    assert all(function.ref.returns != NONE for function in module.functions if function.ref.pauses)
    assert next(f for f in module.functions if f.name == "pauses").ref.returns == STATUS
    returns = {function.name: function.ref.returns for function in module.functions}
    exprs = [expr for function in module.functions for stmt in statements(function.body) for expr in expressions(stmt)]
    assert all(returns[node.function.name] == node.type for expr in exprs for node in walk(expr) if isinstance(node, Call))


def test_secrets_are_wiped_before_every_return() -> None:
    program = lower(compile_module(load_program("pauses"), PAUSING), PAUSING)
    body = next(f for f in program.functions if f.name == "pauses").body
    flat = list(statements(body))
    returns = [i for i, stmt in enumerate(flat) if isinstance(stmt, Return)]
    assert len(returns) > 6
    assert all(isinstance(flat[i - 1], Wipe) for i in returns)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    folder: Path = tmp_path_factory.mktemp("pauses")
    (folder / "hook.c").write_text(HOOK)
    return shared_library([*write_files(emitted("pauses", PAUSING), folder), folder / "hook.c"])


def run(library: ctypes.CDLL, ends_at: int) -> tuple[int, int, bytes]:
    """Status, calls of the hook, and what was written."""
    library_calls = ctypes.c_int.in_dll(library, "calls")
    library_calls.value = 0
    ctypes.c_int.in_dll(library, "ends_at").value = ends_at
    out = ctypes.create_string_buffer(len(DATA))
    library.akela_pauses.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
    status = library.akela_pauses(DATA, len(DATA), out, len(DATA))
    return status, library_calls.value, out.raw


def test_what_goes_on_computes_the_same(library: ctypes.CDLL) -> None:
    wanted = bytes(byte + raised(i) for i, byte in enumerate(DATA))
    assert run(library, 0) == (0, sum(map(raised, range(len(DATA)))) + 1, wanted)
    import tests.compiler.programs.pauses as traced

    out = bytearray(len(DATA))
    traced.pauses(DATA, out)
    assert out == wanted


def test_every_pause_can_end_it(library: ctypes.CDLL) -> None:
    total = run(library, 0)[1]
    for at in range(1, total + 1):
        status, calls, out = run(library, at)
        assert (status, calls) == (INTERRUPTED.code, at)
        assert out.count(0) == sum(1 for i in range(len(DATA)) if sum(map(raised, range(i + 1))) >= at)


def test_what_provides_an_operation_has_the_form_of_what_pauses() -> None:
    """AES by the CPU's instructions never pauses, and has a status to hand up where AES in software may."""
    for name in ("akela.kernels.aes", "akela.ports.x86_64.aes_aesni"):
        functions = lower(compile_module(name, PAUSING), PAUSING).functions
        counters = [function.ref for function in functions if "aes.ctr" in (function.ref.operation, function.provides)]
        assert counters and all(ref.returns == STATUS for ref in counters)


@pytest.mark.parametrize("module", ["exponentiation", "sha256", "aes", "ghash", "poly1305"])
@pytest.mark.parametrize("target", ["cortex_m3", "lx106"])
def test_a_pause_brings_no_branch_on_a_secret(target: str, module: str) -> None:
    """The branch check, of what exports compile: of large numbers, and of data in blocks."""
    pausing = replace(load_target(target), pauses=True)
    try:
        report = check_module(f"akela.kernels.{module}", pausing, "gcc", "-Os")
    except ToolchainMissing as missing:
        pytest.skip(str(missing))
    assert report.passed, str(report)
