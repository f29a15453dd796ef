"""Hashes."""

from __future__ import annotations

from akela.catalogue.entries import Algorithm, Call, Data, Given, Number, Row

MANY = ("md5", "sha256", "sha384", "sha512", "sha3_256", "sha3_512")  # what akela.batch computes side by side


def _many(name: str) -> tuple[str, ...]:
    return (f"{name}.many",) if name in MANY else ()


def _hash(
    name: str, title: str, module: str, operation: str, standard: str, vectors: tuple[str, ...], label: str = "", legacy: bool = False
) -> Algorithm:
    return Algorithm(
        name=name,
        title=title,
        family="hash",
        standard=standard,
        module=f"akela.kernels.{module}",
        kernels=(name, f"{name}_init", f"{module}_update", f"{name}_final"),
        rows=(Row(label or title, Call(name, (Data.BLOCK,))),),
        operations=(operation, f"{name}.digest", *_many(name)),
        vectors=vectors,
        legacy=legacy,
    )


def _sha2(bits: str) -> tuple[str, ...]:
    name = f"hashes/SHA2/SHA{bits.replace('/', '_')}"
    return (f"{name}ShortMsg.rsp", f"{name}LongMsg.rsp")


def _sha3(bits: int) -> Algorithm:
    name = f"sha3_{bits}"
    return Algorithm(
        name=name,
        title=f"SHA3-{bits}",
        family="hash",
        standard="FIPS 202 section 6.1",
        module="akela.kernels.sha3",
        kernels=tuple(name + suffix for suffix in ("", "_init", "_update", "_final")),
        rows=(Row(f"SHA3-{bits}", Call(name, (Data.BLOCK,))),),
        operations=("keccak.permute", *_many(name)),
        vectors=tuple(f"hashes/SHA3/SHA3_{bits}{kind}Msg.rsp" for kind in ("Short", "Long")),
    )


def _blake2(kind: str) -> Algorithm:
    name = f"blake2{kind}"
    return Algorithm(
        name=name,
        title=f"BLAKE2{kind}",
        family="hash",
        standard="RFC 7693",
        module="akela.kernels.blake2",
        kernels=tuple(name + suffix for suffix in ("", "_init", "_update", "_final")),
        rows=(Row(f"BLAKE2{kind}", Call(name, (Given(b""), Data.BLOCK))),),
        operations=(f"{name}.compress",),
        vectors=(f"hashes/blake2/{name}.txt",),
    )


def _shake(bits: int) -> Algorithm:
    name = f"shake{bits}"
    return Algorithm(
        name=name,
        title=f"SHAKE{bits}",
        family="hash",
        standard="FIPS 202 section 6.2",
        module="akela.kernels.sha3",
        kernels=tuple(name + suffix for suffix in ("", "_init", "_update", "_squeeze")),
        rows=(Row(f"SHAKE{bits}", Call(name, (Data.BLOCK, Number(bits // 4)))),),
        operations=("keccak.permute",),
        vectors=tuple(f"hashes/SHAKE/SHAKE{bits}{kind}.rsp" for kind in ("ShortMsg", "LongMsg", "VariableOut")),
        parameters={"output_bytes": bits // 4},
    )


SHA1_VECTORS = ("hashes/SHA1/SHA1ShortMsg.rsp", "hashes/SHA1/SHA1LongMsg.rsp")

HASHES: tuple[Algorithm, ...] = (
    _hash("md5", "MD5", "md5", "md5.blocks", "RFC 1321", ("hashes/MD5/rfc-1321.txt",), legacy=True),
    _hash("sha1", "SHA-1", "sha1", "sha1.blocks", "FIPS 180-4 section 6.1", SHA1_VECTORS, label="SHA", legacy=True),
    _hash("sha224", "SHA-224", "sha256", "sha256.blocks", "FIPS 180-4 section 6.3", _sha2("224")),
    _hash("sha256", "SHA-256", "sha256", "sha256.blocks", "FIPS 180-4 section 6.2", _sha2("256")),
    _hash("sha384", "SHA-384", "sha512", "sha512.blocks", "FIPS 180-4 section 6.5", _sha2("384")),
    _hash("sha512", "SHA-512", "sha512", "sha512.blocks", "FIPS 180-4 section 6.4", _sha2("512")),
    _hash("sha512_224", "SHA-512/224", "sha512", "sha512.blocks", "FIPS 180-4 section 6.6", _sha2("512/224")),
    _hash("sha512_256", "SHA-512/256", "sha512", "sha512.blocks", "FIPS 180-4 section 6.7", _sha2("512/256")),
    *(_sha3(bits) for bits in (224, 256, 384, 512)),
    *(_shake(bits) for bits in (128, 256)),
    _hash(
        "ripemd160",
        "RIPEMD-160",
        "ripemd160",
        "ripemd160.blocks",
        "ISO/IEC 10118-3",
        ("hashes/ripemd160/ripevectors.txt",),
        label="RIPEMD",
        legacy=True,
    ),
    *(_blake2(kind) for kind in "bs"),
)
