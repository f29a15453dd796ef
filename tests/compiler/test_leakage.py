"""What the derived contracts say of kernels of which it is known, and that they agree with what this package's kernels say themselves."""

from __future__ import annotations

import importlib
import re

import pytest

from akela import kernels
from akela.compiler.leakage import Contracts, checked_modules
from akela.compiler.targets import load_target

EXPECTED = {
    "nothing": {},
    "through_a_helper": {"indices": ["len(data)", "step"], "divisions": ["len(data)", "step"]},
    "stated_length": {"loop bounds": ["len(data)"], "indices": ["len(data)"]},
    "public_contents": {"indices": ["data[…]"], "shift counts": ["data[…]"]},
    "reset": {},
    "append": {"loop bounds": ["ctx.used", "len(data)"], "slice bounds": ["ctx.used", "len(data)"]},
    "reset_then_append": {"loop bounds": ["len(data)"], "slice bounds": ["len(data)"]},
    "set_under_a_condition": {"branches": ["n"], "indices": ["n"]},
    "early_return": {"branches": ["n"]},
    "counted_by_a_loop": {"loop bounds": ["n"], "indices": ["n"], "divisions": ["n"]},
    "of_a_secret": {"branches": ["declassified at leakage_kernels.py:{of_a_secret}"]},
    "of_a_register": {"indices": ["register TIMER.NOW"]},
    "by_choice": {"branches": ["len(data)", "n"], "indices": ["len(data)", "n"]},
}


@pytest.fixture(scope="module")
def derived() -> dict[str, dict[str, list[str]]]:
    """Kernel -> kind -> what steers it."""
    name = importlib.import_module("tests.compiler.leakage_kernels").__name__
    modules = checked_modules([name], load_target("rv32imc"))
    contracts = Contracts(modules)
    return {f.name: contracts.of(f.ref).named() for f in modules[0].functions if f.ref.exported}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_kernel_has_the_contract_that_is_known_of_it(name: str, derived: dict[str, dict[str, list[str]]]) -> None:
    found = {kind: [re.sub(r":\d+$", f":{{{name}}}", text) for text in texts] for kind, texts in derived[name].items()}
    assert found == EXPECTED[name]


def test_every_kernel_of_the_file_is_expected(derived: dict[str, dict[str, list[str]]]) -> None:
    assert derived.keys() == EXPECTED.keys()


@pytest.mark.parametrize("target", ["x86_64", "cortex_m3"])
def test_kernels_that_leak_nothing_say_so_and_only_those(target: str) -> None:
    modules = checked_modules(kernels.MODULES, load_target(target))
    contracts = Contracts(modules)
    for module in modules:
        for function in module.functions:
            if function.ref.exported:
                says_nothing = function.leaks.lower().startswith("nothing")
                assert says_nothing == (not contracts.of(function.ref).named()), f"{function.src} {function.name}: {function.leaks}"


def test_a_module_brings_those_that_it_calls() -> None:
    modules = checked_modules(["akela.kernels.chacha20poly1305"], load_target("x86_64"))
    assert {"akela.kernels.chacha20", "akela.kernels.poly1305"} <= {module.name for module in modules}


def test_a_function_of_another_program_is_refused() -> None:
    (module, *_) = checked_modules(["akela.kernels.sha256"], load_target("x86_64"))
    with pytest.raises(KeyError):
        Contracts([]).of(module.functions[0].ref)
