"""The single-dash arguments of the published benchmark programs, as arguments of `akela bench`.

`-?`, `-lng 0`, `-base10`, `-no_aad`, `-csv`, `-threads 2`, `-cipher`, `-digest`, `-mac`, the name of any algorithm (`-aes-cbc`), and a bare
number for the block size.
"""

from __future__ import annotations

from collections.abc import Sequence

from akela.catalogue import ALGORITHMS
from akela.suggest import suggest

_FLAGS = {"-base10": "--base10", "-no_aad": "--no-aad", "-csv": "--csv"}
_GROUPS = {
    "-cipher": ("cipher", "aead"),
    "-digest": ("hash",),
    "-mac": ("mac",),
    "-hmac": tuple(a.name for a in ALGORITHMS if a.name.startswith("hmac-")),
    "-sha": ("sha1",),
    "-sha3": ("sha3_224", "sha3_256", "sha3_384", "sha3_512"),
    "-shake": ("shake128", "shake256"),
    "-ripemd": ("ripemd160",),
    "-hmac-sha": ("hmac-sha1",),
    "-sha2": ("sha224", "sha256", "sha384", "sha512"),
}
_TAKE_A_VALUE = ("--block-bytes", "--min-seconds", "--layout", "--threads", "--compare", "--vs", "--plot")


class ArgumentError(ValueError):
    """A single-dash argument that has no meaning here."""


def known() -> dict[str, tuple[str, ...]]:
    """Every single-dash argument without a value, and what it stands for."""
    flags = {name: (option,) for name, option in _FLAGS.items()}
    return {**flags, **_GROUPS, **{f"-{a.name}": (a.name,) for a in ALGORITHMS}}


def translate(arguments: Sequence[str]) -> list[str]:
    """The arguments with every published spelling replaced by Akela's.

    Raises ArgumentError naming the argument, and what to write instead.
    """
    spellings = known()
    result: list[str] = []
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        if argument == "-lng":
            language = rest.pop(0) if rest else "(nothing)"
            if language != "0":
                raise ArgumentError(f"-lng {language}: the table is printed in English only; write -lng 0 or leave it out")
        elif argument in ("-help", "-?"):
            result.append("--help")
            if rest and rest[0].isdigit():  # its language
                rest.pop(0)
        elif argument == "-threads":
            if not rest:
                raise ArgumentError("-threads takes a number; write -threads 2")
            result += ["--threads", rest.pop(0)]
        elif argument in spellings:
            result += spellings[argument]
        elif argument in _TAKE_A_VALUE:
            result += [argument, *rest[:1]]
            del rest[:1]
        elif argument.isdigit():
            result += ["--block-bytes", argument]
        elif argument.startswith("-") and not argument.startswith("--") and len(argument) > 2:
            names = (*spellings, "-help", "-lng", "-threads")
            raise ArgumentError(f"{argument} is no argument of `akela bench`, which --help lists; {suggest(argument, names)}")
        else:
            result.append(argument)
    return result
