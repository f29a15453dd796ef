"""RSA and finite-field Diffie-Hellman."""

from __future__ import annotations

from akela.catalogue.entries import Algorithm, Call, Fresh, Given, Made, Number, Row
from akela.kernels.dh_groups import FFDHE

# The primes of an RSA key of 2048 bits for measuring, and for nothing else.
P = int(
    "c0130971c2961f13ab65213a79424ab33b8c10d07da2e3e4fd4e25a01feb48c40f8dc67479c88fc253cfa8410129813e"
    "6244c38585455f42c5469e908a9964d96175857cd2e69e24c97d97b553118e07d0a522edec662cfec30479f7d243c8b3"
    "d32d00d0e6869b72c0a32f8bae239d76a649a11561f109f5654b4eb95dc19893",
    16,
)
Q = int(
    "d98da0988df72e3b088dd96060c799cbb02041231b30eafe03067df6e9a3e4f3b31748b325b36589e196b137d5fff4df"
    "4b501bf7c9a4fb18f1c2dd17d8c019bb844a0a8aa88c9b2e84a553ed7c89bd8063ad1f1efc90ebf53ded5435d16eedb9"
    "b9fd8e125b0cc405c75a1dcb39769795244d0483431e22b3dde02ebd84a1e2ed",
    16,
)

E = 65537
D = pow(E, -1, (P - 1) * (Q - 1))
BITS = 2048


def octets(number: int, size: int = BITS // 8) -> Given:
    """A number as kernels take it."""
    return Given(number.to_bytes(size, "big"))


N, EXPONENT = octets(P * Q), octets(E, 3)
PARTS = Given(b"".join(part.to_bytes(BITS // 16, "big") for part in (P, Q, D % (P - 1), D % (Q - 1), pow(Q, -1, P))))
RSA_PUBLIC = Call("rsa_public_w64", (N, EXPONENT, octets(P)))
DRBG = Call("HmacDrbg", (Fresh(32), Fresh(16), Given(b"")))

GROUP = FFDHE[0]
DH_PRIME = octets(GROUP.p)
DH_PRIVATE = Fresh(-(-GROUP.private_bits // 8))
DH_KEY = Call("dh_power_w64", (DH_PRIME, octets(GROUP.g), DH_PRIVATE))

SHA2 = ("sha224", "sha256", "sha384", "sha512", "sha512_224", "sha512_256")
MGF1_HASHES = ("sha1", *SHA2, "sha3_224", "sha3_256", "sha3_384", "sha3_512")

FINITE_FIELD: tuple[Algorithm, ...] = (
    Algorithm(
        name="rsa-key-generation",
        title="RSA key generation",
        family="rsa",
        standard="FIPS 186-5 appendix A.1.3",
        module="akela.kernels.rsa_keygen",
        kernels=("rsa_generate", "miller_rabin", "mod_gcd"),
        # Each operation draws on: the figures are those of keys that differ.
        rows=tuple(
            Row("RSA", Call("rsa_generate_w64", (Number(bits), Number(E))), DRBG, per="ops", size=bits, action="key gen")
            for bits in (1024, 2048)
        ),
        parameters={"word_bits": 64},
    ),
    Algorithm(
        name="rsa-primitives",
        title="RSA public and private operation",
        family="rsa",
        standard="RFC 8017 section 5",
        module="akela.kernels.rsa",
        kernels=("rsa_public", "rsa_private", "rsa_blinding", "rsa_blinding_next", "rsa_private_blinded"),
        rows=(
            Row("RSA", RSA_PUBLIC, per="ops", size=BITS, action="public"),
            Row(
                "RSA",
                Call("rsa_private_w64", (N, EXPONENT, PARTS, octets(Q - 1), Made(RSA_PUBLIC))),
                per="ops",
                size=BITS,
                action="private",
            ),
        ),
        operations=("montgomery.mul", "rsa_public.many", "rsa_private.many"),
        key_bits=(1024, 2048, 3072, 4096),
        parameters={"word_bits": 64},
    ),
    Algorithm(
        name="rsa-signatures",
        title="RSASSA-PSS and RSASSA-PKCS1-v1_5 encodings",
        family="rsa",
        standard="RFC 8017 section 9",
        module="akela.kernels.rsa_padding",
        kernels=(
            "pkcs1_signature_pad",
            "pss_pad",
            "pss_unpad",
            *(f"mgf1_{name}" for name in MGF1_HASHES),
        ),
        rows=(),
        vectors=(
            "asymmetric/RSA/FIPS_186-2/SigVerPSS_186-3.rsp",
            "asymmetric/RSA/FIPS_186-2/SigVer15_186-3.rsp",
            "wycheproof:rsa_signature_2048_sha256",
            "wycheproof:rsa_pss_2048_sha256_mgf1_32",
        ),
    ),
    Algorithm(
        name="rsa-encryption",
        title="RSAES-OAEP and RSAES-PKCS1-v1_5 encodings",
        family="rsa",
        standard="RFC 8017 section 7",
        module="akela.kernels.rsa_padding",
        kernels=("oaep_pad", "oaep_unpad", "pkcs1_encryption_pad", "pkcs1_alternative", "pkcs1_unpad"),
        rows=(),
        vectors=("wycheproof:rsa_oaep_2048_sha256_mgf1sha256", "wycheproof:rsa_pkcs1_2048"),
    ),
    Algorithm(
        name="ffdh",
        title="Diffie-Hellman, finite field",
        family="dh",
        standard="RFC 7919, SP 800-56A Rev. 3",
        module="akela.kernels.dh",
        kernels=("dh_power", "dh_check"),
        rows=(
            Row("DH", DH_KEY, per="ops", size=GROUP.bits, action="key gen"),
            Row("DH", Call("dh_power_w64", (DH_PRIME, Made(DH_KEY), DH_PRIVATE)), per="ops", size=GROUP.bits, action="agree"),
        ),
        operations=("montgomery.mul",),
        key_bits=(2048, 3072, 4096, 6144, 8192),
        vectors=("asymmetric/DH/RFC5114.txt", "asymmetric/DH/vec.txt"),
        parameters={"word_bits": 64, "group": GROUP.name, "private_bits": GROUP.private_bits},
    ),
)
