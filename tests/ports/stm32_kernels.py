"""What the tests of the STM32's drivers run: one program for all of them, so that it is made once."""

MODULES = tuple(f"akela.kernels.{name}" for name in ("aes", "ccm", "cmac", "gcm", "des", "hmac", "md5", "sha1", "random"))
