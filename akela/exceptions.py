"""What Akela raises. The tree is rooted at AkelaError.

Arguments of the wrong type or size raise Python's own TypeError, ValueError and BufferError before a kernel runs; a kernel's status other
than OK raises one of the classes below, those for bad arguments being ValueErrors too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any


class AkelaError(Exception):
    """Root of the exceptions of this package."""


class InvalidTag(AkelaError):
    """A tag does not match. Nothing of the message is handed out."""


class InvalidSignature(AkelaError):
    """A signature does not match."""


class InvalidMAC(InvalidTag, InvalidSignature):
    """The tag of a MAC does not match. PyCA calls it InvalidSignature, so that programs from there may catch either."""


class DecryptionFailed(AkelaError, ValueError):
    """A ciphertext does not decrypt. Why is not said: it would help an attacker."""


class InvalidKey(AkelaError, ValueError):
    """A key is malformed, not a member of its group, or not the key that was expected."""


class InvalidPassword(InvalidKey):
    """A password does not open a private key."""


class PasswordRequired(InvalidPassword, TypeError):
    """A private key is encrypted, and no password was given."""


class PasswordNotNeeded(InvalidPassword, TypeError):
    """A password was given for a private key that is not encrypted."""


class InvalidLength(AkelaError, ValueError):
    """A key, nonce, input or output has a length that the operation does not take."""


class InvalidParameter(AkelaError, ValueError):
    """An argument has a value that the operation does not take."""


class WrongState(AkelaError):
    """An operation was called out of order: before its object was initialised, or after it was finished."""


class LimitExceeded(AkelaError, ValueError):
    """More was asked for than the standard allows: of one message, for one key and nonce, or from one seed."""


class NotSupported(AkelaError):
    """The CPU, the chip or the build cannot do this."""


class HardwareFailed(AkelaError):
    """A peripheral did not answer in time, or reported an error."""


class Interrupted(AkelaError):
    """The program ended an operation when it paused, which only those on chips do."""


class BatchFailed(AkelaError):
    """Some items of a batch failed.

    failures: the exception of each, by index. results: those of all items, None where one failed.
    """

    def __init__(self, failures: Mapping[int, AkelaError], results: list[Any]) -> None:
        first = min(failures)
        super().__init__(f"{len(failures)} of {len(results)} items failed; the first is item {first}: {failures[first]}")
        self.failures = dict(sorted(failures.items()))
        self.results = results


class ExtensionError(AkelaError, ImportError):
    """The compiled extension is missing, out of date or not buildable. The message says what to run."""


# By the name of the status.
EXCEPTIONS: dict[str, type[AkelaError]] = {
    "AUTHENTICATION_FAILED": InvalidTag,
    "BAD_LENGTH": InvalidLength,
    "BAD_PARAMETER": InvalidParameter,
    "BAD_STATE": WrongState,
    "LIMIT_EXCEEDED": LimitExceeded,
    "NOT_SUPPORTED": NotSupported,
    "HARDWARE_FAILED": HardwareFailed,
    "INVALID_SIGNATURE": InvalidSignature,
    "INVALID_KEY": InvalidKey,
    "INTERRUPTED": Interrupted,
}


# Statuses on which the arguments have a bearing; and those of which the general sentence says all that may be known.
EXPLAINED = frozenset({"BAD_LENGTH", "BAD_PARAMETER", "LIMIT_EXCEEDED", "INVALID_KEY"})
UNSPECIFIC = frozenset({"AUTHENTICATION_FAILED", "INVALID_SIGNATURE"})


def bytes_of(count: int) -> str:
    """A number of bytes as a message says it: 1 byte, 2 bytes."""
    return f"{count} byte{'' if count == 1 else 's'}"


def from_status(code: int, label: str, refusals: Mapping[str, str], sizes: Mapping[str, int], values: Mapping[str, int]) -> AkelaError:
    """The exception for the code that a kernel returned; `label` names the callable in its message.

    `refusals` is what the kernel's docstring says of its statuses, `sizes` and `values` are the sizes in bytes and the public values that
    it was given. Where the docstring names those that matter, the message has these alone.
    """
    from akela.lang.status import Status  # here: it brings in the whole language, which a program without errors does not need

    status = next(status for status in Status if status.code == code)
    clause = refusals.get(status.name, "") if status.name not in UNSPECIFIC else ""
    facts = given(sizes, values, clause) if status.name in EXPLAINED else ""
    reason = f"{'; ' if facts else ''}refused {clause}" if clause else f"{'. ' if facts else ''}{status.sentence}"
    return EXCEPTIONS[status.name](f"{label}: {facts}{reason}")


def not_met(label: str, condition: str, sizes: Mapping[str, int], values: Mapping[str, int]) -> ValueError:
    """The exception for arguments that do not meet a condition."""
    facts = given(sizes, values, re.sub(r"\w+", r"`\g<0>`", condition))
    return ValueError(f"{label}: requires {condition}{f'; {facts}' if facts else ''}")


def forked(label: str) -> WrongState:
    """The exception for an object in a child process that was forked while another thread ran an operation on it."""
    return WrongState(f"{label}: another thread was using the object when this process was forked off; make a new one in the child")


def given(sizes: Mapping[str, int], values: Mapping[str, int], clause: str) -> str:
    """`key has 15 bytes, count is 3`: of what was given, what the clause names in backticks; all of it where it names none."""
    facts = {name: f"{name} has {bytes_of(size)}" for name, size in sizes.items()}
    facts |= {name: f"{name} is {value}" for name, value in values.items()}
    named = [fact for name, fact in facts.items() if f"`{name}`" in clause]
    return ", ".join(named or facts.values())
