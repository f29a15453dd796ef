"""AES modes here and in the package `cryptography` (OpenSSL), and AES-128-GCM against what the processor's instructions allow.

    python benchmarks/aes.py

Both libraries are called in turn in one process; figures are medians, in nanoseconds a call, and the ratio says how many times faster
Akela is. The limit: with 512-bit registers AES-128 takes ten AESENC for four blocks, and GHASH at least four VPCLMULQDQ, which other
execution units may do meanwhile. A C program measures how long each takes at its best; neither ten of the one nor four of the other can
take less. That needs a C compiler, VAES and AVX-512.
"""

from __future__ import annotations

import ctypes
import statistics
import subprocess
import tempfile
from collections.abc import Callable
from itertools import repeat
from pathlib import Path
from time import perf_counter_ns

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESCCM, AESGCM

import akela
from akela import _native

SIZES = (16, 64, 256, 1024, 16384)
ROUNDS = 61
SAMPLE_NS = 100_000

KEY, KEY_256, IV, NONCE = bytes(range(16)), bytes(range(32)), bytes(range(16)), bytes(range(12))

PEAKS = """
#include <immintrin.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* Nanoseconds an instruction, over eight that do not wait for one another. */
#define PEAK(name, step)                                                  \\
    double name(void)                                                     \\
    {                                                                     \\
        __m512i x[8], k = _mm512_set1_epi32(99);                          \\
        double best = 1e9;                                                \\
        volatile long long kept;                                          \\
        for (int i = 0; i < 8; i++) x[i] = _mm512_set1_epi32(i);          \\
        for (int round = 0; round < 200; round++) {                       \\
            double start = now();                                         \\
            for (int i = 0; i < 2000; i++) {                              \\
                _Pragma("GCC unroll 8") for (int j = 0; j < 8; j++) x[j] = step; \\
            }                                                             \\
            double took = (now() - start) / 16000;                        \\
            if (took < best) best = took;                                 \\
        }                                                                 \\
        for (int i = 0; i < 8; i++) kept = _mm512_reduce_add_epi64(x[i]); \\
        (void)kept;                                                       \\
        return best;                                                      \\
    }

PEAK(peak_aesenc, _mm512_aesenc_epi128(x[j], k))
PEAK(peak_vpclmulqdq, _mm512_clmulepi64_epi128(x[j], k, 0))
"""


def calls(data: bytes) -> dict[str, tuple[Callable[[], object], Callable[[], object]]]:
    """For each mode one call of Akela and one of the peer."""

    def peer(algorithm: algorithms.AES, mode: modes.CBC | modes.CTR | modes.XTS, decrypting: bool = False) -> Callable[[], object]:
        cipher = Cipher(algorithm, mode)

        def run() -> object:
            context = cipher.decryptor() if decrypting else cipher.encryptor()
            return context.update(data) + context.finalize()

        return run

    aes, cbc = algorithms.AES(KEY), akela.AESCBC(KEY, padding=False)
    ctr, xts_key = akela.AESCTR(KEY), KEY_256
    xts = akela.AESXTS(xts_key)
    gcm, gcm_256, ccm = akela.AESGCM(KEY), akela.AESGCM(KEY_256), akela.AESCCM(KEY)
    peer_gcm, peer_gcm_256, peer_ccm = AESGCM(KEY), AESGCM(KEY_256), AESCCM(KEY)
    sealed = peer_gcm.encrypt(NONCE, data, None)
    return {
        "CBC encrypt": (lambda: cbc.encrypt(IV, data), peer(aes, modes.CBC(IV))),
        "CBC decrypt": (lambda: cbc.decrypt(IV, data), peer(aes, modes.CBC(IV), decrypting=True)),
        "CTR": (lambda: ctr.encrypt(IV, data), peer(aes, modes.CTR(IV))),
        "GCM seal": (lambda: gcm.encrypt(NONCE, data, None), lambda: peer_gcm.encrypt(NONCE, data, None)),
        "GCM open": (lambda: gcm.decrypt(NONCE, sealed, None), lambda: peer_gcm.decrypt(NONCE, sealed, None)),
        "GCM-256 seal": (lambda: gcm_256.encrypt(NONCE, data, None), lambda: peer_gcm_256.encrypt(NONCE, data, None)),
        "CCM seal": (lambda: ccm.encrypt(NONCE, data, None), lambda: peer_ccm.encrypt(NONCE, data, None)),
        "XTS": (lambda: xts.encrypt(IV, data), peer(algorithms.AES(xts_key), modes.XTS(IV))),
    }


def time_of(function: Callable[[], object], count: int) -> float:
    """Nanoseconds a call."""
    start = perf_counter_ns()
    for _ in repeat(None, count):
        function()
    return (perf_counter_ns() - start) / count


def medians(pair: tuple[Callable[[], object], ...]) -> list[float]:
    """Median nanoseconds a call of each, in turn."""
    counts = [max(1, int(SAMPLE_NS / time_of(function, 20))) for function in pair]
    samples: list[list[float]] = [[] for _ in pair]
    for _ in range(ROUNDS):
        for times, function, count in zip(samples, pair, counts, strict=True):
            times.append(time_of(function, count))
    return [statistics.median(times) for times in samples]


def gcm_limit(size: int) -> str:
    """What the instructions allow for AES-128-GCM."""
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder) / "peaks.c", Path(folder) / "peaks.so"
        source.write_text(PEAKS, encoding="utf-8")
        flags = ["-O2", "-shared", "-fPIC", "-mavx512f", "-mvaes", "-mvpclmulqdq"]
        subprocess.run(["cc", *flags, "-o", str(library), str(source)], check=True)
        peaks = ctypes.CDLL(str(library))
        peaks.peak_aesenc.restype = peaks.peak_vpclmulqdq.restype = ctypes.c_double
        aesenc, multiply = peaks.peak_aesenc(), peaks.peak_vpclmulqdq()
    vectors = size / 64
    limit = vectors * max(10 * aesenc, 4 * multiply)
    peak = f"aesenc {aesenc:.3f} ns, vpclmulqdq {multiply:.3f} ns a vector of 64 bytes"
    return f"{peak}: AES-128-GCM of {size} bytes takes {limit:.0f} ns at least"


def main() -> None:
    """Prints a row for each mode and size, and the limit."""
    served = _native.operations()
    names = [served[operation] for operation in ("aes.ctr", "aes.cbc_encrypt", "aes.gcm_seal", "ghash.blocks")]
    print(f"akela by {', '.join(names)}; medians of {ROUNDS} samples, ns a call")
    print(f"{'':16}{'bytes':>7}{'akela':>11}{'peer':>11}{'ratio':>8}")
    for size in SIZES:
        for name, pair in calls(bytes(size)).items():
            mine, peer = medians(pair)
            print(f"{name:16}{size:7}{mine:11.1f}{peer:11.1f}{peer / mine:8.2f}")
    if {"vaes", "vpclmulqdq", "avx512f"} <= set(_native.cpu_features()):
        print(gcm_limit(16384))
    else:
        print("no limit is measured: this processor lacks VAES, VPCLMULQDQ or AVX-512")


if __name__ == "__main__":
    main()
