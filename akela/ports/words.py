"""What several drivers need of words."""

from akela.lang import helper, rotl, rotr, u32


@helper
def bytes_reversed(x: u32) -> u32:
    """A big-endian word as one that is least significant byte first, and back."""
    return (rotl(x, 8) & 0x00FF_00FF) | (rotr(x, 8) & 0xFF00_FF00)
