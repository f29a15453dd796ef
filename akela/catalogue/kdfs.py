"""Key derivation."""

from __future__ import annotations

from akela.catalogue.entries import Algorithm, Call, Fresh, Given, Number, Row

SHA2 = ("sha224", "sha256", "sha384", "sha512", "sha512_224", "sha512_256")
HASHES = ("md5", "sha1", *SHA2, "sha3_224", "sha3_256", "sha3_384", "sha3_512", "ripemd160")
BLOCKS = ("md5.blocks", "sha1.blocks", "sha256.blocks", "sha512.blocks", "keccak.permute", "ripemd160.blocks")

# As the programs of the published logs have it.
ITERATIONS = 1000
DERIVED_BYTES = 32
PASSWORD = b"passwordpassword"

KDFS: tuple[Algorithm, ...] = (
    Algorithm(
        name="pbkdf2",
        title="PBKDF2",
        family="kdf",
        standard="RFC 8018 section 5.2",
        module="akela.kernels.kdf_pbkdf2",
        kernels=tuple(f"pbkdf2_hmac_{name}" for name in HASHES),
        rows=(
            Row(
                "PBKDF2",
                Call("pbkdf2_hmac_sha256", (Given(PASSWORD), Fresh(32), Number(ITERATIONS), Number(DERIVED_BYTES))),
                call_bytes=DERIVED_BYTES,
            ),
        ),
        operations=BLOCKS,
        vectors=("KDF/rfc-6070-PBKDF2-SHA1.txt",),
        parameters={"hash": "SHA-256", "iterations": ITERATIONS, "salt_bytes": 32, "derived_bytes": DERIVED_BYTES},
    ),
    Algorithm(
        name="hkdf",
        title="HKDF",
        family="kdf",
        standard="RFC 5869",
        module="akela.kernels.kdf_hkdf",
        kernels=tuple(f"hkdf_{name}{step}" for name in HASHES for step in ("", "_extract", "_expand")),
        # No published log has a row of this or of the two that follow.
        rows=(Row("HKDF", Call("hkdf_sha256", (Fresh(32), Fresh(32), Fresh(16), Number(32))), per="ops", size=256, action="derive"),),
        operations=BLOCKS,
        vectors=(
            "KDF/rfc-5869-HKDF-SHA256.txt",
            "KDF/hkdf-generated.txt",
            "wycheproof:hkdf_sha256",
            "wycheproof:hkdf_sha384",
            "wycheproof:hkdf_sha512",
        ),
        parameters={"hash": "SHA-256", "salt_bytes": 32, "info_bytes": 16, "derived_bytes": 32},
    ),
    Algorithm(
        name="kbkdf",
        title="KDF in counter mode",
        family="kdf",
        standard="SP 800-108r1 section 4.1",
        module="akela.kernels.kdf_counter",
        kernels=(*(f"kbkdf_hmac_{name}" for name in HASHES), "kbkdf_cmac_aes"),
        rows=(
            Row(
                "KBKDF",
                Call("kbkdf_hmac_sha256", (Fresh(32), Given(b""), Number(4), Fresh(32), Number(32))),
                per="ops",
                size=256,
                action="derive",
            ),
        ),
        operations=(*BLOCKS, "aes.init", "aes.cbc_mac"),
        vectors=("KDF/nist-800-108-KBKDF-CTR.txt",),
        parameters={"hash": "SHA-256", "counter_bits": 32, "fixed_bytes": 32, "derived_bytes": 32},
    ),
    Algorithm(
        name="scrypt",
        title="scrypt",
        family="kdf",
        standard="RFC 7914",
        module="akela.kernels.scrypt",
        kernels=("scrypt",),
        # N as large as the memory of chips allows: 65 KiB of work area.
        rows=(
            Row(
                "SCRYPT",
                Call("scrypt", (Given(PASSWORD), Fresh(16), Number(64), Number(8), Number(1), Number(32))),
                per="ops",
                size=64,
                action="derive",
            ),
        ),
        operations=("sha256.blocks",),
        vectors=("KDF/scrypt.txt",),
        parameters={"N": 64, "r": 8, "p": 1, "salt_bytes": 16, "derived_bytes": 32},
    ),
)
