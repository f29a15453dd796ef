"""How operations take many items: each argument is a column, in which what belongs to the items lies one behind the other.

Beside a column whose items differ in length stands where each of them ends. Statuses are a byte for each item: the status's code without
its sign, and 0 for OK.
"""

from akela.lang import INVALID_KEY, INVALID_SIGNATURE, OK, Public, Slice, Status, helper, u8, u64


@helper
def start(ends: Slice[Public[u64]], i: int) -> int:
    """Where item i of a column begins."""
    if i == 0:
        return 0
    return int(ends[i - 1])


@helper
def code(status: Status) -> Public[u8]:
    """The byte for a status."""
    if status == OK:
        return u8(0)
    elif status == INVALID_KEY:
        return u8(9)
    elif status == INVALID_SIGNATURE:
        return u8(8)
    else:
        return u8(3)
