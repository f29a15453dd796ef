"""Ciphers without authentication."""

from __future__ import annotations

from akela.catalogue.entries import Algorithm, Call, Data, Fresh, Number, Row

KEY_BITS = (128, 192, 256)

CIPHERS: tuple[Algorithm, ...] = (
    Algorithm(
        name="aes-ecb",
        title="AES-ECB (block operation)",
        family="cipher",
        standard="FIPS 197",
        module="akela.kernels.aes",
        kernels=("aes_init", "aes_encrypt_blocks", "aes_decrypt_blocks"),
        rows=tuple(
            Row(f"AES-{bits}-ECB-{verb}", Call(f"{way}_blocks", (Data.BLOCK,)), Call("Aes", (Fresh(bits // 8),)))
            for bits in KEY_BITS
            for verb, way in (("enc", "encrypt"), ("dec", "decrypt"))
        ),
        operations=("aes.encrypt_blocks", "aes.decrypt_blocks"),
        key_bits=KEY_BITS,
        vectors=tuple(
            f"ciphers/AES/ECB/ECB{kind}{bits}.rsp" for kind in ("GFSbox", "KeySbox", "VarKey", "VarTxt", "MMT") for bits in KEY_BITS
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
            for bits in KEY_BITS
            for verb, way in (("enc", "encrypt"), ("dec", "decrypt"))
        ),
        operations=("aes.cbc_encrypt", "aes.cbc_decrypt"),
        key_bits=KEY_BITS,
        vectors=tuple(
            f"ciphers/AES/CBC/CBC{kind}{bits}.rsp" for kind in ("GFSbox", "KeySbox", "VarKey", "VarTxt", "MMT") for bits in KEY_BITS
        ),
    ),
    Algorithm(
        name="aes-ctr",
        title="AES-CTR",
        family="cipher",
        standard="SP 800-38A section 6.5",
        module="akela.kernels.aes",
        kernels=("aes_ctr_xor",),
        rows=tuple(Row(f"AES-{bits}-CTR", Call("ctr_xor", (Fresh(16), Data.BLOCK)), Call("Aes", (Fresh(bits // 8),))) for bits in KEY_BITS),
        operations=("aes.ctr",),
        key_bits=KEY_BITS,
        vectors=tuple(f"ciphers/AES/CTR/aes-{bits}-ctr.txt" for bits in KEY_BITS),
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
)
