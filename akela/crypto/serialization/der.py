"""DER (ITU-T X.690), read strictly: `read` and `write` turn the structures of `schemas.py` into plain Python values and back.

What is read is written again and compared, since every value has one encoding in DER: that refuses long-form lengths, integers with
needless leading zeros, set padding bits, defaults that are spelled out and everything else that a BER reader lets pass.
A SEQUENCE is a dict, in which absent optional fields are None, a CHOICE a dict of one; an OBJECT IDENTIFIER is its dotted text.
"""

from __future__ import annotations

from typing import Any

from pyasn1.codec.der.decoder import decode
from pyasn1.codec.der.encoder import encode
from pyasn1.error import PyAsn1Error
from pyasn1.type import univ

from akela.exceptions import InvalidKey, bytes_of

MAX_BYTES = 1 << 15  # an RSA private key of 16384 bits has a third of it; parsing much more would take seconds


def read(schema: Any, data: bytes, what: str) -> Any:
    """The value of this schema that `data` is. Raises InvalidKey, calling the data `what`, where it is anything else."""
    if len(data) > MAX_BYTES:
        raise InvalidKey(f"{what} has {bytes_of(len(data))}; no key has more than {MAX_BYTES}")
    try:
        value, rest = decode(data, asn1Spec=schema)
        canonical = not rest and encode(value) == data
    except (PyAsn1Error, ValueError, TypeError, LookupError, ArithmeticError, RecursionError):
        # `from None`: the parser quotes what it was given.
        raise InvalidKey(f"{what} does not have the structure that it should have, or was cut off") from None
    if rest:
        raise InvalidKey(f"{what} has {bytes_of(len(rest))} behind its end")
    if not canonical:
        raise InvalidKey(f"{what} is not in DER: a length, an integer, a default or padding bits are not encoded in the one way allowed")
    return _plain(value, what)


def write(schema: Any, value: Any) -> bytes:
    """The DER encoding of a value that has the form that `read` gives."""
    return bytes(encode(_filled(schema, value)))


def child_tags(data: bytes) -> tuple[int, ...]:
    """The first tag byte of each element of a SEQUENCE; raises InvalidKey where the data is none."""
    return tuple(element[0] for element in read(univ.SequenceOf(componentType=univ.Any()), data, "what was given as DER"))


def _plain(value: Any, what: str) -> Any:
    match value:
        case univ.Choice():
            return {value.getName(): _plain(value.getComponent(), what)}
        case univ.Sequence():
            names = [field.name for field in value.componentType.namedTypes]
            return {name: _plain(value[name], what) if value[name].isValue else None for name in names}
        case univ.SequenceOf() | univ.SetOf():
            return [_plain(element, what) for element in value]
        case univ.BitString():
            if len(value) % 8:
                raise InvalidKey(f"{what} has a bit string of {len(value)} bits, expected whole bytes")
            return bytes(value.asOctets())
        case univ.Integer():
            return int(value)
        case univ.ObjectIdentifier():
            return str(value)
        case univ.Null():
            return b""
        case _:
            return bytes(value)


def _filled(schema: Any, value: Any) -> Any:
    match schema:
        case univ.Sequence() | univ.Choice():
            filled = schema.clone()
            for name, part in value.items():
                if part is not None:
                    filled[name] = _filled(schema.componentType[name].asn1Object, part)
            return filled
        case univ.BitString():
            return schema.clone(hexValue=value.hex())
        case _:
            return schema.clone(value)
