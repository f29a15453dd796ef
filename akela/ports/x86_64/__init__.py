"""Operations served by instructions that x86-64 processors have, each in a module of its own."""

# In the order in which they are built. Of several that provide one operation the last whose needs are met is used.
MODULES = (
    "akela.ports.x86_64.sha1_shani",
    "akela.ports.x86_64.sha256_shani",
    "akela.ports.x86_64.sha512_avx2",
    "akela.ports.x86_64.sha512_avx512",
    "akela.ports.x86_64.keccak_avx512",
    "akela.ports.x86_64.chacha20_sse2",
    "akela.ports.x86_64.chacha20_avx2",
    "akela.ports.x86_64.chacha20_avx512",
    "akela.ports.x86_64.poly1305_ifma",
    "akela.ports.x86_64.lanes32_avx2",
    "akela.ports.x86_64.lanes64_avx2",
    "akela.ports.x86_64.lanes32_avx512",
    "akela.ports.x86_64.lanes64_avx512",
    "akela.ports.x86_64.montgomery_mulx",
    "akela.ports.x86_64.modular_power_ifma",
    "akela.ports.x86_64.aes_sse2",
    "akela.ports.x86_64.aes_avx2",
    "akela.ports.x86_64.aes_aesni",
    "akela.ports.x86_64.aes_vaes256",
    "akela.ports.x86_64.aes_vaes512",
    "akela.ports.x86_64.ghash_pclmul",
    "akela.ports.x86_64.ghash_vpclmul512",
    "akela.ports.x86_64.gcm_aesni",
    "akela.ports.x86_64.gcm_vaes512",
)
