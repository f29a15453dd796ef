"""What a user's program is told by mypy --strict: results have their types, and none is an Any that hides a mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

api = pytest.importorskip("mypy.api", reason="mypy is in the extra `dev`")

PROGRAM = '''
from akela import (
    AESCBC, AESGCM, CMAC, DRBG, FFDHE2048, HKDF, OAEP, P256, PSS, ChaCha20Poly1305, DHPrivateKey, ECPrivateKey, Ed25519PrivateKey,
    RSAPrivateKey, X25519PrivateKey, batch, hashlib, hmac, load_private_key, random_bytes, secrets, sha256, shake128,
)
from akela.legacy import ARC4


def hashes(data: bytes) -> tuple[bytes, bytes, str, bytes, str]:
    h = hashlib.sha256(data, usedforsecurity=False)
    h.update(bytearray(data))
    named = hashlib.new("sha3_256", data).copy()
    return h.digest(), hashlib.shake_128(data).digest(20), named.hexdigest(), hashlib.blake2b(data).digest() + shake128(data, 5), h.name


def macs(key: bytes, data: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    return hmac.new(key, data, hashlib.sha256).digest(), hmac.digest(key, data, "md5"), CMAC(key).finalize(), sha256(data)


def ciphers(key: bytes, data: bytes) -> tuple[bytes, bytes, int, bytes, bytes]:
    sealing, opening = AESGCM(key).seal_stream(data, None), ChaCha20Poly1305(key).open_stream(data, b"")
    written = AESGCM(key).encrypt_into(data, data, None, bytearray(5))
    sealed, encrypted = sealing.update(data) + sealing.finalize(), AESCBC(key).encrypt(data, data)
    return sealed, opening.finalize(data), written, encrypted, ARC4(key).encrypt(data)


def keys(data: bytes) -> tuple[bytes, bytes, bytes, bytes, bytes, dict[str, str]]:
    rsa, ec = RSAPrivateKey.generate(2048), ECPrivateKey.generate(P256)
    rsa.public_key().verify(rsa.sign(data, hash="sha256", padding=PSS()), data, hash="sha256", padding=PSS())
    x, dh, ed = X25519PrivateKey.generate(), DHPrivateKey.generate(FFDHE2048), Ed25519PrivateKey.generate()
    secret, pem = dh.exchange(dh.public_key()), load_private_key(data).to_pem()
    encrypted = rsa.public_key().encrypt(data, padding=OAEP())
    return encrypted, ec.exchange(ec.public_key()), x.exchange(x.public_key()), secret, pem, ed.to_jwk()


def others(data: bytes) -> tuple[list[bytes], list[bytes], bytes, bytes, int, bytes, float]:
    derived = HKDF("sha256", 32).derive(data)
    drawn = secrets.choice([1, 2]) + secrets.randbits(5)
    sealed = batch.seal(AESGCM(data), [data], [data])
    return batch.hash("sha256", [data]), sealed, derived, random_bytes(5), drawn, DRBG().generate(5), secrets.SystemRandom().random()
'''

MISTAKES = '''
from akela import AESGCM, ECPrivateKey, hashlib, X25519PrivateKey, P256
hashlib.sha256("text")
hashlib.sha256(b"").digest(5)
hashlib.shake_128(b"").digest()
AESGCM(b"").encrypt(b"", b"")
text: str = hashlib.sha256(b"").digest()
X25519PrivateKey.generate().exchange(ECPrivateKey.generate(P256).public_key())
'''


def checked(program: str, folder: Path) -> tuple[str, int]:
    """What mypy says of a program, and its exit status."""
    source = folder / "program.py"
    source.write_text(program, encoding="utf-8")
    said, _, status = api.run(["--strict", "--follow-imports=silent", f"--cache-dir={folder}", "--config-file=", str(source)])
    return said, status


def test_a_program_that_is_right(tmp_path: Path) -> None:
    said, status = checked(PROGRAM, tmp_path)
    assert status == 0, said


def test_mistakes_are_found(tmp_path: Path) -> None:
    """One in each line, so that no type is an Any."""
    said, _ = checked(MISTAKES, tmp_path)
    found = {int(line.split(":")[1]) for line in said.splitlines() if ": error:" in line}
    assert found == set(range(3, 9)), said
