"""The data type of words that go into HASH and CRYP and come out: RM0033, sections "Data type"."""

from __future__ import annotations


def octets(word: int, datatype: int) -> bytes:
    """The bytes that a word of data stands for: 0 as a number, 1 by halfwords, 2 by bytes, 3 by bits, each least significant first."""
    plain = word.to_bytes(4, "big")
    match datatype:
        case 0:
            return plain
        case 1:
            return plain[2:] + plain[:2]
        case 2:
            return plain[::-1]
    return int(f"{word:032b}"[::-1], 2).to_bytes(4, "big")


def word_of(content: bytes, datatype: int) -> int:
    """The word that stands for four bytes: every one of the swaps is its own inverse."""
    return int.from_bytes(octets(int.from_bytes(content, "big"), datatype), "big")
