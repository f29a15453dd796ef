"""What only old protocols and old data need. Nothing here is safe to choose today.

Ciphers: `DESCBC`, `TripleDESCBC`, `ARC4`. Keys: `akela.legacy.rsa` has RSA below 2048 bits, signatures over SHA-1 and MD5, and
PKCS #1 v1.5 encryption; `akela.legacy.ec` has ECDSA over SHA-1 and MD5.
"""

from __future__ import annotations

from akela.legacy.ciphers import ARC4, DESCBC, TripleDESCBC

__all__ = ["ARC4", "DESCBC", "TripleDESCBC"]
