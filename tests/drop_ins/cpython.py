"""Run one of CPython's own test modules with a drop-in in the place of the standard library's module.

    python -m tests.drop_ins.cpython hashlib

Prints unittest's report, and ends with status 0 where all passed. What is left out, and why, is in `LEFT_OUT`.
"""

from __future__ import annotations

import importlib
import sys
import types
import unittest
from collections.abc import Iterator
from typing import Any

PRIVATE = "looks at private names of the standard library's module"
OTHER = "tests OpenSSL's or the builtin implementation, not the module"

# Name of a test, or the end of one -> why it does not run.
LEFT_OUT = {
    "hashlib": {
        "test_get_builtin_constructor": PRIVATE,
        "test_extra_sha3": "looks at private attributes of CPython's own SHA-3 objects",
        "test_get_fips_mode": OTHER,
        "test_pbkdf2_hmac_py": OTHER,
        "test_hash_disallow_instantiation": OTHER,
    },
    "hmac": {
        "test_with_fallback": PRIVATE,
        "test_attributes_old": PRIVATE,
        "test_realcopy_old": PRIVATE,
        "test_realcopy_hmac": PRIVATE,
        "test_internal_types": OTHER,
        "test_operator_compare_digest": OTHER,
        "test_openssl_compare_digest": OTHER,
    },
    "secrets": {},
}


def stand_in(name: str) -> types.ModuleType:
    """The drop-in, with the private names that CPython's tests need before they come to the point."""
    module = types.ModuleType(name)
    module.__dict__.update(vars(importlib.import_module(f"akela.{name}")))
    if name == "hashlib":
        module.__dict__["__get_builtin_constructor"] = lambda algorithm: getattr(module, algorithm)
    if name == "hmac":

        class HMAC(module.HMAC):  # type: ignore[name-defined, misc]
            """With the two ways in that the standard library's class begins by."""

            __slots__ = ()

            def _init_old(self, key: bytes, msg: Any, digestmod: Any) -> None:
                self.__init__(key, msg, digestmod)  # type: ignore[misc]

            _init_hmac = _init_old

        module.__dict__["HMAC"] = HMAC
    return module


def test_module(name: str) -> types.ModuleType:
    """CPython's test module, in which the drop-ins stand for what it imports, and nothing of OpenSSL's is left."""
    support = importlib.import_module("test.support")
    vars(support)["use_resources"] = []  # no network
    module = importlib.import_module(f"test.test_{name}")
    for each in LEFT_OUT:
        if each in vars(module):
            vars(module)[each] = stand_in(each)
    settings: dict[str, dict[str, Any]] = {
        "hashlib": {"HASH": None, "openssl_md_meth_names": frozenset({"sha1", "sha256", "sha512"})},
        "hmac": {"_hashopenssl": None, "c_hmac_new": None, "C_HMAC": None},
        "secrets": {},
    }
    vars(module).update(settings[name])
    if name == "hashlib":
        vars(module)["openssl_hashlib"] = vars(module)["hashlib"]
    if name == "hmac":  # it asserts that the function is one of those
        vars(module)["openssl_compare_digest"] = vars(module)["operator_compare_digest"] = vars(module)["hmac"].compare_digest
    for builtin in ("_hashlib", "_md5", "_sha1", "_sha2", "_sha256", "_sha512", "_sha3"):
        sys.modules[builtin] = None  # type: ignore[assignment]  # the tests take further implementations from here
    return module


def cases(suite: unittest.TestSuite) -> Iterator[unittest.TestCase]:
    """The tests of a suite."""
    for each in suite:
        if isinstance(each, unittest.TestSuite):
            yield from cases(each)
        else:
            yield each


def main(name: str) -> int:
    """Run the tests of a module."""
    module = test_module(name)
    loaded = list(cases(unittest.defaultTestLoader.loadTestsFromModule(module)))
    left_out = LEFT_OUT[name]
    chosen = [test for test in loaded if test.id().rpartition(".")[2] not in left_out]
    unknown = left_out.keys() - {test.id().rpartition(".")[2] for test in loaded}
    print(f"{len(chosen)} of {len(loaded)} tests of {module.__name__}; left out and not in this Python: {sorted(unknown) or 'none'}")
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=1).run(unittest.TestSuite(chosen))
    return 0 if result.wasSuccessful() and result.testsRun else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
