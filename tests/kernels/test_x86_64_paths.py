"""Every path of the extension's dispatch against its portable path: what ports provide, at all lengths and addresses, and known answers.

The paths come from the ports' declarations: a port that is added is tested here, once `operations.py` knows how to call its operation.
"""

from __future__ import annotations

import os
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from akela.digest import extension_path
from akela.executions import Execution
from akela.providers import Features, Provider, paths, providers, serving
from akela.selftest.run import run_on
from tests.kernels.operations import OF_LENGTH, OPERATIONS, Inputs
from tests.kernels.ways import load, on_path, path_name, path_parameters, usable

HAS = usable()
PORTABLE = Features()
KNOWN = providers() if HAS is not None else ()
MESSAGE, NONCE = bytes(range(250)) * 4, bytes(range(12))


def provider_parameter(each: Provider) -> Any:
    """A parameter for a provider; skipped where the CPU lacks what it needs."""
    lacks = ", ".join(sorted(each.needs - (HAS or Features())))
    return pytest.param(each, id=each.kernel, marks=[pytest.mark.skip(reason=f"this CPU lacks {lacks}")] if lacks else [])


every_provider = pytest.mark.parametrize("provider", [provider_parameter(each) for each in KNOWN])
every_sized = pytest.mark.parametrize("provider", [provider_parameter(each) for each in KNOWN if each.operation in OF_LENGTH])


def agree(provider: Provider, **inputs: Any) -> None:
    """The provider gives what the portable kernel gives."""
    run = OPERATIONS[provider.operation]
    assert run(on_path(provider.needs), Inputs(**inputs)) == run(on_path(PORTABLE), Inputs(**inputs)), inputs


# --- the choice ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", path_parameters(""))
def test_the_choice_is_the_declared_one(way: Any) -> None:
    """On a path each operation is served by the last provider whose needs are there, and by the portable kernel where there is none."""
    chosen = serving(KNOWN, way.features)
    for operation, kernel in way.execution.operations().items():
        name = operation.partition("[")[0]
        assert name not in chosen or operation.endswith("[32]") or kernel.startswith(chosen[name].kernel), operation
        assert name in chosen or not any(kernel == each.kernel for each in KNOWN), operation


def test_every_provider_serves_on_some_path() -> None:
    """None is hidden by a later one that needs no more; and every operation is known to the tests."""
    ever = {each.kernel for path in paths(KNOWN) for each in serving(KNOWN, path).values()}
    assert ever == {each.kernel for each in KNOWN}
    assert {each.operation for each in KNOWN} <= set(OPERATIONS)


# --- the same results ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", path_parameters(""))
def test_known_answers(way: Any) -> None:
    """All that the package carries, of all algorithms."""
    lines: list[str] = []
    assert run_on(way.execution, (), lines.append) == 0, "\n".join(lines)


@every_sized
def test_every_length(provider: Provider) -> None:
    """0 to 600 bytes, each at another address, every third in place."""
    for length in range(601):
        agree(provider, seed=length, length=length, data_offset=length % 64, out_offset=length * 5 % 64, in_place=length % 3 == 0)


@every_sized
def test_every_address(provider: Provider) -> None:
    """All 64 places in a cache line, of what is read and of what is written."""
    for offset in range(64):
        agree(provider, seed=offset, length=289, data_offset=offset, out_offset=0)
        agree(provider, seed=offset, length=576, data_offset=0, out_offset=offset)


@every_provider
@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    seed=st.integers(0, 2**32),
    length=st.integers(0, 600),
    data_offset=st.integers(0, 63),
    out_offset=st.integers(0, 63),
    in_place=st.booleans(),
)
def test_generated_inputs(provider: Provider, seed: int, length: int, data_offset: int, out_offset: int, in_place: bool) -> None:
    """Keys, counters and states differ with the seed."""
    agree(provider, seed=seed, length=length, data_offset=data_offset, out_offset=out_offset, in_place=in_place)


@pytest.mark.parametrize("way", path_parameters("aes.", "ghash.", "chacha20.", "poly1305."))
@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    nonce=st.binary(min_size=1, max_size=80),
    aad=st.binary(max_size=600),
    data=st.binary(max_size=600),
)
def test_lengths_of_nonces_and_associated_data(way: Any, nonce: bytes, aad: bytes, data: bytes) -> None:
    """AEADs whole: what a path seals is what the portable path seals, and it opens it."""
    key, portable = bytes(range(32)), on_path(PORTABLE)
    for cipher, iv in (("AesGcm", nonce), ("AesCcm", nonce[:12].ljust(7, b"n")), ("ChaCha20Poly1305", nonce[:12].ljust(12, b"n"))):
        if not hasattr(portable, cipher):
            continue
        sealed = getattr(way.execution, cipher)(key).encrypt(iv, data, aad)
        assert sealed == getattr(portable, cipher)(key).encrypt(iv, data, aad), cipher
        assert getattr(way.execution, cipher)(key).decrypt(iv, sealed, aad) == data, cipher


# --- one choice for a process -------------------------------------------------------------------------------------------------------------


def answers(kernels: Execution) -> list[bytes]:
    """What some operations give."""
    key = kernels.AesGcm(bytes(range(16)))
    return [key.encrypt(NONCE, MESSAGE, b""), kernels.sha256(MESSAGE), kernels.sha512(MESSAGE), kernels.sha3_256(MESSAGE)]


@pytest.mark.skipif(HAS is None, reason="needs the extension")
def test_loading_again_changes_nothing_for_running_threads(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As where another interpreter loads the same file while kernels run, and the environment asks for something else by then."""
    file = Path(shutil.copy(extension_path(), tmp_path))
    kernels = Execution("native", vars(load(file)))
    expected, served = answers(kernels), kernels.operations()
    stop = threading.Event()

    def work() -> bool:
        while not stop.is_set():
            if answers(kernels) != expected:
                return False
        return True

    with ThreadPoolExecutor(4) as pool:
        running = [pool.submit(work) for _ in range(4)]
        monkeypatch.setenv("AKELA_CPU", "")
        for _ in range(10):
            assert load(file).operations() == served
        stop.set()
        assert all(each.result() for each in running)
    assert answers(kernels) == expected


@pytest.mark.skipif(not hasattr(os, "fork") or HAS is None, reason="needs fork, and the extension")
@pytest.mark.parametrize("path", [pytest.param(path, id=path_name(path)) for path in paths(KNOWN) if HAS and path <= HAS][::4])
def test_a_child_is_served_as_its_parent(path: Features) -> None:
    """After a fork, while a thread of the parent runs kernels."""
    kernels = on_path(path)
    expected, served = answers(kernels), kernels.operations()
    stop = threading.Event()
    thread = threading.Thread(target=lambda: [answers(kernels) for _ in iter(stop.is_set, True)])
    thread.start()
    child = os.fork()
    if child == 0:
        os._exit(0 if answers(kernels) == expected and kernels.operations() == served else 1)
    stop.set()
    thread.join()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
