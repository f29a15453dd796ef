"""When operations on data pause: often enough for a watchdog, seldom enough to cost nothing.

256 bytes take the slowest cipher on the slowest chip, Triple DES on an ESP8266, about 3 ms. Messages shorter than that are dealt with at
one go; what makes many of them, such as a key derivation, pauses between them.
"""

from akela.lang import helper

PAUSE_BYTES = 256  # a power of two


@helper
def pause_is_due(at: int) -> bool:
    """Whether to pause before byte `at` of data, of which whole blocks come before it."""
    return at > 0 and at & (PAUSE_BYTES - 1) == 0
