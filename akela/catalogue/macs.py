"""Message authentication codes."""

from __future__ import annotations

from akela.catalogue.entries import Algorithm, Call, Data, Fresh, Row


def _hmac(name: str, label: str, operation: str, vectors: tuple[str, ...], legacy: bool = False) -> Algorithm:
    kernel = f"hmac_{name}"
    return Algorithm(
        name=kernel.replace("_", "-", 1),
        title=label,
        family="mac",
        standard="FIPS 198-1",
        module="akela.kernels.hmac",
        kernels=tuple(kernel + suffix for suffix in ("", "_init", "_update", "_final")),
        rows=(Row(label, Call(kernel, (Fresh(32), Data.BLOCK))),),
        operations=(operation, f"hmac.{name}"),
        vectors=vectors,
        legacy=legacy,
    )


def _gmac_form(name: str, title: str, struct: str, context: str, suffix: str, label: str) -> Algorithm:
    """GMAC, and with it GCM, over a form of GHASH for chips."""
    methods = ("encrypt", "decrypt", "mac")
    return Algorithm(
        name=name,
        title=title,
        family="mac",
        standard="SP 800-38D",
        module="akela.kernels.gcm_tables",
        kernels=(f"{struct}_init", *(f"{struct}_{method}{suffix}" for method in methods)),
        rows=(Row(label, Call(f"mac{suffix}", (Fresh(12), Data.BLOCK)), Call(context, (Fresh(16),))),),
        key_bits=(128, 192, 256),
    )


MACS: tuple[Algorithm, ...] = (
    Algorithm(
        name="gmac",
        title="GMAC",
        family="mac",
        standard="SP 800-38D",
        module="akela.kernels.gcm",
        kernels=("aes_gcm_mac",),
        rows=(Row("GMAC Default", Call("mac", (Fresh(12), Data.BLOCK)), Call("AesGcm", (Fresh(16),))),),
        operations=("aes.init", "aes.ctr32", "ghash.init", "ghash.blocks"),
        key_bits=(128, 192, 256),
    ),
    _gmac_form("gmac-small", "GMAC, least code and memory", "aes_gcm_small", "AesGcmSmall", "", "GMAC Small"),
    _gmac_form("gmac-table4", "GMAC, 4-bit table", "aes_gcm_table4", "AesGcmTable4", "_vartime", "GMAC Table 4-bit"),
    _gmac_form("gmac-table8", "GMAC, 8-bit table", "aes_gcm_table8", "AesGcmTable8", "_vartime", "GMAC Table"),
    Algorithm(
        name="aes-cmac",
        title="AES-CMAC",
        family="mac",
        standard="SP 800-38B",
        module="akela.kernels.cmac",
        kernels=("aes_cmac", "aes_cmac_init", "aes_cmac_update", "aes_cmac_final"),
        rows=tuple(Row(f"AES-{bits}-CMAC", Call("aes_cmac", (Fresh(bits // 8), Data.BLOCK))) for bits in (128, 192, 256)),
        operations=("aes.init", "aes.cbc_mac"),
        key_bits=(128, 192, 256),
        vectors=(*(f"CMAC/nist-800-38b-aes{bits}.txt" for bits in (128, 192, 256)), "wycheproof:aes_cmac"),
    ),
    Algorithm(
        name="poly1305",
        title="Poly1305",
        family="mac",
        standard="RFC 8439 section 2.5",
        module="akela.kernels.poly1305",
        kernels=("poly1305", "poly1305_init", "poly1305_update", "poly1305_final"),
        rows=(Row("POLY1305", Call("poly1305", (Fresh(32), Data.BLOCK))),),
        operations=("poly1305.blocks",),
        key_bits=(256,),
        vectors=("poly1305/rfc7539.txt",),
    ),
    _hmac("md5", "HMAC-MD5", "md5.blocks", ("HMAC/rfc-2202-md5.txt",), legacy=True),
    _hmac("sha1", "HMAC-SHA", "sha1.blocks", ("HMAC/rfc-2202-sha1.txt",), legacy=True),
    _hmac("sha224", "HMAC-SHA224", "sha256.blocks", ("HMAC/rfc-4231-sha224.txt",)),
    _hmac("sha256", "HMAC-SHA256", "sha256.blocks", ("HMAC/rfc-4231-sha256.txt",)),
    _hmac("sha384", "HMAC-SHA384", "sha512.blocks", ("HMAC/rfc-4231-sha384.txt",)),
    _hmac("sha512", "HMAC-SHA512", "sha512.blocks", ("HMAC/rfc-4231-sha512.txt",)),
    _hmac("sha512_224", "HMAC-SHA512/224", "sha512.blocks", ()),
    _hmac("sha512_256", "HMAC-SHA512/256", "sha512.blocks", ()),
    *(_hmac(f"sha3_{bits}", f"HMAC-SHA3-{bits}", "keccak.permute", ()) for bits in (224, 256, 384, 512)),
    _hmac("ripemd160", "HMAC-RIPEMD", "ripemd160.blocks", ("HMAC/rfc-2286-ripemd160.txt",), legacy=True),
    Algorithm(
        name="compare",
        title="Comparison in constant time",
        family="mac",
        standard="SP 800-107r1 section 5.3.4",
        module="akela.kernels.constant_time",
        kernels=("bytes_equal",),
        rows=(),
    ),
)
