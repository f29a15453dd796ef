"""Public ints: divisions, conditions, loops whose bounds change, negative steps."""

from akela.lang import BAD_LENGTH, OK, Buffer, Bytes, Public, PublicBytes, Status, helper, kernel, requires, store_le32, truncate, u8, u32


@helper
def digits(n: int, base: int) -> int:
    """How many digits n has."""
    count = 0
    while n > 0:
        n //= base
        count += 1
    return count if count > 0 else 1


@helper
def is_even(n: int) -> bool:
    """Whether n is even."""
    return n % 2 == 0


@helper
def check(n: int) -> Status:
    """A status from a condition."""
    if n < 3 or (n > 40 and not is_even(n)):
        return BAD_LENGTH
    return OK


@kernel
def ints(data: PublicBytes, out: Buffer) -> Status:
    """Leaks: everything."""
    requires(len(out) == 64)
    status = check(len(data))
    if status != OK:
        return status
    total = 0
    limit = len(data)
    for i in range(limit):
        limit -= 1
        total += int(data[i]) * (i + 1)
    store_le32(out, 0, u32(total))
    store_le32(out, 4, u32(total // 7 * 3 + total % 7))
    store_le32(out, 8, u32(total // 16 + (total + 5) % 32))
    store_le32(out, 12, u32(digits(total, 10)))
    store_le32(out, 16, u32(min(total, 1000) + max(len(data), 9)))
    position = 20
    for i in range(len(data) - 1, -1, -2):
        if position >= len(out):
            position = 20
        elif is_even(i) or total > 2000:
            out[position] = u8(data[i])
            position += 1
        else:
            out[position] = truncate(u8, u32(i) + u32(data[i]))
            position += 2
    for i in range(position, len(out)):
        out[i] = 0
    first: Public[u8] = data[0]
    large = first > 127
    out[20] = u8(1) if large and len(data) % 3 != 0 else u8(2)
    if total * 3 // (len(data) + 1) > 100 and (first == 9 or not large):
        out[21] = 77
    return OK


@kernel
def plain_status(data: Bytes, out: Buffer) -> Status:
    """Leaks: the length of data."""
    requires(len(out) == 1)
    out[0] = 5
    return OK if len(data) == 4 else BAD_LENGTH
