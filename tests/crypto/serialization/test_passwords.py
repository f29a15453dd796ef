"""Private keys under a password: the files of `cryptography-vectors`, OpenSSL's and OpenSSH's own, and ours read by them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization

import akela
from akela.crypto.serialization import containers, der, detect, pbes2, pem, schemas
from akela.crypto.serialization.forms import PrivateKeyForms
from akela.crypto.serialization.parts import ECPrivateParts, OKPPrivateParts
from akela.crypto.serialization.pbes2 import PBKDF2Settings, ScryptSettings
from akela.exceptions import InvalidKey, InvalidPassword, LimitExceeded, NotSupported, PasswordNotNeeded, PasswordRequired
from tests.crypto.serialization.peers import KINDS, keys, pkcs8, private_parts, run, traditional, vector

QUICK = PBKDF2Settings(iterations=10)

# Path and password.
VECTORS = {
    "DER_Serialization/ec_private_key_encrypted.der": b"123456",
    "DER_Serialization/enc2-rsa-pkcs8.der": b"baz",
    "Ed25519/ed25519-pkcs8-enc.der": b"password",
    "Ed25519/ed25519-pkcs8-enc.pem": b"password",
    "Ed448/ed448-pkcs8-enc.pem": b"password",
    "PEM_Serialization/ec_private_key_encrypted.pem": b"123456",
    "PKCS8/ec_private_key_encrypted.pem": b"123456",
    "PKCS8/ed25519-scrypt.pem": b"hunter42",
    "PKCS8/enc2-rsa-pkcs8.pem": b"baz",
    "PKCS8/rsa-aes-192-cbc.pem": b"PolarSSLTest",
    "Traditional_OpenSSL_Serialization/key2.pem": b"a123456",
    "Traditional_OpenSSL_Serialization/testrsa-encrypted.pem": b"password",
    "X25519/x25519-pkcs8-enc.der": b"password",
    "X448/x448-pkcs8-enc.pem": b"password",
}
TRIPLE_DES = {
    "PEM_Serialization/rsa_private_key.pem": b"123456",
    "PKCS8/enc-rsa-3des.pem": b"password",
    "PKCS8/rsa_pkcs8_pbes2_pbkdf2_2048_3des_sha224.pem": b"PolarSSLTest",
    "PKCS8/rsa_pkcs8_pbes2_pbkdf2_2048_3des_sha384.pem": b"PolarSSLTest",
    "PKCS8/rsa_pkcs8_pbes2_pbkdf2_2048_3des_sha512.pem": b"PolarSSLTest",
    "Traditional_OpenSSL_Serialization/key1.pem": b"123456",
}
REFUSED = {
    "PKCS8/bad-encryption-oid.pem": "encrypted with 0.24.97.792.97.792.97.792; supported is PBES2 alone",
    "PKCS8/enc-ec-sha1-128-rc4.pem": "encrypted with PKCS #12 with SHA-1 and RC4",
    "PKCS8/enc-rsa-pkcs8-pbkdf2-0iter.pem": "PBKDF2 is to make 0 iterations, expected 1 or more",
    "PKCS8/enc-rsa-pkcs8.pem": "encrypted with PKCS #12 with SHA-1 and 3DES",
    "PKCS8/enc-unknown-algorithm.pem": "a cipher that is not supported, 1.2.840.113549.3.7.23.321.3; supported are aes-128-cbc",
    "PKCS8/enc-unknown-kdf.pem": "a key from 1.2.840.113549.1.5.12.321.321; supported are PBKDF2 and scrypt",
    "PKCS8/enc-unknown-pbkdf2-prf.pem": "a function that is not supported, 1.2.840.113549.2.9.213.321; supported are sha1",
    "PKCS8/pkcs12_s2k_pem-X_9607.pem": "PKCS #12 with SHA-1 and 3DES",
    "PKCS8/rsa-40bitrc2.pem": "PKCS #12 with SHA-1 and 40-bit RC2",
    "PKCS8/rsa-pbewithmd5anddescbc.pem": "PBES1 with MD5 and DES",
    "PKCS8/rsa-rc2-cbc.pem": "a cipher that is not supported, RC2",
    "Traditional_OpenSSL_Serialization/key1-malformed-dek-info.pem": "initial value for des-ede3-cbc has 0 bytes, expected 8",
    "Traditional_OpenSSL_Serialization/key1-malformed-iv.pem": "the initial value in the header DEK-Info is not hexadecimal",
    "Traditional_OpenSSL_Serialization/key1-no-dek-info.pem": "has no header DEK-Info",
    "Traditional_OpenSSL_Serialization/key1-short-iv.pem": "initial value for des-ede3-cbc has 2 bytes, expected 8",
}


def without_public(parts: Any) -> Any:
    return OKPPrivateParts(parts.name, parts.private, None) if isinstance(parts, OKPPrivateParts) else parts


def theirs(data: bytes, password: bytes) -> Any:
    load = serialization.load_pem_private_key if data.startswith(b"-----") else serialization.load_der_private_key
    return private_parts(load(data, password))


@pytest.mark.parametrize(("path", "password"), [*VECTORS.items(), *TRIPLE_DES.items()])
def test_vectors(path: str, password: bytes) -> None:
    data = vector(path)
    assert detect.private_parts(data, password) == detect.private_parts(data, password.decode()) == without_public(theirs(data, password))
    with pytest.raises(InvalidPassword, match="does not open the private key, or the key was altered"):
        detect.private_parts(data, password + b"x")
    with pytest.raises(PasswordRequired):
        detect.private_parts(data)


@pytest.mark.parametrize("path", REFUSED)
def test_refused(path: str) -> None:
    with pytest.raises(InvalidKey, match=REFUSED[path]):
        detect.private_parts(vector(path), b"password")


@pytest.mark.parametrize("kind", KINDS)
def test_cryptography_reads_ours(kind: str) -> None:
    key = keys()[kind]
    ours = pbes2.encrypt(pkcs8(key), b"secret", QUICK, "aes-256-cbc")
    assert theirs(ours, b"secret") == private_parts(key)
    assert detect.private_parts(ours, b"secret") == without_public(private_parts(key))


@pytest.mark.parametrize("cipher", ["aes-128-cbc", "aes-192-cbc", "aes-256-cbc"])
@pytest.mark.parametrize("kdf", [*(PBKDF2Settings(hash, 10) for hash in pbes2.HMACS.values()), ScryptSettings(16, 8, 1)], ids=repr)
def test_openssl_reads_ours(kdf: PBKDF2Settings | ScryptSettings, cipher: str) -> None:
    key = keys()["P-256"]
    ours = pem.write_block("ENCRYPTED PRIVATE KEY", pbes2.encrypt(pkcs8(key), b"secret", kdf, cipher))
    assert run("openssl", "pkcs8", "-passin", "pass:secret", "-outform", "DER", given=ours)
    assert detect.private_parts(ours, "secret") == private_parts(key)


@pytest.mark.parametrize("prf", ["hmacWithSHA1", "hmacWithSHA224", "hmacWithSHA256", "hmacWithSHA384", "hmacWithSHA512"])
@pytest.mark.parametrize("cipher", ["aes-128-cbc", "aes-192-cbc", "aes-256-cbc", "des3"])
def test_openssl_pkcs8(prf: str, cipher: str) -> None:
    key = keys()["X448"]
    options = ("-v2", cipher, "-v2prf", prf, "-iter", "10", "-passout", "pass:secret")
    written = run("openssl", "pkcs8", "-topk8", "-inform", "DER", *options, given=pkcs8(key))
    assert detect.private_parts(written, b"secret") == without_public(private_parts(key))


def test_openssl_scrypt() -> None:
    key = keys()["Ed25519"]
    options = ("-scrypt", "-scrypt_N", "16", "-scrypt_r", "1", "-scrypt_p", "2", "-passout", "pass:secret")
    written = run("openssl", "pkcs8", "-topk8", "-inform", "DER", *options, given=pkcs8(key))
    assert detect.private_parts(written, b"secret") == without_public(private_parts(key))


@pytest.mark.parametrize("cipher", ["aes128", "aes192", "aes256", "des3"])
@pytest.mark.parametrize(("program", "kind"), [("ec", "P-384"), ("rsa", "RSA")])
def test_openssl_traditional(program: str, kind: str, cipher: str) -> None:
    key = keys()[kind]
    extra = ("-traditional",) if program == "rsa" else ()
    written = run("openssl", program, *extra, "-inform", "DER", f"-{cipher}", "-passout", "pass:secret", given=traditional(key))
    assert b"DEK-Info" in written
    assert detect.private_parts(written, b"secret") == private_parts(key)
    with pytest.raises(InvalidPassword):
        detect.private_parts(written, b"wrong")


def test_altered_ciphertext() -> None:
    """Whatever is altered, the message is the same: it says nothing of the padding."""
    ours = pbes2.encrypt(pkcs8(keys()["Ed25519"]), b"secret", QUICK, "aes-128-cbc")
    found = der.read(schemas.ENCRYPTED_PRIVATE_KEY_INFO, ours, "")
    sealed = found["encryptedData"]
    messages = set()
    for data in (sealed[:-1], sealed[:-16], b"", bytes([sealed[0] ^ 1]) + sealed[1:], sealed[:-1] + bytes([sealed[-1] ^ 1])):
        altered = der.write(schemas.ENCRYPTED_PRIVATE_KEY_INFO, found | {"encryptedData": data})
        with pytest.raises(InvalidPassword) as caught:
            detect.private_parts(altered, b"secret")
        messages.add(str(caught.value))
    assert len(messages) == 1


@pytest.mark.parametrize(
    ("kdf", "error", "message"),
    [
        (PBKDF2Settings(iterations=0), InvalidKey, "to make 0 iterations"),
        (PBKDF2Settings(iterations=-1), InvalidKey, "to make -1 iterations"),
        (PBKDF2Settings(iterations=pbes2.MAX_ITERATIONS + 1), LimitExceeded, "to make 10000001 iterations, allowed are 10000000"),
        (ScryptSettings(n=15), InvalidKey, "n = 15, r = 8, p = 5; n has to be a power of two"),
        (ScryptSettings(n=1), InvalidKey, "n = 1"),
        (ScryptSettings(r=0), InvalidKey, "r = 0"),
        (ScryptSettings(n=1 << 30), LimitExceeded, "allowed are"),
        (ScryptSettings(p=1 << 20), LimitExceeded, "allowed are"),
    ],
)
def test_work_out_of_reason(kdf: Any, error: type[Exception], message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file may not ask for endless work, nor may a caller."""
    with pytest.raises(error, match=message):
        pbes2.encrypt(b"", b"secret", kdf, "aes-256-cbc")
    with monkeypatch.context() as patched:
        patched.setattr(pbes2, "_derive", lambda kdf, password, salt, size: bytes(size))
        asking = pbes2.encrypt(b"", b"secret", kdf, "aes-256-cbc")
    with pytest.raises(error, match=message):
        detect.private_parts(asking, b"secret")


def test_key_length_that_does_not_fit() -> None:
    found = der.read(schemas.ENCRYPTED_PRIVATE_KEY_INFO, pbes2.encrypt(b"", b"secret", QUICK, "aes-256-cbc"), "")
    scheme = der.read(schemas.PBES2_PARAMS, found["encryptionAlgorithm"]["parameters"], "")
    parameters = der.read(schemas.PBKDF2_PARAMS, scheme["keyDerivationFunc"]["parameters"], "")
    scheme["keyDerivationFunc"]["parameters"] = der.write(schemas.PBKDF2_PARAMS, parameters | {"keyLength": 16})
    found["encryptionAlgorithm"]["parameters"] = der.write(schemas.PBES2_PARAMS, scheme)
    with pytest.raises(InvalidKey, match="a key of 16 bytes under a cipher that takes 32"):
        detect.private_parts(der.write(schemas.ENCRYPTED_PRIVATE_KEY_INFO, found), b"secret")


def test_needless_password() -> None:
    key = keys()["P-256"]
    for data in (pkcs8(key), traditional(key), pem.write_block("PRIVATE KEY", pkcs8(key)), '{"kty": "EC"}', {"kty": "EC"}):
        with pytest.raises(PasswordNotNeeded, match="a password was given, and the private key is not encrypted"):
            detect.private_parts(data, b"password")


class Ed25519PrivateKey(PrivateKeyForms):
    """Of a key class, what writing asks for."""

    __slots__ = ()

    def private_bytes_raw(self) -> bytes:
        return b"s" * 32

    def public_key(self) -> Any:
        return self

    def public_bytes_raw(self) -> bytes:
        return b"p" * 32


def test_the_method() -> None:
    """`to_pem(password=…)` writes what the defaults promise, and refuses what would not be kept secret."""
    key = Ed25519PrivateKey()
    written = key.to_pem(password="secret")
    assert detect.private_parts(written, b"secret") == containers.read_pkcs8(key.to_der())
    described = run("openssl", "asn1parse", given=written).decode()
    assert all(part in described for part in ("PBES2", "PBKDF2", f"{600_000:X}", "hmacWithSHA256", "aes-256-cbc"))
    assert key.to_der(password=b"secret", kdf=QUICK) != key.to_der(password=b"secret", kdf=QUICK)
    with pytest.raises(ValueError, match="the password is empty; None writes the key unencrypted"):
        key.to_pem(password="")
    with pytest.raises(ValueError, match="the form 'sec1' has no place for a password; use 'pkcs8'"):
        key.to_pem("sec1", password="secret")
    with pytest.raises(ValueError, match="keys are not written under 'des-ede3-cbc'"):
        key.to_pem(password="secret", cipher="des-ede3-cbc")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="expected one of sha1, sha224"):
        key.to_pem(password="secret", kdf=PBKDF2Settings("md5", 1))


OPENSSH = ("ecdsa", "ed25519", "rsa")


@pytest.mark.parametrize("kind", OPENSSH)
def test_openssh_vectors(kind: str) -> None:
    for name, password in ((f"{kind}-nopsw", None), (f"{kind}-psw", b"password")):
        data = vector(f"OpenSSH/{name}.key")
        found = detect.private_parts(data, password)
        assert found == private_parts(serialization.load_ssh_private_key(data, password))
    with pytest.raises(PasswordRequired):
        detect.private_parts(vector(f"OpenSSH/{kind}-psw.key"))
    with pytest.raises(InvalidPassword):
        detect.private_parts(vector(f"OpenSSH/{kind}-psw.key"), b"wrong")
    with pytest.raises(PasswordNotNeeded):
        detect.private_parts(vector(f"OpenSSH/{kind}-nopsw.key"), b"password")


OPENSSH_CIPHERS = ("aes128-cbc", "aes192-ctr", "aes256-cbc", "aes256-ctr", "aes128-gcm@openssh.com", "aes256-gcm@openssh.com")


@pytest.mark.parametrize("cipher", OPENSSH_CIPHERS)
def test_openssh_ciphers(cipher: str, tmp_path: Path) -> None:
    path = tmp_path / "key"
    run("ssh-keygen", "-q", "-t", "ecdsa", "-b", "521", "-N", "secret", "-Z", cipher, "-f", str(path))
    found = detect.private_parts(path.read_bytes(), b"secret")
    assert isinstance(found, ECPrivateParts)
    assert found.point == detect.public_parts(run("ssh-keygen", "-y", "-P", "secret", "-f", str(path))).point  # type: ignore[union-attr]


def test_openssh_keys_that_are_refused() -> None:
    for name, message in (("dsa-nopsw", "type 'ssh-dss' are not supported"), ("sk-ed25519-nopsw", "in a security token")):
        with pytest.raises(InvalidKey, match=message):
            detect.private_parts(vector(f"OpenSSH/{name}.key"))
    (block,) = pem.read_blocks(vector("OpenSSH/ed25519-psw.key"))
    other = pem.write_block("OPENSSH PRIVATE KEY", block.data.replace(b"aes256-ctr", b"aes256-xyz"))
    with pytest.raises(NotSupported, match="encrypted with 'aes256-xyz' and 'bcrypt'; `ssh-keygen -p -Z"):
        detect.private_parts(other, b"password")


def test_openssh_with_gcm() -> None:
    data = vector("OpenSSH/ed25519-aesgcm-psw.key")
    assert detect.private_parts(data, b"password") == private_parts(serialization.load_ssh_private_key(data, b"password"))
    with pytest.raises(InvalidPassword):
        detect.private_parts(data, b"wrong")


def test_without_bcrypt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "bcrypt", None)
    with pytest.raises(NotSupported, match=r"need the package bcrypt: pip install 'akela\[openssh\]'"):
        detect.private_parts(vector("OpenSSH/ed25519-psw.key"), b"password")


@pytest.mark.parametrize("kind", OPENSSH)
def test_openssh_altered(kind: str) -> None:
    """A byte changed anywhere, or the file cut off anywhere, is refused or is another comment."""
    (block,) = pem.read_blocks(vector(f"OpenSSH/{kind}-nopsw.key"))
    expected = detect.private_parts(vector(f"OpenSSH/{kind}-nopsw.key"))
    refused = 0
    for index in range(len(block.data)):
        changed = block.data[:index] + bytes([block.data[index] ^ 1]) + block.data[index + 1 :]
        for altered in (changed, block.data[:index]):
            try:
                assert detect.private_parts(pem.write_block("OPENSSH PRIVATE KEY", altered)) != expected or altered == changed
            except InvalidKey:
                refused += 1
    assert refused > len(block.data)


def test_passwords_that_utf_8_has_not() -> None:
    """No exception of the codec, which would hold the whole password."""
    key = akela.Ed25519PrivateKey.generate()
    written = key.to_pem(password="secret \udc80", kdf=QUICK)
    assert akela.Ed25519PrivateKey.load(written, "secret \udc80").private_bytes_raw() == key.private_bytes_raw()
    with pytest.raises(InvalidPassword):
        detect.private_parts(written, "another \udc80")
    with pytest.raises(InvalidKey):
        detect.private_parts("\udc80")
