"""Every algorithm, described once: the benchmark, the self-test, `akela info` and the documentation read this and nothing else.

Adding a primitive is a kernel file and an entry here. Kernels are named by their names in the language, as `akela.executions` offers them.
Labels of rows are those of the published benchmark logs, to the letter, so that results can be put beside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from akela.suggest import suggest


@dataclass(frozen=True)
class Fresh:
    """An argument of `count` bytes that does not matter otherwise: a key, a nonce, an IV."""

    count: int


@dataclass(frozen=True)
class Number:
    """An int argument."""

    value: int


class Data(Enum):
    """An argument that the benchmark's settings decide."""

    BLOCK = "block"  # the message: as many bytes as the block size
    AAD = "aad"  # additional data, 13 bytes (a TLS record header), or none


@dataclass(frozen=True)
class Limbs:
    """An argument of a `bits`-bit number in words, least significant first; `odd` sets the top bit and bit 0 (a modulus)."""

    bits: int
    odd: bool = False


Argument = Fresh | Number | Data | Limbs


@dataclass(frozen=True)
class Call:
    """A kernel, or a method of a context, and its arguments."""

    name: str
    arguments: tuple[Argument, ...]


@dataclass(frozen=True)
class Row:
    """One line of the benchmark.

    `context` is made once (a key schedule); `call` is what is measured. `per` is "bytes" where a call handles one block,
    "ops" where it is one operation.
    For "ops" rows `size` is the key size in bits and `action` the verb of the log line.
    """

    label: str
    call: Call
    context: Call | None = None
    per: str = "bytes"
    size: int = 0
    action: str = ""


@dataclass(frozen=True)
class Algorithm:
    """One algorithm.

    name: how the user says it. family: group for selection. standard: where it is defined. module: kernel module that defines it.
    operations: block operations that a port may serve. kernels: exported kernels of its own, a template's without word size.
    vectors: sets that the tests read, by file of `cryptography_vectors` or Wycheproof name.
    parameters: fixed choices of the rows, such as a KDF's hash and iterations.
    """

    name: str
    title: str
    family: str
    standard: str
    module: str
    kernels: tuple[str, ...]
    rows: tuple[Row, ...]
    operations: tuple[str, ...] = ()
    key_bits: tuple[int, ...] = ()
    vectors: tuple[str, ...] = ()
    parameters: dict[str, str | int] = field(default_factory=dict)
    legacy: bool = False


def _hash(name: str, title: str, module: str, operation: str, standard: str, vectors: tuple[str, ...]) -> Algorithm:
    return Algorithm(
        name=name,
        title=title,
        family="hash",
        standard=standard,
        module=f"akela.kernels.{module}",
        kernels=(name, f"{name}_init", f"{module}_update", f"{name}_final"),
        rows=(Row(title, Call(name, (Data.BLOCK,))),),
        operations=(operation,),
        vectors=vectors,
    )


def _hmac(name: str, label: str, operation: str, vectors: tuple[str, ...]) -> Algorithm:
    kernel = f"hmac_{name}"
    return Algorithm(
        name=kernel.replace("_", "-", 1),
        title=label,
        family="mac",
        standard="FIPS 198-1",
        module="akela.kernels.hmac",
        kernels=tuple(kernel + suffix for suffix in ("", "_init", "_update", "_final")),
        rows=(Row(label, Call(kernel, (Fresh(32), Data.BLOCK))),),
        operations=(operation,),
        vectors=vectors,
    )


def _sha2(bits: str) -> tuple[str, ...]:
    name = f"hashes/SHA2/SHA{bits.replace('/', '_')}"
    return (f"{name}ShortMsg.rsp", f"{name}LongMsg.rsp")


_KEYS = (128, 192, 256)

ALGORITHMS: tuple[Algorithm, ...] = (
    Algorithm(
        name="aes-ecb",
        title="AES-ECB (block operation)",
        family="cipher",
        standard="FIPS 197",
        module="akela.kernels.aes",
        kernels=("aes_init", "aes_encrypt_blocks", "aes_decrypt_blocks"),
        rows=tuple(
            Row(f"AES-{bits}-ECB-{verb}", Call(f"{way}_blocks", (Data.BLOCK,)), Call("Aes", (Fresh(bits // 8),)))
            for bits in _KEYS
            for verb, way in (("enc", "encrypt"), ("dec", "decrypt"))
        ),
        operations=("aes.encrypt_blocks", "aes.decrypt_blocks"),
        key_bits=_KEYS,
        vectors=tuple(
            f"ciphers/AES/ECB/ECB{kind}{bits}.rsp" for kind in ("GFSbox", "KeySbox", "VarKey", "VarTxt", "MMT") for bits in _KEYS
        ),
    ),
    Algorithm(
        name="aes-cbc",
        title="AES-CBC",
        family="cipher",
        standard="SP 800-38A section 6.2",
        module="akela.kernels.aes",
        kernels=("aes_cbc_encrypt", "aes_cbc_decrypt"),
        rows=tuple(
            Row(f"AES-{bits}-CBC-{verb}", Call(f"cbc_{way}", (Fresh(16), Data.BLOCK)), Call("Aes", (Fresh(bits // 8),)))
            for bits in _KEYS
            for verb, way in (("enc", "encrypt"), ("dec", "decrypt"))
        ),
        operations=("aes.cbc_encrypt", "aes.cbc_decrypt"),
        key_bits=_KEYS,
        vectors=tuple(
            f"ciphers/AES/CBC/CBC{kind}{bits}.rsp" for kind in ("GFSbox", "KeySbox", "VarKey", "VarTxt", "MMT") for bits in _KEYS
        ),
    ),
    Algorithm(
        name="aes-ctr",
        title="AES-CTR",
        family="cipher",
        standard="SP 800-38A section 6.5",
        module="akela.kernels.aes",
        kernels=("aes_ctr_xor",),
        rows=tuple(Row(f"AES-{bits}-CTR", Call("ctr_xor", (Fresh(16), Data.BLOCK)), Call("Aes", (Fresh(bits // 8),))) for bits in _KEYS),
        operations=("aes.ctr",),
        key_bits=_KEYS,
        vectors=tuple(f"ciphers/AES/CTR/aes-{bits}-ctr.txt" for bits in _KEYS),
    ),
    Algorithm(
        name="chacha20",
        title="ChaCha20",
        family="cipher",
        standard="RFC 8439 section 2.4",
        module="akela.kernels.chacha20",
        kernels=("chacha20_xor",),
        rows=(Row("CHACHA", Call("chacha20_xor", (Fresh(32), Number(1), Fresh(12), Data.BLOCK))),),
        operations=("chacha20.blocks",),
        key_bits=(256,),
        vectors=("ciphers/ChaCha20/rfc7539.txt",),
    ),
    Algorithm(
        name="chacha20-poly1305",
        title="ChaCha20-Poly1305",
        family="aead",
        standard="RFC 8439 section 2.8",
        module="akela.kernels.chacha20poly1305",
        kernels=("chacha20poly1305_init", "chacha20poly1305_encrypt", "chacha20poly1305_decrypt"),
        rows=(Row("CHA-POLY", Call("encrypt", (Fresh(12), Data.BLOCK, Data.AAD)), Call("Chacha20poly1305", (Fresh(32),))),),
        operations=("chacha20.blocks", "poly1305.blocks"),
        key_bits=(256,),
        vectors=("ciphers/ChaCha20Poly1305/openssl.txt", "ciphers/ChaCha20Poly1305/boringssl.txt", "wycheproof:chacha20_poly1305"),
    ),
    Algorithm(
        name="poly1305",
        title="Poly1305",
        family="mac",
        standard="RFC 8439 section 2.5",
        module="akela.kernels.poly1305",
        kernels=("poly1305", "poly1305_init", "poly1305_update", "poly1305_final"),
        rows=(Row("POLY1305", Call("poly1305", (Fresh(32), Data.BLOCK))),),
        operations=("poly1305.blocks",),
        key_bits=(256,),
        vectors=("poly1305/rfc7539.txt",),
    ),
    _hash("sha224", "SHA-224", "sha256", "sha256.blocks", "FIPS 180-4 section 6.3", _sha2("224")),
    _hash("sha256", "SHA-256", "sha256", "sha256.blocks", "FIPS 180-4 section 6.2", _sha2("256")),
    _hash("sha384", "SHA-384", "sha512", "sha512.blocks", "FIPS 180-4 section 6.5", _sha2("384")),
    _hash("sha512", "SHA-512", "sha512", "sha512.blocks", "FIPS 180-4 section 6.4", _sha2("512")),
    _hash("sha512_224", "SHA-512/224", "sha512", "sha512.blocks", "FIPS 180-4 section 6.6", _sha2("512/224")),
    _hash("sha512_256", "SHA-512/256", "sha512", "sha512.blocks", "FIPS 180-4 section 6.7", _sha2("512/256")),
    _hmac("sha224", "HMAC-SHA224", "sha256.blocks", ("HMAC/rfc-4231-sha224.txt",)),
    _hmac("sha256", "HMAC-SHA256", "sha256.blocks", ("HMAC/rfc-4231-sha256.txt",)),
    _hmac("sha384", "HMAC-SHA384", "sha512.blocks", ("HMAC/rfc-4231-sha384.txt",)),
    _hmac("sha512", "HMAC-SHA512", "sha512.blocks", ("HMAC/rfc-4231-sha512.txt",)),
    _hmac("sha512_224", "HMAC-SHA512/224", "sha512.blocks", ()),
    _hmac("sha512_256", "HMAC-SHA512/256", "sha512.blocks", ()),
    Algorithm(
        name="montgomery",
        title="Montgomery exponentiation",
        family="arithmetic",
        standard="HAC 14.3.2, 14.6.1",
        module="akela.kernels.montgomery",
        kernels=("mont_setup", "mont_sqr", "mont_to", "mont_from", "mont_exp"),
        # Half of an RSA-2048 private operation by the Chinese remainder theorem. No published log has such a row.
        rows=(
            Row("MODEXP", Call("mont_exp_w64", (Limbs(1024, odd=True), Limbs(1024), Limbs(1024))), per="ops", size=1024, action="power"),
        ),
        operations=("montgomery.mul",),
        vectors=("asymmetric/DH/RFC5114.txt",),
        parameters={"word_bits": 64, "exponent_bits": 1024},
    ),
)

FAMILIES: tuple[str, ...] = tuple(dict.fromkeys(algorithm.family for algorithm in ALGORITHMS))


def rows(algorithms: tuple[Algorithm, ...] = ALGORITHMS) -> Iterator[tuple[Algorithm, Row]]:
    """Every benchmark row with its algorithm, in the order of the logs."""
    for algorithm in algorithms:
        for row in algorithm.rows:
            yield algorithm, row


def select(names: Sequence[str]) -> tuple[Algorithm, ...]:
    """The algorithms that names, families and row labels (SHA-256, AES-128-CBC-enc) denote, in catalogue order; case does not matter.

    Raises ValueError naming what is unknown and the nearest known name.
    """
    known = {a.name for a in ALGORITHMS} | set(FAMILIES)
    labels = {row.label.lower(): algorithm.name for algorithm, row in rows()}
    wanted = {labels.get(name.lower(), name.lower()) for name in names}
    for name in names:
        if labels.get(name.lower(), name.lower()) not in known:
            raise ValueError(f"no algorithm or family {name!r}; {suggest(name, known)}")
    return tuple(a for a in ALGORITHMS if not wanted or a.name in wanted or a.family in wanted)
