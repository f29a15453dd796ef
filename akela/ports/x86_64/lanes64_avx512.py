"""SHA-384, SHA-512 and SHA-3 of eight messages at a time, with AVX-512."""

from akela.kernels.sha3 import SHA3_256, SHA3_512
from akela.lang import u64x8
from akela.ports.x86_64.lanes64 import make_lanes64
from akela.ports.x86_64.many_lanes import make_many_lanes
from akela.ports.x86_64.sha3_lanes import make_sha3_group

NEEDS = ("avx512f", "avx512vl")

make_lanes64("avx512", NEEDS, u64x8)
make_many_lanes("avx512", NEEDS, 8, 2, SHA3_256, make_sha3_group(SHA3_256))
make_many_lanes("avx512", NEEDS, 8, 2, SHA3_512, make_sha3_group(SHA3_512))
