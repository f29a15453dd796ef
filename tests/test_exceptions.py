"""The tree of exceptions: one root, a class for each status, and the builtin kinds that programs catch."""

from __future__ import annotations

import inspect

import pytest

import akela
from akela import exceptions
from akela.exceptions import EXCEPTIONS, AkelaError
from akela.lang.status import Status

TREE = [value for value in vars(exceptions).values() if inspect.isclass(value) and value.__module__ == "akela.exceptions"]


@pytest.mark.parametrize("kind", TREE, ids=lambda kind: kind.__name__)
def test_each_class(kind: type[BaseException]) -> None:
    assert issubclass(kind, AkelaError)
    assert kind.__doc__
    if kind is not exceptions.BatchFailed:  # that one writes its own message
        assert str(kind("what was given, and what was expected")) == "what was given, and what was expected"


def test_every_status_has_its_own() -> None:
    assert set(EXCEPTIONS) == {status.name for status in Status if status.code}
    assert len(set(EXCEPTIONS.values())) == len(EXCEPTIONS)


def test_kinds_that_programs_catch() -> None:
    """What is wrong with an argument is a ValueError; `cryptography` has a TypeError where a password is missing or needless."""
    for name in ("InvalidKey", "InvalidLength", "InvalidParameter", "InvalidPassword", "LimitExceeded"):
        assert issubclass(getattr(exceptions, name), ValueError), name
    for name in ("PasswordRequired", "PasswordNotNeeded"):
        assert issubclass(getattr(exceptions, name), TypeError), name
        assert issubclass(getattr(exceptions, name), akela.InvalidPassword), name
    for name in ("InvalidTag", "InvalidSignature"):
        assert not issubclass(getattr(exceptions, name), ValueError), name
