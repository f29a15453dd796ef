"""SHA-384 and SHA-512 of four messages at a time, with AVX2."""

from akela.lang import u64x4
from akela.ports.x86_64.lanes64 import make_lanes64

make_lanes64("avx2", ("avx2",), u64x4)
