"""MD5 and SHA-256 of eight messages at a time, with AVX2."""

from akela.lang import u32x8
from akela.ports.x86_64.lanes32 import make_lanes32

make_lanes32("avx2", ("avx2",), u32x8, 2)
