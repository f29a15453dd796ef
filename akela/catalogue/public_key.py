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


PUBLIC_KEY: tuple[Algorithm, ...] = (
    Algorithm(
        name="x25519",
        title="X25519",
        family="curve25519",
        standard="RFC 7748",
        module="akela.kernels.curve25519",
        kernels=("x25519", "x25519_public_key"),
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
            *("edwards25519_multiply_base", "edwards25519_combine_vartime"),
        ),
        rows=_signatures("ed25519", 25519, 32),
        operations=("sha512.blocks", "montgomery.mul"),
        key_bits=(256,),
        vectors=("wycheproof:ed25519",),
    ),
    Algorithm(
        name="x448",
        title="X448",
        family="curve448",
        standard="RFC 7748",
        module="akela.kernels.curve448",
        kernels=("x448", "x448_public_key"),
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
