"""SHA-384 and SHA-512 with a message in each lane, for vectors of any width."""

from typing import Any

from akela.kernels.sha512 import INITIAL_384, INITIAL_512, SHA384, SHA512, K
from akela.lang import kernel_maker
from akela.ports.x86_64.many_lanes import make_group, make_many_lanes
from akela.ports.x86_64.sha2_lanes import make_sha2_compress


@kernel_maker
def make_lanes64(feature: str, needs: tuple[str, ...], V: Any) -> None:
    """A group takes about as long as two messages alone."""
    compress = make_sha2_compress(V, K, 80, (28, 34, 39), (14, 18, 41), (1, 8, 7), (19, 61, 6))
    make_many_lanes(feature, needs, V.count, 2, SHA384, make_group(V, SHA384, INITIAL_384, compress))
    make_many_lanes(feature, needs, V.count, 2, SHA512, make_group(V, SHA512, INITIAL_512, compress))
