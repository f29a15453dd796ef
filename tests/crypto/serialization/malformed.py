"""DER that is wrong in one place: every way to break an encoding, at every element of it. Independent of the code that is tested.

An element is a tag byte and either its content or, where that is made of elements again, a list of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

INTEGER, BIT_STRING, OCTET_STRING, SEQUENCE = 0x02, 0x03, 0x04, 0x30

Element = list  # [tag, bytes | list of elements]


def parse(data: bytes) -> list[Element]:
    """The elements that the data consists of; those in an OCTET STRING too, where its content begins as a SEQUENCE."""
    found: list[Element] = []
    while data:
        tag, size, start = data[0], data[1], 2
        if size & 0x80:
            start += size & 0x7F
            size = int.from_bytes(data[2:start])
        content, data = data[start : start + size], data[start + size :]
        nested = tag & 0x20 or (tag == OCTET_STRING and content[:1] == b"\x30")
        found.append([tag, parse(content) if nested else content])
    return found


def encode(element: Element) -> bytes:
    tag, content = element
    body = content if isinstance(content, bytes) else b"".join(map(encode, content))
    return bytes([tag]) + length(len(body)) + body


def length(size: int) -> bytes:
    if size < 128:
        return bytes([size])
    octets = size.to_bytes((size.bit_length() + 7) // 8)
    return bytes([0x80 | len(octets)]) + octets


def malformations(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Names of mistakes, and the data with each of them."""
    (root,) = parse(data)
    assert encode(root) == data
    yield "a byte behind the end", data + b"\0"
    yield "an element behind the end", data + b"\x05\x00"
    yield from ((f"cut off after {end} of {len(data)} bytes", data[:end]) for end in range(len(data)))
    for path in paths(root):
        for name, replacement in mistakes(at(root, path)):
            yield f"{name} at {path}", spliced(root, path, replacement)


def paths(element: Element) -> Iterator[tuple[int, ...]]:
    """Where elements are: the indices that lead to each."""
    yield ()
    if isinstance(element[1], list):
        for index, child in enumerate(element[1]):
            yield from ((index, *rest) for rest in paths(child))


def at(element: Element, path: tuple[int, ...]) -> Element:
    return at(element[1][path[0]], path[1:]) if path else element


def mistakes(element: Element) -> Iterator[tuple[str, bytes]]:
    """The encodings that the element must not have."""
    whole = encode(element)
    tag, content = element
    body = content if isinstance(content, bytes) else b"".join(map(encode, content))
    size = len(body)
    octets = size.to_bytes(max(1, (size.bit_length() + 7) // 8))
    if size < 128:
        yield "a long form of a short length", bytes([tag, 0x81, size]) + body
    yield "a length with a leading zero", bytes([tag, 0x80 | (len(octets) + 1), 0]) + octets + body
    yield "an indefinite length", bytes([tag, 0x80]) + body + b"\0\0"
    yield "another tag", bytes([tag ^ 0x40]) + whole[1:]
    yield "a tag in long form", bytes([tag | 0x1F, tag & 0x1F]) + whole[1:]
    if tag == INTEGER:
        yield "a needless zero byte", encode([tag, b"\0" + body])
        yield "a negative integer", encode([tag, b"\x80" + body])
        yield "a needless sign byte", encode([tag, b"\xff\xff" + body])
        yield "no integer", encode([tag, b""])
    if tag == BIT_STRING:
        yield "padding bits", encode([tag, b"\x01" + body[1:]])
        yield "more than seven padding bits", encode([tag, b"\x08" + body[1:]])
        yield "a bit string without its first byte", encode([tag, b""])
    if tag == SEQUENCE:
        yield "an element too much", encode([tag, [*content, [0x05, b""]]])
        yield "an element too little", encode([tag, content[:-1]])


def spliced(root: Element, path: tuple[int, ...], replacement: bytes) -> bytes:
    """The encoding of the whole, with other bytes in one place; lengths around it fit."""
    if not path:
        return replacement
    copied = deepcopy(root)
    parent = at(copied, path[:-1])
    children = [encode(child) for child in parent[1]]
    children[path[-1]] = replacement
    parent[1] = b"".join(children)
    return encode(copied)
