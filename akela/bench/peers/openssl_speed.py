"""`openssl speed -elapsed`: the program that measures OpenSSL, in a process of its own.

Its loop is in C, about which no call from Python says anything, and it runs for a second by itself: these figures are put beside Akela's
in a table of their own, never into a column with figures that were measured in turn with them.
"""

from __future__ import annotations

import shutil
import subprocess

SECONDS = 1  # the shortest that it takes
PROGRAM = "openssl"


def _evp(*names: str) -> dict[str, tuple[str, ...]]:
    return {name: ("-evp", openssl) for name, openssl in (pair.split("=") for pair in names)}


# Row -> the arguments that choose it. "-aead" measures whole messages, with their tags.
ARGUMENTS: dict[str, tuple[str, ...]] = {
    **_evp("MD5=md5", "SHA=sha1", "SHA-224=sha224", "SHA-256=sha256", "SHA-384=sha384", "SHA-512=sha512", "RIPEMD=rmd160"),
    **_evp("SHA-512/224=sha512-224", "SHA-512/256=sha512-256", "SHA3-224=sha3-224", "SHA3-256=sha3-256", "SHA3-384=sha3-384"),
    **_evp("SHA3-512=sha3-512", "SHAKE128=shake128", "SHAKE256=shake256", "BLAKE2b=blake2b512", "BLAKE2s=blake2s256"),
    **_evp("CHACHA=chacha20", "3DES=des-ede3-cbc"),
    **{f"AES-{bits}-CTR": ("-evp", f"aes-{bits}-ctr") for bits in (128, 192, 256)},
    **{
        f"AES-{bits}-{mode}-{verb}": ("-evp", f"aes-{bits}-{mode.lower()}", *(("-decrypt",) if verb == "dec" else ()))
        for bits in (128, 192, 256)
        for mode in ("ECB", "CBC", "XTS")
        for verb in ("enc", "dec")
        if (bits, mode) != (192, "XTS")
    },
    **{
        f"AES-{bits}-{mode}-{verb}": ("-aead", "-evp", f"aes-{bits}-{mode.lower()}", *(("-decrypt",) if verb == "dec" else ()))
        for bits in (128, 192, 256)
        for mode in ("GCM", "CCM")
        for verb in ("enc", "dec")
    },
    "CHA-POLY": ("-aead", "-evp", "chacha20-poly1305"),
    **{f"AES-{bits}-CMAC": ("-cmac", f"aes-{bits}-cbc") for bits in (128, 192, 256)},
    "HMAC-MD5": ("-hmac", "md5"),
    "HMAC-SHA": ("-hmac", "sha1"),
    **{f"HMAC-SHA{bits}": ("-hmac", f"sha{bits}") for bits in (224, 256, 384, 512)},
    "RSA 2048 sign": ("rsa2048",),
    "RSA 2048 verify": ("rsa2048",),
    "DH 2048 agree": ("ffdh2048",),
    **{f"ECDHE [ SECP{bits}R1] {bits} agree": (f"ecdhp{bits}",) for bits in (256, 384, 521)},
    **{f"ECDSA [ SECP{bits}R1] {bits} {action}": (f"ecdsap{bits}",) for bits in (256, 384, 521) for action in ("sign", "verify")},
    **{f"CURVE {size} agree": (f"ecdhx{size}",) for size in (25519, 448)},
    **{f"ED {size} {action}": (f"ed{size}",) for size in (25519, 448) for action in ("sign", "verify")},
}


class SpeedError(LookupError):
    """The program is not there, or does not measure this. The message says which."""


def version() -> str:
    """Its version. Raises SpeedError where it is not installed."""
    if shutil.which(PROGRAM) is None:
        raise SpeedError("the program openssl is not installed and is skipped: install your system's package openssl")
    return subprocess.run([PROGRAM, "version"], capture_output=True, text=True, check=False).stdout.partition(" (")[0].strip()


def seconds_per_call(task: str, size: int | None) -> float:
    """What it measures for a row: seconds a message of `size` bytes, or an operation. Raises SpeedError where it does not measure it."""
    of_bytes = () if size is None else ("-bytes", str(size))
    command = [PROGRAM, "speed", "-elapsed", "-mr", "-seconds", str(SECONDS), *of_bytes, *ARGUMENTS[task]]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    # +R1:1431:2048:1.00 is 1431 times in 1.00 seconds; a line for each operation, in this order.
    results = [line.split(":") for line in ran.stdout.splitlines() + ran.stderr.splitlines() if line.startswith("+R")]
    which = 1 if task.endswith(" verify") else 0
    if ran.returncode or len(results) <= which or float(results[which][1]) <= 0:
        raise SpeedError(f"`{' '.join(command)}` gives no figure for {task}")
    return float(results[which][-1]) / float(results[which][1])
