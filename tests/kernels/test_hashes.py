"""The hashes with a fixed length against their published vectors and another implementation, in one piece and in many."""

from __future__ import annotations

import ctypes
import hashlib
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from Crypto.Hash import RIPEMD160
from hypothesis import given, settings
from hypothesis import strategies as st

from akela import executions
from akela.compiler.emit_c import emit
from akela.compiler.frontend import compile_module
from akela.compiler.passes import lower
from akela.compiler.targets import load_target
from akela.kernels import md5, ripemd160, sha1, sha256, sha512
from tests.compiler.emitting import shared_library, write_files
from tests.kernels.ways import ways
from tests.vectors import nist_vectors

# Name of the hash: class of its state, and its vectors: NIST's files, without "ShortMsg.rsp" and so on, or one of another origin.
HASHES = {
    "md5": ("Md5", "hashes/MD5/rfc-1321.txt"),
    "sha1": ("Sha1", "hashes/SHA1/SHA1"),
    "sha224": ("Sha256", "hashes/SHA2/SHA224"),
    "sha256": ("Sha256", "hashes/SHA2/SHA256"),
    "sha384": ("Sha512", "hashes/SHA2/SHA384"),
    "sha512": ("Sha512", "hashes/SHA2/SHA512"),
    "sha512_224": ("Sha512", "hashes/SHA2/SHA512_224"),
    "sha512_256": ("Sha512", "hashes/SHA2/SHA512_256"),
    "sha3_224": ("Sha3224", "hashes/SHA3/SHA3_224"),
    "sha3_256": ("Sha3256", "hashes/SHA3/SHA3_256"),
    "sha3_384": ("Sha3384", "hashes/SHA3/SHA3_384"),
    "sha3_512": ("Sha3512", "hashes/SHA3/SHA3_512"),
    "ripemd160": ("Ripemd160", "hashes/ripemd160/ripevectors.txt"),
}
NIST = {name: files for name, (_, files) in HASHES.items() if not files.endswith(".txt")}

# Around the ends of blocks of 64, 72, 104, 128, 136 and 144 bytes, and around where the length no longer fits behind the message.
LENGTHS = [0, 1, 2, 55, 56, 57, 63, 64, 65, 71, 72, 103, 104, 111, 112, 113, 119, 120, 127, 128, 129, 135, 136, 137, 143, 144, 145]
LENGTHS += [191, 192, 207, 208, 239, 240, 255, 256, 257, 271, 272, 287, 288, 400]

way = ways(operations=("sha1.", "sha256.blocks", "sha512.blocks", "keccak."))

Sample = Callable[[Sequence[Any]], Sequence[Any]]


def start(execution: Any, name: str) -> tuple[Any, Callable[[], bytes]]:
    """A state at the beginning of a message, and the function that gives its digest."""
    owner, _ = HASHES[name]
    state = getattr(execution, owner)()
    if owner.lower() == name.replace("_", ""):
        return state, state.final
    getattr(state, f"{name}_init")()
    return state, getattr(state, f"{name}_final")


def message(length: int) -> bytes:
    """Bytes that repeat with a period that divides no block."""
    return bytes(i % 251 for i in range(length))


def reference(name: str, data: bytes) -> bytes:
    """The digest by another implementation. OpenSSL may be built without RIPEMD-160."""
    return RIPEMD160.new(data).digest() if name == "ripemd160" else hashlib.new(name, data).digest()


@pytest.mark.parametrize("name", NIST)
@pytest.mark.parametrize("kind", ["ShortMsg", "LongMsg"])
def test_nist_messages(execution: Any, execution_name: str, sample: Sample, name: str, kind: str) -> None:
    """Byte-oriented messages of NIST's validation system, by one call; the slow executions leave out those of more than 1500 bytes."""
    vectors = nist_vectors(f"{NIST[name]}{kind}.rsp")
    if execution_name != "native":
        vectors = [vector for vector in vectors if vector.number("len") <= 8 * 1500]
    for vector in sample(vectors):
        data = vector.octets("msg")[: vector.number("len") // 8]
        assert getattr(execution, name)(data) == vector.octets("md"), vector


@pytest.mark.parametrize("name", [name for name in HASHES if name not in NIST])
def test_published_messages(execution: Any, name: str) -> None:
    """The test suites of RFC 1321 and of RIPEMD-160's authors."""
    vectors = nist_vectors(HASHES[name][1])
    assert len(vectors) >= 7
    for vector in vectors:
        data = vector.octets("msg")[: vector.number("len") // 8]
        assert getattr(execution, name)(data) == vector.octets("md"), vector


@pytest.mark.parametrize("name", NIST)
def test_nist_monte_carlo(name: str) -> None:
    """NIST's chains of 100 times 1000 digests, each of the three before it, or of the one (SHAVS and SHA3VS section 6.4 and 6.2.3).

    Compiled only, for its length.
    """
    digest = getattr(executions.execution("native"), name)
    before = 1 if name.startswith("sha3_") else 3
    seed, *checkpoints = nist_vectors(f"{NIST[name]}Monte.rsp")
    value = seed.octets("seed")
    assert len(checkpoints) == 100
    for checkpoint in checkpoints:
        last = [value] * before
        for _ in range(1000):
            last = [*last[1:], digest(b"".join(last))]
        value = last[-1]
        assert value == checkpoint.octets("md"), checkpoint


@pytest.mark.parametrize("name", HASHES)
def test_lengths(execution: Any, sample: Sample, name: str) -> None:
    """Every length near a boundary, byte by byte, and in halves, compared with hashlib."""
    for length in sample(LENGTHS):
        data = message(length)
        expected = reference(name, data)
        assert getattr(execution, name)(data) == expected, length

        state, final = start(execution, name)
        for i in range(length):
            state.update(data[i : i + 1])
        assert final() == expected, length

        state, final = start(execution, name)
        state.update(data[: length // 2])
        state.update(b"")
        state.update(data[length // 2 :])
        assert final() == expected, length


def test_every_cut(execution: Any, sample: Sample) -> None:
    """A message of several blocks, cut in two anywhere and in three around a block."""
    data = message(200)
    expected = hashlib.sha256(data).digest()
    for cut in sample(range(len(data) + 1)):
        state, final = start(execution, "sha256")
        state.update(data[:cut])
        state.update(data[cut : cut + 64])
        state.update(data[cut + 64 :])
        assert final() == expected, cut


@pytest.mark.parametrize("name", HASHES)
def test_final_begins_the_next_message(execution: Any, name: str) -> None:
    """After its digest a state hashes another message from the start."""
    state, final = start(execution, name)
    for data in (message(70), b"", message(130)):
        state.update(data)
        assert final() == reference(name, data)


def test_copy(execution: Any) -> None:
    """A copy goes its own way."""
    state, _ = start(execution, "sha256")
    state.update(message(100))
    twin = state.copy()
    twin.update(b"more")
    assert state.final() == hashlib.sha256(message(100)).digest()
    assert twin.final() == hashlib.sha256(message(100) + b"more").digest()


def test_blocks_takes_whole_blocks(execution: Any) -> None:
    """The block operations refuse a length that is not a multiple of their block."""
    with pytest.raises(ValueError, match="64"):
        execution.sha256_blocks(bytearray(32), bytes(65))
    with pytest.raises(ValueError, match="128"):
        execution.sha512_blocks(bytearray(64), bytes(64))


@pytest.mark.parametrize("seed", range(3))
def test_sha512_of_cores_with_words_of_32_bits(seed: int) -> None:
    """The form that takes a block in memory gives the hash value that the other gives. All vectors go through it on boards."""
    block, value = random.Random(seed).randbytes(128), list(sha512.INITIAL_512.values)
    other = list(value)
    sha512.compress(value, [0] * 16, block)
    sha512.compress_in_memory(other, [0] * (sha512.W + 32), block)
    assert other == value


@pytest.mark.parametrize("name", ["md5", "ripemd160"])
@pytest.mark.without_extension
def test_compiled_for_words_of_32_bits(name: str, tmp_path: Path) -> None:
    """The form that chips take, as C that runs on this machine."""
    target = load_target("cortex_m3")
    library = shared_library(write_files(emit(lower(compile_module(f"akela.kernels.{name}", target), target), target), tmp_path))
    for length in (0, 55, 64, 200):
        state, out, data = ctypes.create_string_buffer(256), ctypes.create_string_buffer(len(reference(name, b""))), message(length)
        getattr(library, f"akela_{name}_init")(state)
        getattr(library, f"akela_{name}_update")(state, data, ctypes.c_size_t(length))
        getattr(library, f"akela_{name}_final")(state, out)
        assert out.raw == reference(name, data), length


HUGE = [(md5, md5.MD5), (sha1, sha1.SHA1), (sha256, sha256.SHA256), (sha512, sha512.SHA512), (ripemd160, ripemd160.RIPEMD160)]


@pytest.mark.parametrize(("module", "make"), HUGE, ids=[make.name for _, make in HUGE])
def test_length_of_a_huge_message(module: Any, make: Any) -> None:
    """The bit length in the padding takes all its bits: a state that claims an enormous message pads with that length."""
    block_bytes, order = make.block_bytes, "little" if make.name in ("md5", "ripemd160") else "big"
    total = (0xFFFF_FFFF_FFFF_FFFF if block_bytes == 128 else 0x1FFF_FFFF_FFFF_FFFF) // block_bytes * block_bytes
    state = make.state()
    make.init(state)
    state.total = total
    digest = bytearray(make.digest_bytes)
    make.final(state, digest)

    initial = next(getattr(module, name) for name in ("INITIAL", f"INITIAL_{8 * make.digest_bytes}") if hasattr(module, name))
    value = list(initial.values)
    blocks = getattr(module, f"{make.name}_blocks")
    blocks(value, b"\x80".ljust(block_bytes - block_bytes // 8, b"\0") + (8 * total).to_bytes(block_bytes // 8, order))
    assert bytes(digest) == b"".join(word.to_bytes(block_bytes // 16, order) for word in value)


@settings(max_examples=25, deadline=None)
@given(data=st.binary(max_size=300), cut=st.integers(0, 300))
@pytest.mark.parametrize("name", HASHES)
def test_executions_agree(name: str, data: bytes, cut: int) -> None:
    """Generated messages in two pieces: every execution gives hashlib's digest."""
    expected = reference(name, data)
    for each in executions.NAMES:
        state, final = start(executions.execution(each), name)
        state.update(data[:cut])
        state.update(data[cut:])
        assert final() == expected, each


def test_vectors_are_all_there() -> None:
    """The files hold as many tests as NIST published: an empty file would pass silently."""
    assert {name: len(nist_vectors(f"{files}ShortMsg.rsp")) for name, files in NIST.items()} == {
        "sha1": 65,
        "sha224": 65,
        "sha256": 65,
        "sha384": 129,
        "sha512": 129,
        "sha512_224": 129,
        "sha512_256": 129,
        "sha3_224": 145,
        "sha3_256": 137,
        "sha3_384": 105,
        "sha3_512": 73,
    }
