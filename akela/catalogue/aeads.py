"""Authenticated encryption."""

from __future__ import annotations

from collections.abc import Iterator

from akela.catalogue.entries import Algorithm, Call, Data, Fresh, Made, Row

KEY_BITS = (128, 192, 256)


def _aes_rows(mode: str, context: str, nonce_bytes: int) -> Iterator[Row]:
    """Sealing and opening, for each size of key."""
    for bits in KEY_BITS:
        cipher = Call(context, (Fresh(bits // 8),))
        seal = Call("encrypt", (Fresh(nonce_bytes), Data.BLOCK, Data.AAD))
        yield Row(f"AES-{bits}-{mode}-enc", seal, cipher)
        yield Row(f"AES-{bits}-{mode}-dec", Call("decrypt", (Fresh(nonce_bytes), Made(seal, cipher), Data.AAD)), cipher)


AEADS: tuple[Algorithm, ...] = (
    Algorithm(
        name="aes-gcm",
        title="AES-GCM",
        family="aead",
        standard="SP 800-38D",
        module="akela.kernels.gcm",
        kernels=(
            "ghash_init",
            "aes_gcm_init",
            "aes_gcm_encrypt",
            "aes_gcm_decrypt",
            "aes_gcm_encrypt_tag",
            "aes_gcm_decrypt_tag",
            "aes_gcm_start",
            "aes_gcm_aad",
            "aes_gcm_encrypt_update",
            "aes_gcm_final",
            "aes_gcm_verify_update",
            "aes_gcm_verify",
            "aes_gcm_decrypt_update",
        ),
        rows=tuple(_aes_rows("GCM", "AesGcm", 12)),
        operations=("aes.init", "aes.ctr32", "ghash.init", "ghash.blocks", "aes.gcm_seal"),
        key_bits=KEY_BITS,
        vectors=(
            *(f"ciphers/AES/GCM/gcm{kind}{bits}.rsp" for kind in ("EncryptExtIV", "Decrypt") for bits in KEY_BITS),
            "wycheproof:aes_gcm",
        ),
    ),
    Algorithm(
        name="aes-ccm",
        title="AES-CCM",
        family="aead",
        standard="SP 800-38C",
        module="akela.kernels.ccm",
        kernels=(
            "aes_ccm_init",
            "aes_ccm_encrypt",
            "aes_ccm_decrypt",
            "aes_ccm_encrypt_tag",
            "aes_ccm_decrypt_tag",
            "aes_ccm_start",
            "aes_ccm_aad",
            "aes_ccm_encrypt_update",
            "aes_ccm_final",
        ),
        rows=tuple(_aes_rows("CCM", "AesCcm", 12)),
        operations=("aes.init", "aes.ctr", "aes.cbc_mac"),
        key_bits=KEY_BITS,
        vectors=(
            *(f"ciphers/AES/CCM/{kind}{bits}.rsp" for kind in ("DVPT", "VADT", "VNT", "VPT", "VTT") for bits in KEY_BITS),
            "wycheproof:aes_ccm",
        ),
    ),
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
