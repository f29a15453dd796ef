"""No object that holds a key shows it: not by repr, str, format or vars, not in tracebacks and messages, not by pickle.

Every public class that can be made from a key's bytes is made from these, so that new ones are tested as they come.
"""

from __future__ import annotations

import inspect
import io
import pickle
import traceback
from collections.abc import Iterator
from enum import Enum
from typing import Any

import pytest

import akela
from akela.crypto.serialization.forms import PublicKeyForms

SECRET = bytes.fromhex("c35ec2e7" * 16)  # 64 bytes that nothing else has
# Made from something else than a key.
NO_HOLDERS = ("DRBG", "EntropySource", "MGF1", "OAEP", "PKCS1v15", "PSS", "PBKDF2Settings", "ScryptSettings")
SIZES = (32, 16, 24, 8, 56, 57, 64)


def made() -> Iterator[tuple[str, Any]]:
    for name in akela.__all__:
        kind = getattr(akela, name)
        if not inspect.isclass(kind) or issubclass(kind, BaseException | PublicKeyForms | Enum) or name in NO_HOLDERS:
            continue
        for size in SIZES:
            try:
                yield name, getattr(kind, "from_private_bytes", kind)(SECRET[:size])
            except (TypeError, ValueError, akela.AkelaError):
                continue
            break


OBJECTS = {**dict(made()), "hmac.HMAC": akela.hmac.new(SECRET[:32], digestmod="sha256")}


def tells(text: str) -> bool:
    """Whether some of the secret is in a text: in hexadecimal, as Python writes bytes, or as a number of each byte order."""
    numbers = (str(int.from_bytes(SECRET[:size], order)) for size in SIZES for order in ("big", "little"))
    return any(piece in text.lower() for piece in (SECRET[:4].hex(), repr(SECRET[:3])[2:-1], *numbers))


def test_there_are_such_classes() -> None:
    assert {"ChaCha20Poly1305", "X25519PrivateKey"} <= OBJECTS.keys()


@pytest.mark.parametrize("thing", OBJECTS.values(), ids=OBJECTS)
class TestHolders:
    def test_shown(self, thing: Any) -> None:
        assert not any(map(tells, (repr(thing), str(thing), f"{thing}", f"{[thing]}", repr({1: thing}), "%s" % thing)))  # noqa: UP031
        assert not hasattr(thing, "__dict__") or not tells(repr(vars(thing)))

    def test_in_a_traceback(self, thing: Any) -> None:
        try:
            raise ValueError(thing)
        except ValueError:
            assert not tells(traceback.format_exc())

    def test_pickled(self, thing: Any) -> None:
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            with pytest.raises((TypeError, pickle.PicklingError)):
                pickle.dump(thing, io.BytesIO(), protocol)

    def test_messages_of_its_methods(self, thing: Any) -> None:
        """Every method, given what it cannot use."""
        for name in dir(thing):
            method = getattr(thing, name, None)
            if name.startswith("_") or not callable(method):
                continue
            for arguments in ((), (5,), (SECRET[:3],), (SECRET[:5], SECRET[:5]), (SECRET[:12], SECRET, None), (SECRET[:1],) * 3):
                try:
                    method(*arguments)
                except Exception as error:
                    assert not tells(f"{error!r} {error}"), name


@pytest.mark.parametrize("name", [name for name in OBJECTS if name in akela.__all__])
def test_messages_of_its_constructor(name: str) -> None:
    """A key of a wrong length, or of the wrong type, is not quoted."""
    kind = getattr(akela, name)
    for key in (SECRET[:3], SECRET[:33], SECRET.hex(), [SECRET], int.from_bytes(SECRET)):
        try:
            kind(key)
        except Exception as error:
            assert not tells(f"{error!r} {error}")
