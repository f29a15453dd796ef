"""Akela's portable kernels against other portable C, in one process and one run.

    python benchmarks/portable_c.py [--rounds 15] [--bytes 16384]

Akela runs with AKELA_CPU=sse2, as any C compiled for x86-64 may: the portable kernels, and their forms in vectors that each x86-64
has. (With --software the vector forms are left out as well.) Peers are what is installed of:

- PyCryptodome: C and compiler intrinsics. It takes SHA-NI for SHA-256 where the CPU has it, which no setting turns off: that row compares
  portable code with a hardware instruction. AES with AES-NI switched off uses tables indexed by secrets, which Akela never does;
- `hashlib` and `cryptography` with OPENSSL_ia32cap=0: OpenSSL without vector and crypto instructions. What is left is OpenSSL's
  *scalar assembly*, not C.

Rounds are interleaved; each figure is the median over the rounds of bytes a second, and the ratio the median of the rounds' ratios
(above 1: Akela is faster).
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator

# Read by the libraries when they are loaded.
SETTINGS = {"OPENSSL_ia32cap": "0", **({"AKELA_PORT": "software"} if "--software" in sys.argv else {"AKELA_CPU": "sse2"})}
if any(os.environ.get(name) != value for name, value in SETTINGS.items()):
    os.environ.update(SETTINGS)
    os.execv(sys.executable, [sys.executable, *sys.argv])

from akela.executions import execution  # noqa: E402

Work = Callable[[], object]
KEY, NONCE, IV = bytes(range(32)), bytes(range(12)), bytes(range(16))


def akela(data: bytes) -> Iterator[tuple[str, Work]]:
    k = execution("native")
    aes = k.Aes(KEY[:16])
    yield "SHA-256", lambda: k.sha256(data)
    yield "SHA-512", lambda: k.sha512(data)
    yield "ChaCha20", lambda: k.chacha20_xor(KEY, 1, NONCE, data)
    yield "Poly1305", lambda: k.poly1305(KEY, data)
    yield "AES-128-CTR", lambda: aes.ctr_xor(IV, data)


def pycryptodome(data: bytes) -> Iterator[tuple[str, Work]]:
    try:
        from Crypto.Cipher import AES, ChaCha20
        from Crypto.Hash import SHA256, SHA512, Poly1305
    except ImportError:
        print("PyCryptodome is not installed (pip install pycryptodome): skipped")
        return
    yield "SHA-256", lambda: SHA256.new(data).digest()
    yield "SHA-512", lambda: SHA512.new(data).digest()
    yield "ChaCha20", lambda: ChaCha20.new(key=KEY, nonce=NONCE).encrypt(data)
    yield "Poly1305", lambda: Poly1305.new(key=KEY, cipher=ChaCha20, nonce=NONCE, data=data).digest()
    yield "AES-128-CTR", lambda: AES.new(KEY[:16], AES.MODE_CTR, nonce=b"", initial_value=IV, use_aesni=False).encrypt(data)


def openssl(data: bytes) -> Iterator[tuple[str, Work]]:
    import hashlib

    yield "SHA-256", lambda: hashlib.sha256(data).digest()
    yield "SHA-512", lambda: hashlib.sha512(data).digest()
    try:
        from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
        from cryptography.hazmat.primitives.poly1305 import Poly1305
    except ImportError:
        print("cryptography is not installed (pip install cryptography): its rows are skipped")
        return
    chacha, ctr = algorithms.ChaCha20(KEY, bytes(4) + NONCE), algorithms.AES(KEY[:16])
    yield "ChaCha20", lambda: Cipher(chacha, None).encryptor().update(data)
    yield "Poly1305", lambda: Poly1305.generate_tag(KEY, data)
    yield "AES-128-CTR", lambda: Cipher(ctr, modes.CTR(IV)).encryptor().update(data)


PEERS = {"PyCryptodome (C, intrinsics)": pycryptodome, "OpenSSL (scalar assembly)": openssl}


def seconds(work: Work, count: int) -> float:
    start = time.perf_counter()
    for _ in range(count):
        work()
    return (time.perf_counter() - start) / count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15, help="interleaved rounds (default 15)")
    parser.add_argument("--bytes", type=int, default=16384, help="bytes a call (default 16384)")
    parser.add_argument("--software", action="store_true", help="the portable kernels alone, without the vector forms")
    options = parser.parse_args()
    data = os.urandom(options.bytes)
    ours = dict(akela(data))
    peers = {name: dict(make(data)) for name, make in PEERS.items()}
    print(f"{options.bytes} bytes a call, {options.rounds} interleaved rounds, MB = 10**6 bytes")
    print(f"{'':<14}{'Akela MB/s':>12}" + "".join(f"{name + ' MB/s':>40}{'ratio':>8}" for name in peers))
    for name, work in ours.items():
        count = max(1, round(0.01 / max(seconds(work, 2), 1e-7)))
        rows = {peer: works[name] for peer, works in peers.items() if name in works}
        times: dict[str, list[float]] = {"": [], **{peer: [] for peer in rows}}
        for _ in range(options.rounds):
            times[""].append(seconds(work, count))
            for peer, peer_work in rows.items():
                times[peer].append(seconds(peer_work, count))
        line = f"{name:<14}{options.bytes / statistics.median(times['']) / 1e6:>12.0f}"
        for peer in peers:
            if peer not in rows:
                line += f"{'not available':>40}{'-':>8}"
                continue
            ratio = statistics.median(theirs / own for theirs, own in zip(times[peer], times[""], strict=True))
            line += f"{options.bytes / statistics.median(times[peer]) / 1e6:>40.0f}{ratio:>8.2f}"
        print(line)


if __name__ == "__main__":
    main()
