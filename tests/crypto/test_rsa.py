"""RSA key objects: signatures and encryption with other libraries, what is refused, and what does not show."""

from __future__ import annotations

import os
import pickle
import threading
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from Crypto.Cipher import PKCS1_OAEP, PKCS1_v1_5
from Crypto.Hash import SHA256
from Crypto.PublicKey import RSA
from Crypto.Signature import pss
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding as openssl
from hypothesis import given, settings
from hypothesis import strategies as st

import akela
from akela import MGF1, OAEP, PSS, DecryptionFailed, InvalidKey, InvalidSignature, PKCS1v15, RSAPrivateKey, RSAPublicKey
from akela.crypto.rsa_blinding import USES, Blinding
from akela.exceptions import InvalidLength, InvalidParameter
from akela.legacy import rsa as legacy

OPENSSL_PSS = openssl.PSS(openssl.MGF1(hashes.SHA256()), openssl.PSS.DIGEST_LENGTH)
OPENSSL_OAEP = openssl.OAEP(openssl.MGF1(hashes.SHA256()), hashes.SHA256(), None)
NUMBERS = ("n", "e", "d", "p", "q", "dmp1", "dmq1", "iqmp")


@cache
def key() -> RSAPrivateKey:
    """A key for all tests: generating one takes its time."""
    return RSAPrivateKey.generate(2048)


@cache
def small_key() -> legacy.RSAPrivateKey:
    return legacy.RSAPrivateKey.generate(1024)


def numbers(of: RSAPrivateKey) -> dict[str, int]:
    return {name: getattr(of, name) for name in NUMBERS}


# --- blinding -----------------------------------------------------------------------------------------------------------------------------


def pair_holds(pair: bytes) -> bool:
    """Whether the first number is the power with e of what the other is the inverse of."""
    n, size = key().n, len(pair) // 2
    return int.from_bytes(pair[:size], "big") * pow(int.from_bytes(pair[size:], "big"), key().e, n) % n == 1


def test_no_blinding_is_used_twice() -> None:
    """Not in one thread, beyond the end of a row of pairs that follow from one another, and not in several."""
    blinding = Blinding(key().public_key())
    found = [blinding.take() for _ in range(USES + 3)]
    threads = [threading.Thread(target=lambda: found.extend(blinding.take() for _ in range(10))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == len(found) == USES + 3 + 40
    assert all(map(pair_holds, found))
    n, size = key().n, len(found[0]) // 2
    follows = [int.from_bytes(a[:size], "big") ** 2 % n == int.from_bytes(b[:size], "big") for a, b in pairwise(found[: USES + 3])]
    assert [i for i, yes in enumerate(follows) if not yes] == [USES - 1]


def test_random_bytes_without_an_inverse_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    size = key().key_size // 8
    drawn = iter([bytes(size), key().p.to_bytes(size, "big"), (2).to_bytes(size, "big")])
    monkeypatch.setattr("akela.crypto.rsa_blinding.random_bytes", lambda count: next(drawn))
    assert int.from_bytes(Blinding(key().public_key()).take()[:size], "big") == pow(2, key().e, key().n)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_child_process_has_other_blinding() -> None:
    blinding = Blinding(key().public_key())
    blinding.take()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writer, blinding.take())
        os._exit(0)
    os.waitpid(child, 0)
    theirs = os.read(reader, 512)
    os.close(reader)
    os.close(writer)
    assert pair_holds(theirs)
    assert theirs != blinding.take()


# --- signatures ---------------------------------------------------------------------------------------------------------------------------


@settings(max_examples=5, deadline=None)
@given(message=st.binary(max_size=300))
def test_signatures_verify_elsewhere(message: bytes) -> None:
    theirs = key().public_key().to_cryptography()
    theirs.verify(key().sign(message, hash="sha256", padding=PSS()), message, OPENSSL_PSS, hashes.SHA256())
    theirs.verify(key().sign(message, hash="SHA-512/256", padding=PKCS1v15()), message, openssl.PKCS1v15(), hashes.SHA512_256())
    pss.new(RSA.import_key(key().public_key().to_der())).verify(SHA256.new(message), key().sign(message, hash="sha256", padding=PSS()))


@settings(max_examples=5, deadline=None)
@given(message=st.binary(max_size=300))
def test_signatures_of_others_verify(message: bytes) -> None:
    theirs, ours = key().to_cryptography(), key().public_key()
    ours.verify(theirs.sign(message, OPENSSL_PSS, hashes.SHA256()), message, hash="sha256", padding=PSS())
    ours.verify(theirs.sign(message, openssl.PKCS1v15(), hashes.SHA3_384()), message, hash="sha3_384", padding=PKCS1v15())


@pytest.mark.parametrize("padding", [PSS(), PSS(MGF1("sha1"), 10), PSS(salt_length=PSS.MAX_LENGTH), PKCS1v15()], ids=repr)
def test_altered_signatures(padding: Any) -> None:
    signature, public = key().sign(b"message", hash="sha384", padding=padding), key().public_key()
    assert public.verify(signature, b"message", hash="sha384", padding=padding) is None
    public.verify_digest(signature, akela.sha384(b"message"), hash="sha384", padding=padding)
    altered = bytes([signature[0]]) + bytes([signature[1] ^ 1]) + signature[2:]
    for bad in (altered, signature[1:], signature + b"\0", b"", b"\xff" * len(signature), bytes(len(signature))):
        with pytest.raises(InvalidSignature):
            public.verify(bad, b"message", hash="sha384", padding=padding)
    with pytest.raises(InvalidSignature):
        public.verify(signature, b"another", hash="sha384", padding=padding)
    with pytest.raises(InvalidSignature):
        public.verify(signature, b"message", hash="sha512", padding=padding)


def test_salt_lengths() -> None:
    signature = key().sign(b"message", hash="sha256", padding=PSS(salt_length=20))
    for salt_length, fits in ((20, True), (PSS.AUTO, True), (PSS.DIGEST_LENGTH, False), (PSS.MAX_LENGTH, False), (0, False)):
        if fits:
            key().public_key().verify(signature, b"message", hash="sha256", padding=PSS(salt_length=salt_length))
        else:
            with pytest.raises(InvalidSignature):
                key().public_key().verify(signature, b"message", hash="sha256", padding=PSS(salt_length=salt_length))
    with pytest.raises(InvalidLength):
        key().sign(b"message", hash="sha256", padding=PSS(salt_length=1000))
    for bad in (-1, "longest"):
        with pytest.raises(InvalidParameter, match="salt_length"):
            PSS(salt_length=bad)  # type: ignore[arg-type]


def test_digests_of_another_size() -> None:
    with pytest.raises(InvalidLength, match="the digest has 20 bytes, expected the 32 of sha256"):
        key().sign_digest(bytes(20), hash="sha256", padding=PSS())


def test_broken_hashes_are_legacy() -> None:
    for name in ("md5", "sha1"):
        with pytest.raises(InvalidParameter, match=r"akela\.legacy\.rsa"):
            key().sign(b"message", hash=name, padding=PKCS1v15())
        with pytest.raises(InvalidParameter, match=r"akela\.legacy\.rsa"):
            key().public_key().verify(bytes(256), b"message", hash=name, padding=PKCS1v15())
        signature = small_key().sign(b"message", hash=name, padding=PKCS1v15())
        small_key().public_key().verify(signature, b"message", hash=name, padding=PKCS1v15())


def test_a_disturbed_computation_lets_nothing_out() -> None:
    """A signature that is right modulo one prime alone would give the other away."""
    faulty = RSAPrivateKey.from_numbers(**numbers(key()))
    parts = bytearray(faulty._parts)
    parts[len(parts) // 5 * 2 + 40] ^= 1  # dP
    object.__setattr__(faulty, "_parts", bytes(parts))
    with pytest.raises(InvalidKey):
        faulty.sign(b"message", hash="sha256", padding=PKCS1v15())


def test_threads() -> None:
    signatures: list[bytes] = []
    shared = key()

    def sign() -> None:
        signatures.extend(shared.sign(b"message", hash="sha256", padding=PKCS1v15()) for _ in range(5))

    threads = [threading.Thread(target=sign) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(signatures) == 20 and len(set(signatures)) == 1


# --- encryption ---------------------------------------------------------------------------------------------------------------------------


@settings(max_examples=5, deadline=None)
@given(message=st.binary(max_size=190))
def test_oaep_with_others(message: bytes) -> None:
    theirs = key().to_cryptography()
    assert theirs.decrypt(key().public_key().encrypt(message, padding=OAEP()), OPENSSL_OAEP) == message
    assert key().decrypt(theirs.public_key().encrypt(message, OPENSSL_OAEP), padding=OAEP()) == message
    other = PKCS1_OAEP.new(RSA.import_key(key().public_key().to_der()), SHA256)
    assert key().decrypt(other.encrypt(message), padding=OAEP()) == message


def test_oaep_labels_and_lengths() -> None:
    public = key().public_key()
    sealed = public.encrypt(b"m" * 190, padding=OAEP(label=b"label"))
    assert key().decrypt(sealed, padding=OAEP(label=b"label")) == b"m" * 190
    for padding in (OAEP(), OAEP(label=b"Label"), OAEP(MGF1("sha1")), OAEP(algorithm="sha512")):
        with pytest.raises(DecryptionFailed, match=r"^decryption failed$"):
            key().decrypt(sealed, padding=padding)
    with pytest.raises(InvalidLength, match="the message has 191 bytes; OAEP with sha256 and this key takes 190 at most"):
        public.encrypt(b"m" * 191, padding=OAEP())
    for bad in (b"", sealed[1:], sealed + b"\0", b"\xff" * 256):
        with pytest.raises(DecryptionFailed):
            key().decrypt(bad, padding=OAEP())


def test_other_paddings_are_refused() -> None:
    for padding in (PKCS1v15(), PSS(), None):
        with pytest.raises(TypeError, match="expected OAEP"):
            key().public_key().encrypt(b"message", padding=padding)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="expected OAEP"):
            key().decrypt(bytes(256), padding=padding)  # type: ignore[arg-type]


@settings(max_examples=10, deadline=None)
@given(message=st.binary(max_size=117), flip=st.integers(0, 1023))
def test_pkcs1v15_encryption_with_others(message: bytes, flip: int) -> None:
    """OpenSSL rejects implicitly, too: an altered ciphertext decrypts to the same message here and there."""
    theirs = small_key().to_cryptography()
    sealed = small_key().public_key().encrypt_pkcs1v15(message)
    assert theirs.decrypt(sealed, openssl.PKCS1v15()) == message
    assert PKCS1_v1_5.new(RSA.import_key(small_key().to_der())).decrypt(sealed, b"sentinel") == message
    assert small_key().decrypt_pkcs1v15(theirs.public_key().encrypt(message, openssl.PKCS1v15())) == message
    altered = (int.from_bytes(sealed, "big") ^ 1 << flip) % small_key().n
    sealed = altered.to_bytes(128, "big")
    assert small_key().decrypt_pkcs1v15(sealed) == theirs.decrypt(sealed, openssl.PKCS1v15())


# --- keys ---------------------------------------------------------------------------------------------------------------------------------


def test_generated_keys() -> None:
    ours = key()
    assert ours.key_size == ours.n.bit_length() == 2048 and ours.e == 65537
    assert ours.public_key() == RSAPublicKey.from_numbers(ours.n, ours.e) and ours != small_key()
    again = RSAPrivateKey.from_numbers(**numbers(ours))
    assert again == ours and numbers(again) == numbers(ours)
    assert RSAPrivateKey.from_cryptography(ours.to_cryptography()) == ours
    assert hash(ours.public_key()) == hash(again.public_key())


@pytest.mark.parametrize("bits", [0, 512, 1024, 2047, 2050, 16384])
def test_sizes_that_are_not_generated(bits: int) -> None:
    with pytest.raises(InvalidParameter, match=rf"bits is {bits}, expected a multiple of 128 from 2048"):
        RSAPrivateKey.generate(bits)


@pytest.mark.parametrize("e", [1, 3, 65536, 65538, 1 << 32])
def test_exponents_that_are_not_generated(e: int) -> None:
    with pytest.raises(InvalidParameter, match=f"public_exponent is {e}"):
        RSAPrivateKey.generate(2048, e)


def test_an_exponent_of_three_loads() -> None:
    theirs = RSA.generate(2048, e=3)
    made = RSAPrivateKey.from_numbers(
        theirs.n, 3, int(theirs.d) % ((theirs.p - 1) * (theirs.q - 1)), theirs.p, theirs.q, theirs.d % (theirs.p - 1),
        theirs.d % (theirs.q - 1), pow(theirs.q, -1, theirs.p),
    )  # fmt: skip
    made.public_key().verify(made.sign(b"m", hash="sha256", padding=PSS()), b"m", hash="sha256", padding=PSS())


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_that_do_not_belong_together(name: str) -> None:
    for change in (2, -2, 1 << 500):
        wrong = {**numbers(key()), name: getattr(key(), name) + change}
        with pytest.raises(InvalidKey):
            RSAPrivateKey.from_numbers(**wrong)
    for value in (0, 1, -1):
        with pytest.raises(InvalidKey):
            RSAPrivateKey.from_numbers(**{**numbers(key()), name: value})


def test_refused_public_numbers() -> None:
    n = key().n
    for modulus, e in (
        (n + 1, 65537),
        (n, 1),
        (n, 2),
        (n, 65536),
        (n, n),
        (n, (1 << 257) + 1),
        (0, 3),
        (-n, 3),
        (1 << 20000 | 1, 3),
        (n, -3),
    ):
        with pytest.raises(InvalidKey):
            RSAPublicKey.from_numbers(modulus, e)


def test_small_keys_are_legacy() -> None:
    with pytest.raises(InvalidKey, match=r"the modulus has 1024 bits, expected 2048 to 16384; akela\.legacy\.rsa has smaller ones"):
        akela.load_private_key(small_key().to_pem())
    assert legacy.RSAPrivateKey.load(small_key().to_pem()) == small_key()
    assert legacy.RSAPublicKey.load(small_key().public_key().to_der()) == small_key().public_key()
    with pytest.raises(InvalidKey):
        RSAPublicKey.from_numbers(small_key().n, 65537)
    with pytest.raises(InvalidKey, match="expected a key for RSAPublicKey"):
        legacy.RSAPublicKey.load(akela.X25519PrivateKey.generate().public_key().to_der())


def test_secrets_do_not_show() -> None:
    for text in (repr(key()), str(key())):
        assert text == "<RSAPrivateKey: 2048 bits>"
    with pytest.raises(TypeError):
        pickle.dumps(key())
    assert pickle.loads(pickle.dumps(key().public_key())) == key().public_key()
    with pytest.raises(AttributeError):
        key().n = 5  # type: ignore[misc]
    with pytest.raises(AttributeError):
        key().public_key().e = 3
    for maker in (RSAPrivateKey, RSAPublicKey):
        with pytest.raises(TypeError, match="is made by"):
            maker(5)
