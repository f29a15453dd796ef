"""The single-dash arguments of the published benchmark programs, as options of `akela bench`.

`-lng 0`, `-base10`, `-no_aad`, `-csv`, `-threads 2`, `-cipher`, `-digest`, `-mac`, `-aes-cbc`, `-sha256`, and a bare number
for the block size.
"""

from __future__ import annotations

from collections.abc import Sequence

from akela.catalogue import ALGORITHMS

_FLAGS = {"-base10": "--base10", "-no_aad": "--no-aad", "-csv": "--csv"}
_WITH_VALUE = {"-threads": "--threads"}
_FAMILIES = {"-cipher": ("cipher", "aead"), "-digest": ("hash",), "-mac": ("mac",)}
_NAMES = {
    "-aes-cbc": "aes-cbc",
    "-aes-ctr": "aes-ctr",
    "-aes-ecb": "aes-ecb",
    "-chacha20": "chacha20",
    "-chacha20-poly1305": "chacha20-poly1305",
    "-poly1305": "poly1305",
    "-sha224": "sha224",
    "-sha256": "sha256",
    "-sha384": "sha384",
    "-sha512": "sha512",
    "-sha2": "sha256",
    **{f"-hmac-sha{bits}": f"hmac-sha{bits}" for bits in (224, 256, 384, 512)},
}


class ArgumentError(ValueError):
    """A single-dash argument that has no meaning here."""


def translate(arguments: Sequence[str]) -> list[str]:
    """The arguments with every published spelling replaced by Akela's.

    Raises ArgumentError naming the argument, and what to write instead.
    """
    result: list[str] = []
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        if argument == "-lng":
            language = rest.pop(0) if rest else ""
            if language != "0":
                raise ArgumentError(f"-lng {language}: the table is printed in English only; write -lng 0 or leave it out")
        elif argument in _FLAGS:
            result.append(_FLAGS[argument])
        elif argument in _WITH_VALUE:
            if not rest:
                raise ArgumentError(f"{argument} takes a number, such as {argument} 2")
            result += [_WITH_VALUE[argument], rest.pop(0)]
        elif argument in _FAMILIES:
            result += _FAMILIES[argument]
        elif argument in _NAMES:
            result.append(_NAMES[argument])
        elif argument.isdigit() and (not result or not result[-1].startswith("--") or result[-1] in _FLAGS.values()):
            result += ["--block-bytes", argument]
        elif argument.startswith("-") and not argument.startswith("--") and len(argument) > 2:
            known = ", ".join(sorted((*_FLAGS, *_WITH_VALUE, *_FAMILIES, *_NAMES, "-lng")))
            raise ArgumentError(f"{argument} is not known; the single-dash arguments are {known}; `akela bench --help` lists the others")
        else:
            result.append(argument)
    return result


def algorithm_names() -> tuple[str, ...]:
    """What may be named on the command line: algorithms, then families."""
    return (*(a.name for a in ALGORITHMS), *dict.fromkeys(a.family for a in ALGORITHMS))
