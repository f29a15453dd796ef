"""What wrappers say is wrong with an argument: the same words in every execution. Imports nothing of the compiler."""

from __future__ import annotations

from enum import StrEnum


class Message(StrEnum):
    """What is wrong with an argument, in the words that every execution uses. The first %s is the `label` of the callable."""

    WRONG_COUNT = "%s: %d argument%s given, expected %d%s%s"  # then "; missing " or ": ", and names
    NO_BUFFER = "%s: %s is of type %s, expected a %s buffer such as %s"
    BAD_BUFFER = "%s: %s cannot be used: %s; expected a %s buffer such as %s"
    WRONG_LENGTH = "%s: %s has %d byte%s, expected %d"
    WRONG_MULTIPLE = "%s: %s has %d byte%s, expected a multiple of %d"
    NOT_ALIGNED = "%s: %s does not begin at a multiple of %d bytes; pass a copy"
    NO_NUMBER = "%s: %s is of type %s, expected an int"
    NO_BOOL = "%s: %s is of type %s, expected True or False"
    WRONG_VALUE = "%s: %s is out of range, expected an int from %s to %s"
    WRONG_PUBLIC_VALUE = "%s: %s is %s, expected an int from %s to %s"
    PARTLY_OVERLAPS = "%s: %s and %s partly overlap; pass the same buffer or separate ones"
    OVERLAPS = "%s: %s and %s overlap; pass separate ones"
    NO_KEYWORDS = "%s: arguments are given by position, without names"
    UNKNOWN_KEYWORD = "%s: there is no argument %U"
    NAMED_TWICE = "%s: the argument %U is given twice"
    GIVEN_TWICE = "%s: the message is given twice, by position or as %U"
    NO_COLUMN = "%s: %s for a batch is of type %s, expected a list or a tuple of buffers"
    SHORT_COLUMN = "%s: %s is given for fewer items than the batch has"
    NO_CONTEXT = "%s is not a method of %s"
    NO_PICKLE = "%s cannot be pickled: it may hold secrets"
    CPU_LACKS = "%s: this CPU lacks, or AKELA_CPU leaves out, %s"
