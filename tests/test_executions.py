"""The executions: that they agree, follow the same conventions, and how the default one is chosen."""

from __future__ import annotations

import hashlib
import hmac
import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from akela import digest, executions
from akela.compiler.frontend import compile_module
from akela.compiler.python.load import load
from akela.compiler.targets import load_target
from akela.exceptions import ExtensionError, InvalidTag, WrongState
from tests.native.test_arguments import (  # noqa: F401 - run here on the executions in Python
    test_a_length_may_depend_on_arguments,
    test_a_length_that_cannot_be,
    test_a_result_of_words,
    test_a_status_names_what_was_given_and_what_is_expected,
    test_a_status_raises,
    test_conditions_are_quoted,
    test_fixed_length_is_exact,
    test_into_fills_a_buffer,
    test_into_has_the_exact_length,
    test_into_is_writable,
    test_into_may_be_an_input,
    test_into_may_not_partly_overlap_an_input,
    test_into_may_touch_an_input,
    test_none_is_an_empty_aad,
    test_refuses_a_released_buffer,
    test_refuses_ints_out_of_range,
    test_refuses_objects_for_bytes,
    test_refuses_scattered_buffers,
    test_refuses_what_is_no_bool,
    test_refuses_what_is_no_buffer,
    test_refuses_what_is_no_int,
    test_releases_the_buffers_that_it_took,
    test_takes_a_part_of_a_buffer,
    test_takes_any_contiguous_buffer,
    test_takes_ints,
    test_takes_no_bytes,
    test_what_a_buffer_raises_is_its_own_affair,
    test_what_an_index_raises_is_its_own_affair,
    test_words_are_aligned,
    test_words_are_native,
    test_words_are_whole,
    test_work_area,
    test_written_arguments_may_not_partly_overlap,
)
from tests.native.test_objects import (  # noqa: F401 - run here on the executions in Python
    test_construction_and_methods,
    test_copies_go_their_own_way,
    test_it_does_not_leave_the_process,
    test_types_and_objects_are_released,
)

RUNNABLE = [name for name, reason in executions.all_executions().items() if not reason]

# --- what they compute -----------------------------------------------------------------------------------------------


@pytest.fixture(params=RUNNABLE)
def execution(request: pytest.FixtureRequest) -> Any:
    """Each execution that runs here."""
    return executions.execution(request.param)


@pytest.mark.parametrize("data", [b"", b"abc", bytes(range(200))])
def test_functions(execution: Any, data: bytes) -> None:
    assert execution.sha256(data) == hashlib.sha256(data).digest()
    out = bytearray(64)
    assert execution.sha512_into(data, out) == 64
    assert out == hashlib.sha512(data).digest()


def test_contexts(execution: Any) -> None:
    first = execution.HmacSha256(b"key")
    first.update(b"one")
    second = first.copy()
    first.update(b"two")
    assert first.final() == hmac.digest(b"key", b"onetwo", "sha256")
    assert second.final() == hmac.digest(b"key", b"one", "sha256")


def test_failures(execution: Any) -> None:
    aead = execution.ChaCha20Poly1305(bytes(32))
    sealed = aead.encrypt(bytes(12), b"message", None)
    assert aead.decrypt(bytes(12), sealed, None) == b"message"
    with pytest.raises(InvalidTag, match=r"^ChaCha20Poly1305\.decrypt: The tag does not match"):
        aead.decrypt(bytes(12), sealed[:-1] + bytes([sealed[-1] ^ 1]), None)


def test_what_an_execution_has(execution: Any) -> None:
    assert {"sha256", "sha256_into", "Sha256", "hmac_sha512", "chacha20_xor", "poly1305"} <= set(dir(execution))
    assert repr(execution) == f"execution({execution.name!r})"
    with pytest.raises(AttributeError, match=rf"^the {execution.name} execution has no 'md4'; dir\(\) lists what it has$"):
        execution.md4  # noqa: B018


# --- the conventions, as the tests of the extension state them -------------------------------------------------------


@pytest.fixture(scope="module", params=["python", "checked", "traced"])
def shapes(request: pytest.FixtureRequest) -> Any:
    """The kernels that the tests of the extension use, in Python."""
    target = load_target("x86_64")
    modules = [compile_module(f"tests.native.{name}", target) for name in ("shapes", "shapes_port")]
    return SimpleNamespace(**load(modules, request.param))


def test_without_init_it_begins_as_zeros(shapes: Any) -> None:
    plain = shapes.Plain()
    assert [int.from_bytes(plain.next(), sys.byteorder) for _ in range(3)] == [1, 2, 3]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_fork_during_a_call_does_not_block_the_child(shapes: Any) -> None:
    total = shapes.ByteSum(0, bytes(16))
    with total._lock:
        child = os.fork()
        if child == 0:
            signal.alarm(60)  # ends it where it waits for the lock
            try:
                total.update(b"")
            except WrongState:
                os._exit(7)
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    total.update(b"")


def test_a_failed_constructor_gives_no_object(shapes: Any) -> None:
    with pytest.raises(ValueError, match=r"^ByteSum: start is 13; refused where `start` is 13$"):
        shapes.ByteSum(13, bytes(16))


def test_a_read_only_face_of_the_output_is_seen(shapes: Any) -> None:
    memory = bytearray(8)
    with pytest.raises(ValueError, match=r"^xor_bytes_into: out and a partly overlap; pass the same buffer or separate ones$"):
        shapes.xor_bytes_into(memoryview(memory).toreadonly()[2:6], bytes(4), memoryview(memory)[:4])


def test_ports_run_their_instructions_as_references() -> None:
    state = bytearray(hashlib.sha256().block_size // 2)
    other = bytearray(state)
    checked = executions.execution("checked")
    checked.sha256_blocks(state, bytes(range(128)))
    checked.sha256_blocks_shani(other, bytes(range(128)))
    assert state == other


# --- which one is used -----------------------------------------------------------------------------------------------


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Nothing chosen yet, and nothing that a test chooses stays."""
    cached = (executions.execution, executions.default_execution, executions.native_module)
    for function in cached:
        function.cache_clear()
    yield monkeypatch
    monkeypatch.undo()
    for function in cached:
        function.cache_clear()


def without_extension(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the extension had never been built."""
    monkeypatch.setattr(executions, "built_digest", lambda: None)
    monkeypatch.setattr(executions, "extension_path", lambda: Path("/nowhere"))
    monkeypatch.setitem(sys.modules, "akela._native", None)  # importing it fails


def test_the_extension_is_the_default(fresh: pytest.MonkeyPatch) -> None:
    extension = ModuleType("akela._native")
    fresh.setattr(executions, "native_module", lambda: extension)
    assert executions.default_execution().name == "native"


def test_without_the_extension_there_is_one_warning(fresh: pytest.MonkeyPatch) -> None:
    without_extension(fresh)
    fresh.delenv("AKELA_REQUIRE_NATIVE", raising=False)
    with pytest.warns(
        RuntimeWarning, match=r"^akela\._native is not there .*; build it with `python -m akela\.compiler\.native`"
    ) as caught:
        assert executions.default_execution().name == "python"
    assert [warning.filename for warning in caught] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert executions.default_execution().name == "python"


def test_the_extension_can_be_required(fresh: pytest.MonkeyPatch) -> None:
    without_extension(fresh)
    fresh.setenv("AKELA_REQUIRE_NATIVE", "1")
    with pytest.raises(ImportError, match=r"^AKELA_REQUIRE_NATIVE is set, and akela\._native is not there .*build it with"):
        executions.default_execution()


def test_an_extension_of_other_sources_is_refused_in_a_checkout(fresh: pytest.MonkeyPatch) -> None:
    fresh.setattr(executions, "in_checkout", lambda: True)
    fresh.setattr(executions, "built_digest", lambda: "0" * 64)
    with pytest.raises(ExtensionError, match=r"built from other sources than those in this checkout; rebuild it with `python -m akela"):
        executions.execution("native")
    assert "other sources" in executions.all_executions()["native"]
    with pytest.raises(ExtensionError, match="built from other sources"):  # not a silent fallback: the checkout asks to be rebuilt
        executions.default_execution()


def test_an_extension_that_does_not_load_is_no_missing_extension(fresh: pytest.MonkeyPatch) -> None:
    fresh.delenv("AKELA_REQUIRE_NATIVE", raising=False)
    fresh.setattr(executions, "in_checkout", lambda: False)
    fresh.setattr(executions, "extension_path", lambda: Path(__file__))
    fresh.setitem(sys.modules, "akela._native", None)
    with pytest.raises(ExtensionError, match=r"^akela\._native does not load: "):
        executions.default_execution()


def test_prebuilt_python_serves_while_its_sources_are_those_here(fresh: pytest.MonkeyPatch) -> None:
    prebuilt, api = ModuleType("akela._emitted"), ModuleType("akela._emitted.api")
    prebuilt.SOURCE_DIGEST = digest.source_digest()  # type: ignore[attr-defined]
    api.answer = lambda: 42  # type: ignore[attr-defined]
    fresh.setitem(sys.modules, "akela._emitted", prebuilt)
    fresh.setitem(sys.modules, "akela._emitted.api", api)
    fresh.setattr(executions, "in_checkout", lambda: True)
    assert executions.execution("python").answer() == 42
    executions.execution.cache_clear()
    prebuilt.SOURCE_DIGEST = "0" * 64  # type: ignore[attr-defined]
    assert executions.execution("python").sha256(b"") == hashlib.sha256().digest()


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^no execution is called 'rust'; there are: native, python, checked, traced$"):
        executions.execution("rust")


def test_choosing_imports_neither_compiler_nor_language() -> None:
    program = "import sys; import akela.executions; print([m for m in sys.modules if m.startswith(('akela.compiler', 'akela.lang'))])"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip() == "[]"
