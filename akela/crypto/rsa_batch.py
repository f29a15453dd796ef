"""Signatures of many messages with one RSA key, made and checked together: what `akela.batch` calls for lists with one key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from akela.crypto.arguments import octets
from akela.crypto.columns import Together
from akela.crypto.padding import SignaturePadding, digest
from akela.exceptions import AkelaError, InvalidKey, InvalidSignature
from akela.executions import default_execution

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from akela.crypto.rsa import RSAPrivateKey, RSAPublicKey

__all__ = ["sign_together", "verify_together"]

LANES = 8  # items that take as long as one where the CPU computes side by side
VERIFICATIONS = 64  # that are worth a thread


def sign_together(key: RSAPrivateKey, messages: Sequence[Buffer], hash: str, padding: SignaturePadding) -> Together:
    """`key.sign` of each message. Raises what encoding one of them raises."""
    encoded = [padding.encode(digest(hash, message), hash, key.key_size) for message in messages]
    public = key._public_key

    def run(start: int, stop: int) -> list[bytes | AkelaError]:
        pairs = b"".join(key._blinding.take() for _ in range(start, stop))
        statuses = bytearray(stop - start)
        out = default_execution().rsa_private_many_w64(
            public._modulus, public._exponent, key._parts, pairs, b"".join(encoded[start:stop]), statuses
        )
        wrong = InvalidKey("the computation of the signature was disturbed: it is not confirmed by the public key")
        return [wrong if status else each for status, each in zip(statuses, rows(out, len(public._modulus)), strict=True)]

    return Together(run, LANES)


def verify_together(
    key: RSAPublicKey, signatures: Sequence[Buffer], messages: Sequence[Buffer], hash: str, padding: SignaturePadding
) -> Together:
    """`key.verify` of each signature and message."""
    size = len(key._modulus)
    digests = [digest(hash, message) for message in messages]
    given = [octets(signature, "signature") for signature in signatures]

    def run(start: int, stop: int) -> list[InvalidSignature | None]:
        statuses = bytearray(stop - start)
        data = b"".join(each if len(each) == size else bytes(size) for each in given[start:stop])
        out = default_execution().rsa_public_many_w64(key._modulus, key._exponent, data, statuses)
        return [outcome(i, status, em) for i, status, em in zip(range(start, stop), statuses, rows(out, size), strict=True)]

    def outcome(i: int, status: int, em: bytes) -> InvalidSignature | None:
        try:
            key._check_encoded(None if status else em, given[i], digests[i], hash, padding)
        except InvalidSignature as error:
            return error
        return None

    return Together(run, VERIFICATIONS)


def rows(out: bytes, size: int) -> list[bytes]:
    """What lies one behind the other."""
    return [out[at : at + size] for at in range(0, len(out), size)]
