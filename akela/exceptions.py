"""What Akela raises. The tree is rooted at AkelaError.

Arguments of the wrong type or size raise Python's own TypeError, ValueError and BufferError before a kernel runs; a kernel's status other
than OK raises one of the classes below, those for bad arguments being ValueErrors too.
"""

from __future__ import annotations


class AkelaError(Exception):
    """Root of the exceptions of this package."""


class InvalidTag(AkelaError):
    """A tag does not match. Nothing of the message is handed out."""


class InvalidSignature(AkelaError):
    """A signature does not match."""


class InvalidKey(AkelaError, ValueError):
    """A key is malformed, or not a member of its group."""


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
}


def from_status(code: int, label: str) -> AkelaError:
    """The exception for the code that a kernel returned; `label` names the callable in its message."""
    from akela.lang.status import Status  # here: it brings in the whole language, which a program without errors does not need

    status = next(status for status in Status if status.code == code)
    return EXCEPTIONS[status.name](f"{label}: {status.sentence}")
