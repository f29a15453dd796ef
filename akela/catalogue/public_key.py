"""Public-key algorithms: key agreement and signatures."""

from __future__ import annotations

from akela.catalogue.entries import Algorithm, Call, Fresh, Made, Row

PUBLIC_KEY: tuple[Algorithm, ...] = (
    Algorithm(
        name="x25519",
        title="X25519",
        family="curve25519",
        standard="RFC 7748",
        module="akela.kernels.curve25519",
        kernels=("x25519", "x25519_public_key"),
        rows=(
            Row("CURVE", Call("x25519_public_key", (Fresh(32),)), per="ops", size=25519, action="key gen"),
            Row(
                "CURVE",
                Call("x25519", (Fresh(32), Made(Call("x25519_public_key", (Fresh(32),))))),
                per="ops",
                size=25519,
                action="agree",
            ),
        ),
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
        rows=(
            Row("ED", Call("Ed25519", (Fresh(32),)), per="ops", size=25519, action="key gen"),
            Row("ED", Call("sign", (Fresh(32),)), Call("Ed25519", (Fresh(32),)), per="ops", size=25519, action="sign"),
            Row(
                "ED",
                Call(
                    "ed25519_verify",
                    (
                        Made(Call("public_key", ()), Call("Ed25519", (Fresh(32),))),
                        Fresh(32),
                        Made(Call("sign", (Fresh(32),)), Call("Ed25519", (Fresh(32),))),
                    ),
                ),
                per="ops",
                size=25519,
                action="verify",
            ),
        ),
        operations=("sha512.blocks", "montgomery.mul"),
        key_bits=(256,),
        vectors=("wycheproof:ed25519",),
    ),
)
