"""Ciphers without authentication."""

from __future__ import annotations

from akela.catalogue.entries import Algorithm, Call, Data, Fresh, Lengths, Number, Row

KEY_BITS = (128, 192, 256)
AES_BLOCKS, DES_BLOCKS = Lengths(multiple=16), Lengths(multiple=8)

CIPHERS: tuple[Algorithm, ...] = (
    Algorithm(
        name="aes-ecb",
        title="AES-ECB (block operation)",
        family="cipher",
        standard="FIPS 197",
        module="akela.kernels.aes",
        kernels=("aes_init", "aes_encrypt_blocks", "aes_decrypt_blocks"),
        rows=tuple(
            Row(f"AES-{bits}-ECB-{verb}", Call(f"{way}_blocks", (Data.BLOCK,)), Call("Aes", (Fresh(bits // 8),)), takes=AES_BLOCKS)
            for bits in KEY_BITS
            for verb, way in (("enc", "encrypt"), ("dec", "decrypt"))
        ),
        operations=("aes.init", "aes.encrypt_blocks", "aes.decrypt_blocks"),
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
        kernels=("aes_cbc_encrypt", "aes_cbc_decrypt", "pkcs7_count", "aes_cbc_encrypt_many"),
        rows=tuple(
            Row(f"AES-{bits}-CBC-{verb}", Call(f"cbc_{way}", (Fresh(16), Data.BLOCK)), Call("Aes", (Fresh(bits // 8),)), takes=AES_BLOCKS)
            for bits in KEY_BITS
            for verb, way in (("enc", "encrypt"), ("dec", "decrypt"))
        ),
        operations=("aes.init", "aes.cbc_encrypt", "aes.cbc_decrypt", "aes.cbc_encrypt_many"),
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
        operations=("aes.init", "aes.ctr"),
        key_bits=KEY_BITS,
        vectors=tuple(f"ciphers/AES/CTR/aes-{bits}-ctr.txt" for bits in KEY_BITS),
    ),
    Algorithm(
        name="aes-xts",
        title="AES-XTS",
        family="cipher",
        standard="SP 800-38E",
        module="akela.kernels.xts",
        kernels=("aes_xts_init", "aes_xts_encrypt", "aes_xts_decrypt", "aes_xts_encrypt_blocks", "aes_xts_decrypt_blocks"),
        rows=tuple(
            Row(f"AES-{bits}-XTS-{verb}", Call(way, (Fresh(16), Data.BLOCK)), Call("AesXts", (Fresh(bits // 4),)), takes=Lengths(least=16))
            for bits in (128, 256)
            for verb, way in (("enc", "encrypt"), ("dec", "decrypt"))
        ),
        operations=("aes.init", "aes.encrypt_blocks", "aes.decrypt_blocks", "aes.xts_encrypt", "aes.xts_decrypt"),
        key_bits=(128, 256),
        vectors=(*(f"ciphers/AES/XTS/tweak-128hexstr/XTSGenAES{bits}.rsp" for bits in (128, 256)), "wycheproof:aes_xts"),
    ),
    Algorithm(
        name="aes-kw",
        title="AES key wrap",
        family="keywrap",
        standard="SP 800-38F",
        module="akela.kernels.keywrap",
        kernels=("aes_wrap", "aes_unwrap", "aes_wrap_padded", "aes_unwrap_padded"),
        rows=tuple(
            Row(f"AES-{bits}-KW", Call("wrap", (Data.BLOCK,)), Call("Aes", (Fresh(bits // 8),)), takes=Lengths(multiple=8, least=16))
            for bits in KEY_BITS
        ),
        operations=("aes.init", "aes.encrypt_blocks", "aes.decrypt_blocks"),
        key_bits=KEY_BITS,
        vectors=(
            *(f"keywrap/kwtestvectors/{kind}_{bits}.txt" for kind in ("KW_AE", "KW_AD", "KWP_AE", "KWP_AD") for bits in KEY_BITS),
            "wycheproof:aes_wrap",
            "wycheproof:aes_kwp",
        ),
    ),
    Algorithm(
        name="chacha20",
        title="ChaCha20",
        family="cipher",
        standard="RFC 8439 section 2.4",
        module="akela.kernels.chacha20",
        kernels=("chacha20_xor", "chacha20_xor64"),
        rows=(Row("CHACHA", Call("chacha20_xor", (Fresh(32), Number(1), Fresh(12), Data.BLOCK))),),
        operations=("chacha20.blocks",),
        key_bits=(256,),
        vectors=("ciphers/ChaCha20/rfc7539.txt",),
    ),
    Algorithm(
        name="xchacha20",
        title="XChaCha20",
        family="cipher",
        standard="draft-irtf-cfrg-xchacha-03",
        module="akela.kernels.xchacha20",
        kernels=("hchacha20", "xchacha20_xor"),
        rows=(Row("XCHACHA", Call("xchacha20_xor", (Fresh(32), Number(1), Fresh(24), Data.BLOCK))),),
        operations=("chacha20.blocks",),
        key_bits=(256,),
        vectors=("wycheproof:chacha20_counter",),
    ),
    Algorithm(
        name="des",
        title="DES",
        family="cipher",
        standard="FIPS 46-3",
        module="akela.kernels.des",
        kernels=("des_init", "des_encrypt_blocks", "des_decrypt_blocks"),
        operations=("des.encrypt_blocks", "des.decrypt_blocks"),
        rows=(Row("DES", Call("cbc_encrypt", (Fresh(8), Data.BLOCK)), Call("Des", (Fresh(8),)), takes=DES_BLOCKS),),
        key_bits=(56,),
        vectors=tuple(f"ciphers/3DES/ECB/TECB{kind}.rsp" for kind in ("invperm", "permop", "subtab", "varkey", "vartext")),
        legacy=True,
    ),
    Algorithm(
        name="3des",
        title="Triple DES",
        family="cipher",
        standard="SP 800-67 Rev. 2",
        module="akela.kernels.des",
        kernels=("des_cbc_encrypt", "des_cbc_decrypt"),
        operations=("des.cbc_encrypt", "des.cbc_decrypt"),
        rows=(Row("3DES", Call("cbc_encrypt", (Fresh(8), Data.BLOCK)), Call("Des", (Fresh(24),)), takes=DES_BLOCKS),),
        key_bits=(112, 168),
        vectors=tuple(
            f"ciphers/3DES/{mode}/T{mode}{kind}.rsp"
            for mode in ("ECB", "CBC")
            for kind in ("MMT1", "MMT2", "MMT3", "invperm", "permop", "subtab", "varkey", "vartext")
        ),
        legacy=True,
    ),
    Algorithm(
        name="arc4",
        title="ARC4",
        family="cipher",
        standard="RFC 6229",
        module="akela.kernels.arc4",
        kernels=("arc4_init", "arc4_xor"),
        rows=(Row("ARC4", Call("xor", (Data.BLOCK,)), Call("Arc4", (Fresh(16),))),),
        key_bits=(40, 56, 64, 80, 128, 192, 256),
        vectors=("ciphers/ARC4/arc4.txt", *(f"ciphers/ARC4/rfc-6229-{bits}.txt" for bits in (40, 56, 64, 80, 128, 192, 256))),
        legacy=True,
    ),
)
