"""Run compiled kernels with their secrets marked undefined, under Valgrind's memcheck: what depends on a secret is reported.

Memcheck follows undefined bits through arithmetic and memory, and reports a branch or an address that depends on one. A build with
AKELA_MEMCHECK=1 marks every secret argument undefined for the time of the call; only what is declassified becomes defined
(`akela_rt.h`). So this looks at the machine code that runs on this host, with real data, where the branch check reads object code.

    python -m tools.memcheck                  the known answers of all algorithms, and batches
    python -m tools.memcheck aes-gcm sha256   those of some
    python -m tools.memcheck --all            the tests of kernels as well; this takes long

What valgrind does not know (SHA-NI, AVX-512, VAES, some of AVX2) runs in a build with soft intrinsics: the reference bodies of the
instructions, as C.
The same paths of the kernels, then, with other machine code below the intrinsics.

A further run, in which declassifying has no effect, must be reported at every place that declassifies what it branches on: it shows
that the method sees. Needs the packages valgrind and a C compiler.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import NamedTemporaryFile

from akela.catalogue import ALGORITHMS
from akela.providers import Features, Provider, providers, serving

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("akela", "build_backend", "tests", "tools", "pyproject.toml")
# Calls in which kernels run on many messages at once, good ones and altered ones.
BATCHES = """
from akela import P256, AESGCM, ChaCha20Poly1305, ECPrivateKey, Ed25519PrivateKey, X25519PrivateKey, batch

messages = [bytes(range(i)) for i in range(0, 200, 9)]
nonces = batch.Items(bytes(range(12)) * len(messages), 12)
for name in ("sha256", "sha512", "sha3_256"):
    batch.hash(name, messages)
    assert all(batch.verify_mac(name, b"key", messages, batch.mac(name, b"key", messages)))
for cipher in (AESGCM(bytes(range(16))), ChaCha20Poly1305(bytes(range(32)))):
    sealed = batch.seal(cipher, nonces, messages, b"header")
    assert batch.open(cipher, nonces, sealed, b"header") == messages
    try:
        batch.open(cipher, nonces, [each[::-1] for each in sealed], b"header")
    except batch.BatchFailed as failed:
        assert len(failed.failures) == len(messages)
key = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
assert all(batch.verify(key.public_key().verify, batch.sign(key, messages[:2]), messages[:2]))
owners = [ECPrivateKey.from_private_bytes(P256, bytes([i] * 32)) for i in (1, 2)]
assert all(batch.verify_signatures([each.public_key() for each in owners], batch.sign(owners, messages[:2]), messages[:2]))
for agreeing in (owners, [X25519PrivateKey.from_private_bytes(bytes([i] * 32)) for i in (1, 2)]):
    batch.exchange(agreeing, agreeing[0].public_key())
"""
KERNEL_TESTS = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/kernels", "-k", "native")


def built_copy(intrinsics: str = "") -> Path:
    """A copy of the sources with an extension for memcheck; `intrinsics` may be "soft"."""
    folder = ROOT / "build" / f"memcheck{intrinsics}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("_native*", "__pycache__"))
        else:
            shutil.copy(source, folder / name)
    environment = {**_environment(folder), "AKELA_MEMCHECK": "1", "AKELA_INTRINSICS": intrinsics}
    subprocess.run([sys.executable, "-m", "akela.compiler.native"], cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
    return folder


def _environment(folder: Path, features: Features | None = None, control: bool = False) -> dict[str, str]:
    plain = {name: value for name, value in os.environ.items() if not name.startswith("AKELA_")}
    path = {} if features is None else {"AKELA_CPU": ",".join(sorted(features))}
    kind = {"AKELA_MEMCHECK": "control"} if control else {}
    return {**plain, **path, **kind, "PYTHONPATH": str(folder), "PYTHONMALLOC": "malloc", "AKELA_REQUIRE_NATIVE": "1"}


def reports(folder: Path, arguments: tuple[str, ...], features: Features, control: bool = False) -> list[str]:
    """What memcheck reports of kernels while Python runs with these arguments, on these features: a line for each place.

    In a `control`, declassifying has no effect.

    Raises RuntimeError where the program itself fails.
    """
    with NamedTemporaryFile(suffix=".xml", dir=folder) as log:
        command = ["valgrind", "-q", "--xml=yes", f"--xml-file={log.name}", sys.executable, *arguments]
        done = subprocess.run(command, cwd=folder, env=_environment(folder, features, control), capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        found = [_place(error) for error in ElementTree.parse(log.name).iter("error")]
    return sorted({place for place in found if place})


def _place(error: ElementTree.Element) -> str:
    """Where a kernel did what is reported; nothing where it was not a kernel, but the interpreter."""
    for frame in error.iter("frame"):
        if "vgpreload" in frame.findtext("obj", ""):  # memcheck's own memcpy and memset
            continue
        if "_native" not in frame.findtext("obj", ""):
            return ""
        return f"{frame.findtext('file')}:{frame.findtext('line')} {frame.findtext('fn')}: {error.findtext('what')}"
    return ""


# --- what valgrind does not know ----------------------------------------------------------------------------------------------------------


def features_under_valgrind(folder: Path) -> Features:
    """The CPU features that valgrind shows to the extension, but for AVX2.

    Valgrind 3.19 lacks one of the two encodings of `vmovq` between registers (VEX.128.66.0F.D6), and which of them it meets in a kernel
    with AVX2 depends on the registers that the C compiler happened to choose.
    """
    command = ["valgrind", "-q", sys.executable, "-c", "from akela import _native; print(*_native.cpu_features())"]
    done = subprocess.run(command, cwd=folder, env=_environment(folder), capture_output=True, text=True, check=True)
    return Features(done.stdout.split()) - {"avx2"}


def covering(wanted: Sequence[Provider], known: Sequence[Provider]) -> Iterator[Features]:
    """Few sets of features on which together each of these providers serves."""
    left = list(wanted)
    while left:
        features = Features().union(*(each.needs for each in left))
        if not set(serving(known, features).values()) & set(left):
            features = left[-1].needs
        served = serving(known, features).values()
        left = [each for each in left if each not in served]
        yield features


def with_operations(wanted: set[str], chosen: Sequence[str]) -> list[str]:
    """Few algorithms, of those that are chosen or of all, that together call these operations."""
    found = []
    for each in ALGORITHMS:
        if (not chosen or each.name in chosen) and wanted & set(each.operations):
            found.append(each.name)
            wanted = wanted - set(each.operations)
    return found


def soft_runs(natively: Features, chosen: Sequence[str]) -> list[tuple[Path, tuple[str, ...], Features]]:
    """What `reports` takes to run the kernels of ports that valgrind cannot run natively: in soft form, known answers and batches."""
    known = providers()
    unknown = [each for each in known if not each.needs <= natively]
    print(f"kernels of ports: {len(known) - len(unknown)} run natively under valgrind, {len(unknown)} in soft form")
    algorithms = with_operations({each.operation for each in unknown}, chosen)
    if not algorithms:
        return []
    folder = built_copy("soft")
    programs = ("-m", "akela", "test", *algorithms), ("-c", BATCHES)
    return [(folder, program, features) for features in covering(unknown, known) for program in programs]


def main() -> int:
    """Gives 0 where nothing depends on a secret and the control is reported."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("algorithms", nargs="*", help="names of algorithms; all, if none is given")
    parser.add_argument("--all", action="store_true", help="run the tests of kernels, too")
    options = parser.parse_args()
    if shutil.which("valgrind") is None:
        sys.exit("valgrind is not installed: apt install valgrind")
    programs = [("-m", "akela", "test", *options.algorithms), ("-c", BATCHES), *([KERNEL_TESTS] if options.all else [])]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = built_copy()
        natively = features_under_valgrind(folder)
        controlling = pool.submit(reports, folder, ("-m", "akela", "test", "chacha20-poly1305"), natively, control=True)
        running = [pool.submit(reports, folder, program, natively) for program in programs]
        running += [pool.submit(reports, *each) for each in soft_runs(natively, options.algorithms)]
        control = controlling.result()
        found = sorted({place for each in running for place in each.result()})
    for line in found:
        print(f"depends on a secret: {line}")
    print(f"control without declassify: {len(control)} reported, {control[0] if control else 'which shows that this run saw nothing'}")
    print(f"{len(found)} places in compiled kernels depend on a secret")
    return int(bool(found) or not control)


if __name__ == "__main__":
    sys.exit(main())
