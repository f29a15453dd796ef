"""What an exported kernel returns: OK, or why not.

The codes are part of the C interface: a code, once given, keeps its meaning.
"""

from __future__ import annotations

from enum import Enum

from akela.lang.types import STATUS


class Status(Enum):
    """`OK` is 0; every failure is a negative code with a sentence that says what happened."""

    __akela_type__ = STATUS

    OK = 0, "The operation was done."
    AUTHENTICATION_FAILED = -1, "The tag does not match: the message, its associated data or the nonce was altered, or the key is another."
    BAD_LENGTH = -2, "A key, nonce, input or output has a length that the operation does not take."
    BAD_PARAMETER = -3, "An argument has a value that the operation does not take."
    BAD_STATE = -4, "The operation was called out of order: before it was initialised, or after it was finished."
    LIMIT_EXCEEDED = -5, "More was asked for than the standard allows: of one message, for one key and nonce, or from one seed."
    NOT_SUPPORTED = -6, "The hardware or the chosen build cannot do this; software may."
    HARDWARE_FAILED = -7, "A peripheral did not answer in time, or reported an error."
    INVALID_SIGNATURE = -8, "A signature does not match: the message, the signature or the key is a different one."
    INVALID_KEY = -9, "A key is malformed, or not a member of its group."
    INTERRUPTED = -10, "The program ended the operation when it paused."

    def __new__(cls, code: int, sentence: str) -> Status:
        """A member whose value is its code."""
        member = object.__new__(cls)
        member._value_ = code
        return member

    def __init__(self, code: int, sentence: str) -> None:
        self.code = code
        self.sentence = sentence

    def __int__(self) -> int:
        return self.code

    def __bool__(self) -> bool:
        raise TypeError(f"{self.name} is not a condition; write `status == OK` or `status != OK`")


OK = Status.OK
AUTHENTICATION_FAILED = Status.AUTHENTICATION_FAILED
BAD_LENGTH = Status.BAD_LENGTH
BAD_PARAMETER = Status.BAD_PARAMETER
BAD_STATE = Status.BAD_STATE
LIMIT_EXCEEDED = Status.LIMIT_EXCEEDED
NOT_SUPPORTED = Status.NOT_SUPPORTED
HARDWARE_FAILED = Status.HARDWARE_FAILED
INVALID_SIGNATURE = Status.INVALID_SIGNATURE
INVALID_KEY = Status.INVALID_KEY
INTERRUPTED = Status.INTERRUPTED
