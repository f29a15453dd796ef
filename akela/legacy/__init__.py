"""What only old protocols and old data need. Nothing here is safe to choose today."""

from __future__ import annotations

from akela.legacy.ciphers import ARC4, DESCBC, TripleDESCBC

__all__ = ["ARC4", "DESCBC", "TripleDESCBC"]
