"""Public-key operations against `cryptography` and PyNaCl: P-256, Ed25519, X25519 and RSA-2048, one at a time and in batches.

    python benchmarks/public_key.py [--rounds 21] [--only p256,rsa] [--keys 50]

All libraries run in one process and one thread, in interleaved rounds. Figures are medians of microseconds an operation; the ratio is the
median of the rounds' ratios of the fastest peer to Akela (above 1: Akela is faster). A peer that is not installed is named and left out.
Rows that say "batch" are calls of `akela.batch` with so many keys and messages (RSA: one key), in one thread, against single calls of the
peers. `--keys 0` leaves out the generation of RSA keys, `--batch 0` the batches.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator

from akela import P256, ECPrivateKey, Ed25519PrivateKey, PKCS1v15, RSAPrivateKey, RSAPublicKey, X25519PrivateKey, batch

try:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa, x25519
except ImportError:
    hashes = None  # type: ignore[assignment]
try:
    from nacl import bindings as nacl
except ImportError:
    nacl = None  # type: ignore[assignment]

Work = Callable[[], object]
Row = tuple[str, dict[str, Work]]
MESSAGE = bytes(range(64))
BATCH = "batch"  # the name of Akela's work where it is a whole batch
ROUND_SECONDS = 0.004


def p256_rows(count: int) -> Iterator[Row]:
    """ECDSA with SHA-256 and signatures in DER; ECDH."""
    own, other = ECPrivateKey.generate(P256), ECPrivateKey.generate(P256).public_key()
    public, signature = own.public_key(), own.sign(MESSAGE)
    peers: list[dict[str, Work]] = [{}, {}, {}]
    if hashes is not None:
        key, algorithm = ec.derive_private_key(int.from_bytes(own.private_bytes_raw(), "big"), ec.SECP256R1()), ec.ECDSA(hashes.SHA256())
        peer, peer_public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), other.public_bytes_raw()), key.public_key()
        peers = [
            {"cryptography": lambda: key.sign(MESSAGE, algorithm)},
            {"cryptography": lambda: peer_public.verify(signature, MESSAGE, algorithm)},
            {"cryptography": lambda: key.exchange(ec.ECDH(), peer)},
        ]
    yield "P-256 sign", {"akela": lambda: own.sign(MESSAGE), **peers[0]}
    yield "P-256 verify", {"akela": lambda: public.verify(signature, MESSAGE), **peers[1]}
    yield "P-256 exchange", {"akela": lambda: own.exchange(other), **peers[2]}
    if count:
        keys = [ECPrivateKey.generate(P256) for _ in range(count)]
        publics, messages = [each.public_key() for each in keys], [MESSAGE[i % 8 :] for i in range(count)]
        signatures = batch.sign(keys, messages)
        yield "P-256 sign, batch", {BATCH: lambda: batch.sign(keys, messages, threads=1), **peers[0]}
        yield "P-256 verify, batch", {BATCH: lambda: batch.verify_signatures(publics, signatures, messages, threads=1), **peers[1]}
        yield "P-256 exchange, batch", {BATCH: lambda: batch.exchange(own, publics, threads=1), **peers[2]}


def ed25519_rows(count: int) -> Iterator[Row]:
    own = Ed25519PrivateKey.generate()
    public, signature = own.public_key(), own.sign(MESSAGE)
    signing: dict[str, Work] = {"akela": lambda: own.sign(MESSAGE)}
    verifying: dict[str, Work] = {"akela": lambda: public.verify(signature, MESSAGE)}
    if hashes is not None:
        key = ed25519.Ed25519PrivateKey.from_private_bytes(own.private_bytes_raw())
        peer_public = key.public_key()
        signing["cryptography"] = lambda: key.sign(MESSAGE)
        verifying["cryptography"] = lambda: peer_public.verify(signature, MESSAGE)
    if nacl is not None:
        secret, signed = own.private_bytes_raw() + public.public_bytes_raw(), signature + MESSAGE
        signing["PyNaCl"] = lambda: nacl.crypto_sign(MESSAGE, secret)
        verifying["PyNaCl"] = lambda: nacl.crypto_sign_open(signed, public.public_bytes_raw())
    yield "Ed25519 sign", signing
    yield "Ed25519 verify", verifying
    if count:
        messages = [MESSAGE[i % 8 :] for i in range(count)]
        signatures = batch.sign(own, messages)
        del signing["akela"], verifying["akela"]
        yield "Ed25519 sign, batch", {BATCH: lambda: batch.sign(own, messages, threads=1), **signing}
        yield "Ed25519 verify, batch", {BATCH: lambda: batch.verify_signatures(public, signatures, messages, threads=1), **verifying}


def x25519_rows(count: int) -> Iterator[Row]:
    own, other = X25519PrivateKey.generate(), X25519PrivateKey.generate().public_key()
    works: dict[str, Work] = {"akela": lambda: own.exchange(other)}
    if hashes is not None:
        key = x25519.X25519PrivateKey.from_private_bytes(own.private_bytes_raw())
        peer = x25519.X25519PublicKey.from_public_bytes(other.public_bytes_raw())
        works["cryptography"] = lambda: key.exchange(peer)
    if nacl is not None:
        n, u = own.private_bytes_raw(), other.public_bytes_raw()
        works["PyNaCl"] = lambda: nacl.crypto_scalarmult(n, u)
    yield "X25519 exchange", works
    if count:
        publics = [X25519PrivateKey.generate().public_key() for _ in range(count)]
        del works["akela"]
        yield "X25519 exchange, batch", {BATCH: lambda: batch.exchange(own, publics, threads=1), **works}


def rsa_rows(count: int) -> Iterator[Row]:
    """PKCS #1 v1.5 with SHA-256."""
    own = RSAPrivateKey.generate(2048)
    public, scheme = own.public_key(), PKCS1v15()
    signature = own.sign(MESSAGE, hash="sha256", padding=scheme)
    peers: list[dict[str, Work]] = [{}, {}]
    if hashes is not None:
        numbers = rsa.RSAPublicNumbers(own.e, own.n)
        key = rsa.RSAPrivateNumbers(own.p, own.q, own.d, own.dmp1, own.dmq1, own.iqmp, numbers).private_key()
        peer_public, peer_scheme, sha256 = key.public_key(), padding.PKCS1v15(), hashes.SHA256()
        peers = [
            {"cryptography": lambda: key.sign(MESSAGE, peer_scheme, sha256)},
            {"cryptography": lambda: peer_public.verify(signature, MESSAGE, peer_scheme, sha256)},
        ]
    yield "RSA-2048 sign", {"akela": lambda: own.sign(MESSAGE, hash="sha256", padding=scheme), **peers[0]}
    yield "RSA-2048 verify", {"akela": lambda: public.verify(signature, MESSAGE, hash="sha256", padding=scheme), **peers[1]}
    if count:
        messages = [MESSAGE[i % 8 :] for i in range(count)]
        signatures = batch.sign(own, messages, hash="sha256", padding=scheme)
        yield "RSA-2048 sign, batch", {BATCH: lambda: batch.sign(own, messages, hash="sha256", padding=scheme, threads=1), **peers[0]}
        yield "RSA-2048 verify, batch", {BATCH: lambda: verified(public, signatures, messages), **peers[1]}


def verified(public: RSAPublicKey, signatures: list[bytes], messages: list[bytes]) -> list[bool]:
    return batch.verify_signatures(public, signatures, messages, hash="sha256", padding=PKCS1v15(), threads=1)


def generate_row() -> Row:
    works: dict[str, Work] = {"akela": lambda: RSAPrivateKey.generate(2048)}
    if hashes is not None:
        works["cryptography"] = lambda: rsa.generate_private_key(65537, 2048)
    return "RSA-2048 generate", works


FAMILIES = {"p256": p256_rows, "ed25519": ed25519_rows, "x25519": x25519_rows, "rsa": rsa_rows}


def seconds(work: Work, times: int) -> float:
    start = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - start) / times


def measure(row: Row, rounds: int, count: int = 1) -> None:
    """Print a line for one row; the ratio is that of the fastest peer. A batch has `count` operations."""
    title, works = row
    ours = next(iter(works))
    operations = {name: count if name == BATCH else 1 for name in works}
    times = {name: max(1, int(ROUND_SECONDS / seconds(work, 1))) for name, work in works.items()}
    found: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            found[name].append(seconds(work, times[name]) / operations[name])
    cells = [f"{name} {statistics.median(each) * 1e6:9.1f}" for name, each in found.items()]
    peers = [found[name] for name in works if name != ours]
    ratio = statistics.median(min(theirs) / own for own, *theirs in zip(found[ours], *peers, strict=True)) if peers else float("nan")
    print(f"{title:<22}{ratio:>6.2f}   {'   '.join(cells)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=21, help="interleaved rounds (default 21)")
    parser.add_argument("--only", default=",".join(FAMILIES), help=f"families, of {','.join(FAMILIES)}")
    parser.add_argument("--keys", type=int, default=50, help="RSA keys that each library generates (default 50)")
    parser.add_argument("--batch", type=int, default=256, help="operations of a batch (default 256)")
    options = parser.parse_args()
    for name, module in (("cryptography", hashes), ("PyNaCl", nacl)):
        if module is None:
            print(f"{name} is not installed and left out")
    print(f"{'':<22}{'ratio':>6}   microseconds an operation, {options.rounds} interleaved rounds")
    families = options.only.split(",")
    for family in families:
        for row in FAMILIES[family](options.batch):
            measure(row, options.rounds, options.batch)
    if "rsa" in families and options.keys:
        measure(generate_row(), options.keys)


if __name__ == "__main__":
    main()
