"""Akela's portable kernels against other portable C, compiled here from their sources, in one process and one run.

    python benchmarks/portable_peers.py SOURCES [--rows SHA-256 "ED 25519 sign"] [--rounds 15] [--bytes 16384] [--instructions]

SOURCES is a folder that holds the sources of any of libsodium, Mbed TLS 2.28 and wolfSSL (folders libsodium*, mbedtls*, wolfssl*):
`apt-get source libsodium mbedtls wolfssl` fetches Debian's. They are compiled with the C compiler of this machine, -O2 as Akela's extension
is, and without their assembly and vector code (benchmarks/peers/ has how). Akela runs with AKELA_PORT=software: its portable kernels alone.

Rounds are interleaved; a figure is the median over the rounds, a ratio the median of the rounds' ratios (above 1: Akela is faster).
With --instructions one call of each is counted under Valgrind's callgrind instead of timed: executed instructions, per byte or per
operation, and the ratio of the counts. A call from Python comes with the interpreter's instructions: those of a call that does nothing
are taken off.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

if os.environ.get("AKELA_PORT") != "software":  # read when the kernels are loaded
    os.environ["AKELA_PORT"] = "software"
    os.execv(sys.executable, [sys.executable, *sys.argv])

from akela.bench.jobs import Sizes, make_job
from akela.catalogue import rows
from akela.executions import execution

SHIMS = Path(__file__).parent / "peers"
Timed = Callable[[int], float]  # seconds for so many calls


@dataclass(frozen=True)
class Peer:
    """How to compile a library: which of its files, and with what."""

    name: str
    folder: str  # where its sources are: a pattern
    sources: tuple[str, ...]
    flags: tuple[str, ...]
    includes: tuple[str, ...]


PEERS = (
    Peer(
        "libsodium",
        "libsodium*",
        ("src/libsodium/**/*.c",),
        ("-DCONFIGURED=1", "-DNATIVE_LITTLE_ENDIAN", "-DHAVE_TI_MODE", "-DSODIUM_STATIC"),
        ("src/libsodium/include", "src/libsodium/include/sodium"),
    ),
    Peer(
        "mbedtls",
        "mbedtls*",
        ("library/*.c",),
        ("-DMBEDTLS_CONFIG_FILE=<peer_mbedtls_config.h>",),
        ("include", "library"),
    ),
    Peer("wolfssl", "wolfssl*", ("wolfcrypt/src/*.c",), ("-DWOLFSSL_USER_SETTINGS",), (".",)),
)

# What the libraries' own build scripts would write.
WRITTEN = {
    "version.h": '#define SODIUM_VERSION_STRING ""\n#define SODIUM_LIBRARY_VERSION_MAJOR 0\n#define SODIUM_LIBRARY_VERSION_MINOR 0\n'
    '#include "export.h"\nSODIUM_EXPORT const char *sodium_version_string(void);\nSODIUM_EXPORT int sodium_library_version_major(void);\n'
    "SODIUM_EXPORT int sodium_library_version_minor(void);\nSODIUM_EXPORT int sodium_library_minimal(void);\n",
    "sodium/version.h": '#include "../version.h"\n',
    "peer_mbedtls_config.h": "#include <mbedtls/config.h>\n"
    + "".join(f"#undef MBEDTLS_{name}\n" for name in ("HAVE_ASM", "AESNI_C", "PADLOCK_C", "NET_C")),
}


def compiled(peer: Peer, folder: Path, work: Path) -> ctypes.CDLL:
    """The library with its shim, as a shared object."""
    for name, text in WRITTEN.items():
        (work / name).parent.mkdir(exist_ok=True)
        (work / name).write_text(text)
    sources = sorted(path for pattern in peer.sources for path in folder.glob(pattern))
    output = work / f"{peer.name}.so"
    includes = [f"-I{SHIMS}", f"-I{work}", *(f"-I{folder / include}" for include in peer.includes)]
    command = [
        "cc",
        "-O2",
        "-fPIC",
        "-shared",
        "-w",
        *peer.flags,
        *includes,
        str(SHIMS / f"{peer.name}.c"),
        *map(str, sources),
        "-o",
        str(output),
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{peer.name} does not compile:\n{done.stderr[-3000:]}")
    library = ctypes.CDLL(str(output))
    library.peer_name.restype = ctypes.c_char_p
    library.peer_name.argtypes = [ctypes.c_size_t]
    library.peer_seconds.restype = ctypes.c_double
    library.peer_seconds.argtypes = [ctypes.c_size_t, ctypes.c_size_t]
    library.peer_prepare.argtypes = [ctypes.c_size_t]
    return library


def peer_rows(library: ctypes.CDLL) -> Iterator[tuple[str, Timed]]:
    """The rows of a shim."""
    i = 0
    while name := library.peer_name(i):
        yield name.decode(), lambda count, i=i: float(library.peer_seconds(i, count))  # type: ignore[misc]
        i += 1


def akela_rows(size: int) -> Iterator[tuple[str, Timed, str]]:
    """The rows of the catalogue: label, size and action, with single spaces."""
    namespace = execution("native")
    for algorithm, row in rows():
        name = row.name

        def timed(count: int, algorithm=algorithm, row=row, made: list[object] = []) -> float:  # type: ignore[no-untyped-def]  # noqa: B006
            if not made:
                made.append(make_job(algorithm, row, namespace, Sizes(size)))
            function, arguments = made[0].function, made[0].arguments  # type: ignore[attr-defined]
            start = time.perf_counter()
            for _ in range(count):
                function(*arguments)
            return time.perf_counter() - start

        yield name, timed, row.per


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", type=Path, help="folder with the sources of the libraries")
    parser.add_argument("--rows", nargs="*", default=[], help="only these rows, by their labels")
    parser.add_argument("--rounds", type=int, default=15, help="interleaved rounds (default 15)")
    parser.add_argument("--bytes", type=int, default=16384, help="bytes a call (default 16384)")
    parser.add_argument("--instructions", action="store_true", help="count instructions instead of measuring time")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        if options.instructions:
            under_callgrind(Path(work))
        peers = load_peers(options, Path(work))
        measure = count_line if options.instructions else time_line
        what = "one call, executed instructions a byte or an operation" if options.instructions else f"{options.rounds} interleaved rounds"
        units = "" if options.instructions else "; MB/s (10**6) for bytes, microseconds for operations"
        print(f"{options.bytes} bytes a call, {what}{units}")
        print(f"{'':<34}{'Akela':>12}" + "".join(f"{name:>20}{'ratio':>8}" for name in peers))
        for name, ours, per in akela_rows(options.bytes):
            theirs = {peer: found[name] for peer, found in peers.items() if name in found}
            if theirs and (not options.rows or name in options.rows):
                print(measure(name, ours, theirs, list(peers), per, options), flush=True)


def load_peers(options: argparse.Namespace, work: Path) -> dict[str, dict[str, Timed]]:
    """The rows of every library whose sources are there, by its folder."""
    peers: dict[str, dict[str, Timed]] = {}
    for peer in PEERS:
        found = [path for path in sorted(options.sources.glob(peer.folder)) if path.is_dir()]
        if not found:
            print(f"no {peer.folder} in {options.sources}: {peer.name} is skipped (apt-get source {peer.name})")
            continue
        library = compiled(peer, found[-1], work)
        library.peer_prepare(options.bytes)
        peers[found[-1].name] = dict(peer_rows(library))
    return peers


def time_line(name: str, ours: Timed, theirs: dict[str, Timed], peers: list[str], per: str, options: argparse.Namespace) -> str:
    """Time a row, and say what came out."""

    def shown(seconds: float) -> str:
        return f"{options.bytes / seconds / 1e6:.0f}" if per == "bytes" else f"{1e6 * seconds:.1f}"

    ours(1)
    count = max(1, round(0.01 / max(ours(2) / 2, 1e-7)))
    own, others = list[float](), {peer: list[float]() for peer in theirs}
    for _ in range(options.rounds):
        own.append(ours(count) / count)
        for peer, timed in theirs.items():
            others[peer].append(timed(count) / count)
    ratios = {peer: statistics.median(other / mine for other, mine in zip(others[peer], own, strict=True)) for peer in theirs}
    cells = {peer: shown(statistics.median(others[peer])) for peer in theirs}
    return table_line(name, shown(statistics.median(own)), cells, ratios, peers)


def table_line(name: str, own: str, cells: dict[str, str], ratios: dict[str, float], peers: list[str]) -> str:
    """A line of the table; a peer that lacks the row has dashes."""
    columns = (f"{cells[peer]:>20}{ratios[peer]:>8.2f}" if peer in cells else f"{'-':>20}{'-':>8}" for peer in peers)
    return f"{name:<34}{own:>12}" + "".join(columns)


# --- instructions -------------------------------------------------------------------------------------------------------------------------


def under_callgrind(work: Path) -> None:
    """Start this program again under callgrind, unless it runs there already."""
    if "AKELA_COUNTS" in os.environ:
        return
    if shutil.which("valgrind") is None:
        sys.exit("valgrind is not installed: apt install valgrind")
    counts = work / "counts"
    environment = {**os.environ, "AKELA_COUNTS": str(counts)}
    command = ["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={counts}", sys.executable, *sys.argv]
    sys.exit(subprocess.run(command, env=environment).returncode)


@cache
def counter() -> ctypes.CDLL:
    """What marks the beginning and the end of a count."""
    folder = Path(os.environ["AKELA_COUNTS"]).parent
    command = ["cc", "-O2", "-fPIC", "-shared", str(SHIMS / "counter.c"), "-o", str(folder / "counter.so")]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(folder / "counter.so"))


def instructions(timed: Timed) -> int:
    """Instructions of one call."""
    timed(1)
    marks = counter()
    before = set(Path(os.environ["AKELA_COUNTS"]).parent.glob("counts*"))
    marks.counter_start()
    timed(1)
    marks.counter_stop(b"call")
    (dump,) = set(Path(os.environ["AKELA_COUNTS"]).parent.glob("counts*")) - before
    total = re.search(r"^(?:totals|summary): (\d+)", dump.read_text(), re.MULTILINE)
    dump.unlink()
    assert total is not None
    return int(total[1])


def count_line(name: str, ours: Timed, theirs: dict[str, Timed], peers: list[str], per: str, options: argparse.Namespace) -> str:
    """Count a row's instructions, and say what came out."""
    divisor = options.bytes if per == "bytes" else 1
    own = (instructions(ours) - nothing()) / divisor
    others = {peer: (instructions(timed) - nothing()) / divisor for peer, timed in theirs.items()}
    form = ".1f" if per == "bytes" else ",.0f"
    return table_line(name, f"{own:{form}}", {p: f"{n:{form}}" for p, n in others.items()}, {p: n / own for p, n in others.items()}, peers)


@cache
def nothing() -> int:
    """Instructions of a call that does nothing."""
    return instructions(lambda count: 0.0)


if __name__ == "__main__":
    main()
