"""Authenticated encryption."""

from __future__ import annotations

from akela.catalogue.entries import Algorithm, Call, Data, Fresh, Row

AEADS: tuple[Algorithm, ...] = (
    Algorithm(
        name="chacha20-poly1305",
        title="ChaCha20-Poly1305",
        family="aead",
        standard="RFC 8439 section 2.8",
        module="akela.kernels.chacha20poly1305",
        kernels=("chacha20poly1305_init", "chacha20poly1305_encrypt", "chacha20poly1305_decrypt"),
        rows=(Row("CHA-POLY", Call("encrypt", (Fresh(12), Data.BLOCK, Data.AAD)), Call("ChaCha20Poly1305", (Fresh(32),))),),
        operations=("chacha20.blocks", "poly1305.blocks"),
        key_bits=(256,),
        vectors=("ciphers/ChaCha20Poly1305/openssl.txt", "ciphers/ChaCha20Poly1305/boringssl.txt", "wycheproof:chacha20_poly1305"),
    ),
    Algorithm(
        name="xchacha20-poly1305",
        title="XChaCha20-Poly1305",
        family="aead",
        standard="draft-irtf-cfrg-xchacha-03",
        module="akela.kernels.xchacha20poly1305",
        kernels=("xchacha20poly1305_init", "xchacha20poly1305_encrypt", "xchacha20poly1305_decrypt"),
        rows=(Row("XCHA-POLY", Call("encrypt", (Fresh(24), Data.BLOCK, Data.AAD)), Call("XChaCha20Poly1305", (Fresh(32),))),),
        operations=("chacha20.blocks", "poly1305.blocks"),
        key_bits=(256,),
        vectors=("wycheproof:xchacha20_poly1305",),
    ),
)
