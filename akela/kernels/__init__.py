"""Primitives in the kernel language, one module each."""

# In the order in which they are built: a module after those that it calls.
MODULES = (
    "akela.kernels.constant_time",
    "akela.kernels.md5",
    "akela.kernels.sha256",
    "akela.kernels.sha1",
    "akela.kernels.sha512",
    "akela.kernels.keccak",
    "akela.kernels.sha3",
    "akela.kernels.ripemd160",
    "akela.kernels.hmac",
    "akela.kernels.random",
    "akela.kernels.drbg",
    "akela.kernels.kdf_pbkdf2",
    "akela.kernels.kdf_hkdf",
    "akela.kernels.kdf_counter",
    "akela.kernels.scrypt",
    "akela.kernels.chacha20",
    "akela.kernels.poly1305",
    "akela.kernels.chacha20poly1305",
    "akela.kernels.montgomery",
    "akela.kernels.exponentiation",
    "akela.kernels.inverse",
    "akela.kernels.aes",
    "akela.kernels.curve25519",
)
