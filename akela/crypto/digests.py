"""Digests of whole messages: `sha256(b"…")` gives the 32 bytes at once. The functions are the kernels' own, so a call costs nothing more.
A digest has the bits of the name's last number: SHA-2 is FIPS 180-4, SHA-3 and SHAKE are FIPS 202. Each function takes any contiguous
buffer and returns bytes; it raises TypeError for anything else, such as a str, and SHAKE ValueError for a negative length.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from akela.executions import default_execution

if TYPE_CHECKING:
    from typing_extensions import Buffer

    Digest = Callable[[Buffer], bytes]
    Output = Callable[[Buffer, int], bytes]

__all__ = [
    "sha3_224",
    "sha3_256",
    "sha3_384",
    "sha3_512",
    "sha224",
    "sha256",
    "sha384",
    "sha512",
    "sha512_224",
    "sha512_256",
    "shake128",
    "shake256",
]

_kernels = default_execution()

sha224: Digest = _kernels.sha224  # FIPS 180-4 section 6.3
sha256: Digest = _kernels.sha256  # section 6.2
sha384: Digest = _kernels.sha384  # section 6.5
sha512: Digest = _kernels.sha512  # section 6.4
sha512_224: Digest = _kernels.sha512_224  # section 6.6
sha512_256: Digest = _kernels.sha512_256  # section 6.7
sha3_224: Digest = _kernels.sha3_224  # FIPS 202 section 6.1
sha3_256: Digest = _kernels.sha3_256
sha3_384: Digest = _kernels.sha3_384
sha3_512: Digest = _kernels.sha3_512

# These take how many bytes of output are wanted, too: shake128(data, 32).
shake128: Output = _kernels.shake128  # FIPS 202 section 6.2
shake256: Output = _kernels.shake256
