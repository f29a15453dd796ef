"""Public-key algorithms: key agreement and signatures."""

from __future__ import annotations

from akela.catalogue.entries import Algorithm, Argument, Call, Fresh, Given, Made, Row


def _agreement(name: str, bits: int, octets: int) -> tuple[Row, ...]:
    """X25519 and X448."""
    public = Call(f"{name}_public_key", (Fresh(octets),))
    return (
        Row("CURVE", public, per="ops", size=bits, action="key gen"),
        Row("CURVE", Call(name, (Fresh(octets), Made(public))), per="ops", size=bits, action="agree"),
    )


def _signatures(name: str, bits: int, octets: int, context: tuple[Argument, ...] = ()) -> tuple[Row, ...]:
    """Ed25519 and Ed448, with a message of 32 bytes."""
    key = Call(name.capitalize(), (Fresh(octets),))
    sign = Call("sign", (Fresh(32), *context))
    verify = Call(f"{name}_verify", (Made(Call("public_key", ()), key), Fresh(32), *context, Made(sign, key)))
    return (
        Row("ED", key, per="ops", size=bits, action="key gen"),
        Row("ED", sign, key, per="ops", size=bits, action="sign"),
        Row("ED", verify, per="ops", size=bits, action="verify"),
    )


def _ec(bits: int) -> tuple[Algorithm, Algorithm]:
    """Key agreement and signatures over P-256, P-384 or P-521."""
    name, title, size = f"p{bits}", f"P-{bits}", (bits + 7) // 8
    private = Made(Call(f"{name}_generate", (Fresh(size + 8),)))
    public = Made(Call(f"{name}_public_key", (private,)))
    signing = Call(f"{name}_sign", (private, Fresh(32), Fresh(0)))
    hashes = ("SHA-224", "SHA-256", "SHA-384", "SHA-512")

    def row(label: str, action: str, call: Call) -> Row:
        return Row(f"{label:<5} [{f'SECP{bits}R1':>15}]", call, per="ops", size=bits, action=action)

    agreement = Algorithm(
        name=f"ecdh-{name}",
        title=f"ECDH {title}",
        family="ec",
        standard="SP 800-56A section 5.7.1.2",
        module=f"akela.kernels.{name}",
        kernels=tuple(f"{name}_{kernel}" for kernel in ("generate", "public_key", "decode_point", "ecdh")),
        rows=(
            row("ECC", "key gen", Call(f"{name}_public_key", (private,))),
            row("ECDHE", "agree", Call(f"{name}_ecdh", (private, public))),
        ),
        operations=(f"{name}.public_key", f"{name}.ecdh", *((f"{name}_ecdh.many",) if bits == 256 else ())),
        key_bits=(bits,),
        vectors=(
            "asymmetric/ECDSA/FIPS_186-3/KeyPair.rsp",
            "asymmetric/ECDSA/FIPS_186-3/PKV.rsp",
            "asymmetric/ECDH/KASValidityTest_ECCStaticUnified_NOKC_ZZOnly_init.fax",
            "asymmetric/EC/compressed_points.txt",
            f"wycheproof:ecdh_secp{bits}r1_ecpoint",
        ),
    )
    wycheproof = {256: ("sha256", "sha512"), 384: ("sha256", "sha384", "sha512"), 521: ("sha512",)}
    own = {256: "SHA-256", 384: "SHA-384", 521: "SHA-512"}[bits]
    others = tuple(f"{name}_sign_{hash.lower().replace('-', '')}" for hash in hashes if hash != own)
    signatures = Algorithm(
        name=f"ecdsa-{name}",
        title=f"ECDSA {title}",
        family="ec",
        standard="FIPS 186-5 section 6, RFC 6979",
        module=f"akela.kernels.{name}",
        kernels=(
            *(f"{name}_sign", *others, f"{name}_sign_with_nonce"),
            *(f"{name}_{kernel}" for kernel in ("verify", "signature_to_der", "signature_from_der")),
        ),
        rows=(
            row("ECDSA", "sign", signing),
            row("ECDSA", "verify", Call(f"{name}_verify", (public, Fresh(32), Made(signing)))),
        ),
        operations=(
            *(f"{name}.sign_with_nonce", f"{name}.verify"),
            *((f"{name}_sign.many", f"{name}_verify.many") if bits == 256 else ()),
        ),
        key_bits=(bits,),
        vectors=(
            "asymmetric/ECDSA/FIPS_186-3/SigVer.rsp",
            "asymmetric/ECDSA/FIPS_186-3/SigGen.txt",
            *(f"wycheproof:ecdsa_secp{bits}r1_{hash}" for hash in wycheproof[bits]),
        ),
        parameters={"digest_bits": 256, "nonce": f"RFC 6979 with HMAC-{own.replace('-', '')}"},
    )
    return agreement, signatures


PUBLIC_KEY: tuple[Algorithm, ...] = (
    *_ec(256),
    *_ec(384),
    *_ec(521),
    Algorithm(
        name="ecdsa-sha1",
        title="ECDSA with nonces over SHA-1",
        family="ec",
        standard="FIPS 186-4 section 6, RFC 6979",
        module="akela.kernels.p256",
        kernels=tuple(f"p{bits}_sign_sha1" for bits in (256, 384, 521)),
        rows=(),
        key_bits=(256, 384, 521),
        vectors=("asymmetric/ECDSA/FIPS_186-3/SigVer.rsp",),
        legacy=True,
    ),
    Algorithm(
        name="x25519",
        title="X25519",
        family="curve25519",
        standard="RFC 7748",
        module="akela.kernels.curve25519",
        kernels=("x25519", "x25519_public_key", "edwards25519_base_coordinate"),
        operations=("x25519.exchange", "edwards25519.base_coordinate", "x25519.many"),
        rows=_agreement("x25519", 25519, 32),
        key_bits=(256,),
        vectors=("asymmetric/X25519/rfc7748.txt", "wycheproof:x25519"),
    ),
    Algorithm(
        name="ed25519",
        title="Ed25519",
        family="curve25519",
        standard="RFC 8032",
        module="akela.kernels.ed25519",
        kernels=(
            *("ed25519_init", "ed25519_public_key", "ed25519_sign", "ed25519_verify"),
            *("ed25519_expand_key", "ed25519_sign_expanded"),
            *("edwards25519_multiply_base", "edwards25519_combine_vartime"),
        ),
        rows=_signatures("ed25519", 25519, 32),
        operations=(
            *("sha512.blocks", "montgomery.mul", "edwards25519.multiply_base", "edwards25519.combine_vartime"),
            *("ed25519_sign_expanded.many", "ed25519_verify.many"),
        ),
        key_bits=(256,),
        vectors=("wycheproof:ed25519",),
    ),
    Algorithm(
        name="x448",
        title="X448",
        family="curve448",
        standard="RFC 7748",
        module="akela.kernels.curve448",
        kernels=("x448", "x448_public_key", "edwards448_base_coordinate"),
        rows=_agreement("x448", 448, 56),
        key_bits=(448,),
        vectors=("asymmetric/X448/rfc7748.txt", "wycheproof:x448"),
    ),
    Algorithm(
        name="ed448",
        title="Ed448",
        family="curve448",
        standard="RFC 8032",
        module="akela.kernels.ed448",
        kernels=(
            *("ed448_init", "ed448_public_key", "ed448_sign", "ed448_verify"),
            *("edwards448_multiply_base", "edwards448_combine_vartime"),
        ),
        rows=_signatures("ed448", 448, 57, (Given(b""),)),
        operations=("keccak.permute", "montgomery.mul"),
        key_bits=(456,),
        vectors=("asymmetric/Ed448/rfc8032.txt", "wycheproof:ed448"),
    ),
)
