"""MD5 and SHA-256 with a message in each lane, for vectors of any width."""

from typing import Any

from akela.kernels.md5 import INITIAL, MD5
from akela.kernels.sha256 import INITIAL_256, SHA256, K
from akela.lang import kernel_maker
from akela.ports.x86_64.many_lanes import make_group, make_many_lanes
from akela.ports.x86_64.md5_lanes import make_md5_compress
from akela.ports.x86_64.sha2_lanes import make_sha2_compress


@kernel_maker
def make_lanes32(feature: str, needs: tuple[str, ...], V: Any, few_sha256: int) -> None:
    """A group takes about as long as two messages alone, in SHA-256 as long as `few_sha256`."""
    compress = make_sha2_compress(V, K, 64, (2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 10))
    make_many_lanes(feature, needs, V.count, 2, MD5, make_group(V, MD5, INITIAL, make_md5_compress(V), True))
    make_many_lanes(feature, needs, V.count, few_sha256, SHA256, make_group(V, SHA256, INITIAL_256, compress))
