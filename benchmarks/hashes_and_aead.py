"""Hashes, HMAC, ChaCha20-Poly1305 and PBKDF2 against Python peers: hashlib, hmac, and `cryptography` and `pycryptodome` where installed.

    python benchmarks/hashes_and_aead.py [sha256 chacha …] [--sizes 64,1024,16384] [--rounds 41]

Every call is one that a user makes. Rounds of all peers are interleaved in one process. A row has the median of Akela's time for one call,
its spread (the middle half of the rounds, in percent), and for each peer the median of the rounds' ratios: above 1, Akela is faster.
AKELA_CPU and AKELA_PORT choose what serves Akela's calls.
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import os
import statistics
import time
from collections.abc import Callable, Iterator

from akela import ChaCha20Poly1305
from akela import hashlib as akela_hashlib
from akela import hmac as akela_hmac

Work = Callable[[], object]
HASHES = ("md5", "sha1", "sha256", "sha384", "sha512", "sha3_256", "sha3_512", "blake2b", "blake2s")
KEY = bytes(range(32))
ROUND_SECONDS = 0.001

try:
    from cryptography.hazmat.primitives import hashes as pyca_hashes
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305 as PycaChaCha
    from cryptography.hazmat.primitives.hmac import HMAC as PycaHmac
    from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC as PycaPbkdf2
except ImportError:
    pyca_hashes = None  # type: ignore[assignment]
    print("cryptography is not installed: skipped")
try:
    from Crypto.Hash import SHA256 as CRYPTODOME_SHA256
    from Crypto.Protocol.KDF import PBKDF2 as cryptodome_pbkdf2
except ImportError:
    CRYPTODOME_SHA256 = None  # type: ignore[assignment]
    print("pycryptodome is not installed: skipped")


def pyca_hash(name: str) -> type | None:
    """PyCA's class of a hash, for those that take no arguments."""
    found: type | None = getattr(pyca_hashes, name.upper(), None) if pyca_hashes and not name.startswith("blake2") else None
    return found


def hash_calls(name: str, data: bytes) -> Iterator[tuple[str, Work]]:
    own, theirs, pyca = getattr(akela_hashlib, name), getattr(hashlib, name), pyca_hash(name)
    yield "akela", lambda: own(data).digest()
    yield "hashlib", lambda: theirs(data).digest()
    if pyca is not None:

        def one() -> bytes:
            made = pyca_hashes.Hash(pyca())
            made.update(data)
            return made.finalize()

        yield "cryptography", one


def mac_calls(name: str, data: bytes) -> Iterator[tuple[str, Work]]:
    yield "akela", lambda: akela_hmac.digest(KEY, data, name)
    yield "hmac", lambda: hmac.digest(KEY, data, name)
    pyca = pyca_hash(name)
    if pyca is not None:

        def one() -> bytes:
            made = PycaHmac(KEY, pyca())
            made.update(data)
            return made.finalize()

        yield "cryptography", one


def seal_calls(data: bytes) -> Iterator[tuple[str, Work]]:
    own, nonce = ChaCha20Poly1305(KEY), bytes(12)
    yield "akela", lambda: own.encrypt(nonce, data, None)
    if pyca_hashes:
        theirs = PycaChaCha(KEY)
        yield "cryptography", lambda: theirs.encrypt(nonce, data, None)


def pbkdf2_calls() -> Iterator[tuple[str, Work]]:
    yield "akela", lambda: akela_hashlib.pbkdf2_hmac("sha256", KEY, KEY, 1000)
    yield "hashlib", lambda: hashlib.pbkdf2_hmac("sha256", KEY, KEY, 1000)
    if pyca_hashes:
        yield "cryptography", lambda: PycaPbkdf2(pyca_hashes.SHA256(), 32, KEY, 1000).derive(KEY)
    if CRYPTODOME_SHA256:
        yield "pycryptodome", lambda: cryptodome_pbkdf2(KEY.decode(), KEY, 32, 1000, hmac_hash_module=CRYPTODOME_SHA256)


def rows(sizes: list[int]) -> Iterator[tuple[str, dict[str, Work]]]:
    """Name of a row, and the calls by peer."""
    for size in sizes:
        data = os.urandom(size)
        for name in HASHES:
            yield f"{name} {size}", dict(hash_calls(name, data))
        for name in HASHES[:-2]:
            yield f"hmac {name} {size}", dict(mac_calls(name, data))
        yield f"chacha20poly1305 {size}", dict(seal_calls(data))
    yield "pbkdf2 sha256 1000", dict(pbkdf2_calls())


def seconds(work: Work, repeats: int) -> float:
    """Of one call."""
    start = time.perf_counter()
    for _ in range(repeats):
        work()
    return (time.perf_counter() - start) / repeats


def measure(works: dict[str, Work], rounds: int) -> dict[str, list[float]]:
    """The times of each round."""
    repeats = {peer: max(1, int(ROUND_SECONDS / max(seconds(work, 3), 1e-9))) for peer, work in works.items()}
    times: dict[str, list[float]] = {peer: [] for peer in works}
    for _ in range(rounds):
        for peer, work in works.items():
            times[peer].append(seconds(work, repeats[peer]))
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="parts of the names of rows (default: all rows)")
    parser.add_argument("--sizes", default="64,1024,16384", help="bytes a message (default 64,1024,16384)")
    parser.add_argument("--rounds", type=int, default=41, help="interleaved rounds (default 41)")
    options = parser.parse_args()
    print(f"{'':<28}{'ns a call':>12}{'spread':>8}  ratio to the peers")
    for name, works in rows([int(size) for size in options.sizes.split(",")]):
        if options.names and not any(part in name for part in options.names):
            continue
        times = measure(works, options.rounds)
        own = times.pop("akela")
        quarter, middle, three_quarters = statistics.quantiles(own, n=4)
        ratios = {peer: statistics.median(b / a for a, b in zip(own, theirs, strict=True)) for peer, theirs in times.items()}
        said = "  ".join(f"{peer} {ratio:.2f}" for peer, ratio in ratios.items())
        print(f"{name:<28}{middle * 1e9:>12.0f}{(three_quarters - quarter) / middle:>8.0%}  {said}")


if __name__ == "__main__":
    main()
