"""Batches against loops: SHA-256, HMAC-SHA256 and ChaCha20-Poly1305 over many messages of 64 bytes.

    python benchmarks/batch.py [--messages 10000] [--bytes 64] [--rounds 21]

Each row is one way to handle all messages: a batch that chooses its threads, a batch in one thread, a loop over Akela's functions, and
loops over what else is installed: hashlib and hmac, and `cryptography`. Rounds are interleaved; figures are medians, and the ratio is the
median of the rounds' ratios to the batch that chooses its threads (above 1: the batch is faster).
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import os
import statistics
import time
from collections.abc import Callable, Iterator

from akela import ChaCha20Poly1305, batch, sha256
from akela import hmac as akela_hmac

Work = Callable[[], object]
KEY = bytes(range(32))


def hashes(messages: list[bytes]) -> Iterator[tuple[str, Work]]:
    yield "batch", lambda: batch.hash("sha256", messages)
    yield "batch, one thread", lambda: batch.hash("sha256", messages, threads=1)
    joined = batch.Items(b"".join(messages), len(messages[0]))
    yield "batch, one buffer in and out", lambda: batch.hash_joined("sha256", joined)
    yield "loop, akela.sha256", lambda: [sha256(message) for message in messages]
    yield "loop, hashlib", lambda: [hashlib.sha256(message).digest() for message in messages]
    try:
        from cryptography.hazmat.primitives.hashes import SHA256, Hash
    except ImportError:
        return

    def one(message: bytes) -> bytes:
        made = Hash(SHA256())
        made.update(message)
        return made.finalize()

    yield "loop, cryptography", lambda: [one(message) for message in messages]


def macs(messages: list[bytes]) -> Iterator[tuple[str, Work]]:
    yield "batch", lambda: batch.mac("sha256", KEY, messages)
    yield "batch, one thread", lambda: batch.mac("sha256", KEY, messages, threads=1)
    yield "loop, akela.hmac", lambda: [akela_hmac.digest(KEY, message, "sha256") for message in messages]
    yield "loop, hmac", lambda: [hmac.digest(KEY, message, "sha256") for message in messages]


def seals(messages: list[bytes]) -> Iterator[tuple[str, Work]]:
    cipher, nonces = ChaCha20Poly1305(KEY), [i.to_bytes(12, "big") for i in range(len(messages))]
    pairs = list(zip(nonces, messages, strict=True))
    yield "batch", lambda: batch.seal(cipher, nonces, messages)
    yield "batch, one thread", lambda: batch.seal(cipher, nonces, messages, threads=1)
    yield "loop, akela", lambda: [cipher.encrypt(nonce, message, None) for nonce, message in pairs]
    try:
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305 as Peer
    except ImportError:
        return
    peer = Peer(KEY)
    yield "loop, cryptography", lambda: [peer.encrypt(nonce, message, None) for nonce, message in pairs]


def seconds(work: Work) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=10000, help="messages a batch (default 10000)")
    parser.add_argument("--bytes", type=int, default=64, help="bytes a message (default 64)")
    parser.add_argument("--rounds", type=int, default=21, help="interleaved rounds (default 21)")
    options = parser.parse_args()
    messages = [os.urandom(options.bytes) for _ in range(options.messages)]
    print(f"{options.messages} messages of {options.bytes} bytes, {options.rounds} interleaved rounds, {batch._cpus()} CPUs")
    for title, make in (("SHA-256", hashes), ("HMAC-SHA256", macs), ("ChaCha20-Poly1305", seals)):
        works = dict(make(messages))
        times: dict[str, list[float]] = {name: [] for name in works}
        for _ in range(options.rounds):
            for name, work in works.items():
                times[name].append(seconds(work))
        print(f"{title:<34}{'ns a message':>14}{'ratio':>8}")
        for name, own in times.items():
            ratio = statistics.median(each / first for each, first in zip(own, times["batch"], strict=True))
            print(f"  {name:<32}{statistics.median(own) / options.messages * 1e9:>14.0f}{ratio:>8.2f}")


if __name__ == "__main__":
    main()
