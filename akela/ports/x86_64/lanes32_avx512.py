"""MD5 and SHA-256 of sixteen messages at a time, with AVX-512."""

from akela.lang import u32x16
from akela.ports.x86_64.lanes32 import make_lanes32

make_lanes32("avx512", ("avx512f", "avx512vl"), u32x16, 8)
