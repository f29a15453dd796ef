"""CPU features that ports may need, by the names that GCC and clang use in `-m…`.

A row says where the CPU reports the feature and which registers the operating system has to save for it. The extension's table
(`akela_native.c`) is made from these rows; how they are read is in `runtime/akela_cpu.h`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Feature:
    """A bit of CPUID. `state`: "" or the widest registers that the feature uses beyond the SSE ones: "ymm", "zmm"."""

    leaf: int
    register: str  # "ebx" | "ecx" | "edx", of subleaf 0
    bit: int
    state: str = ""


# Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2A, CPUID: leaf 1 and leaf 7.
X86_64: dict[str, Feature] = {
    "sse2": Feature(1, "edx", 26),
    "sse3": Feature(1, "ecx", 0),
    "pclmul": Feature(1, "ecx", 1),
    "ssse3": Feature(1, "ecx", 9),
    "sse4.1": Feature(1, "ecx", 19),
    "sse4.2": Feature(1, "ecx", 20),
    "movbe": Feature(1, "ecx", 22),
    "popcnt": Feature(1, "ecx", 23),
    "aes": Feature(1, "ecx", 25),
    "avx": Feature(1, "ecx", 28, "ymm"),
    "rdrnd": Feature(1, "ecx", 30),
    "bmi": Feature(7, "ebx", 3),
    "avx2": Feature(7, "ebx", 5, "ymm"),
    "bmi2": Feature(7, "ebx", 8),
    "avx512f": Feature(7, "ebx", 16, "zmm"),
    "avx512dq": Feature(7, "ebx", 17, "zmm"),
    "rdseed": Feature(7, "ebx", 18),
    "adx": Feature(7, "ebx", 19),
    "avx512ifma": Feature(7, "ebx", 21, "zmm"),
    "sha": Feature(7, "ebx", 29),
    "avx512bw": Feature(7, "ebx", 30, "zmm"),
    "avx512vl": Feature(7, "ebx", 31, "zmm"),
    "avx512vbmi": Feature(7, "ecx", 1, "zmm"),
    "avx512vbmi2": Feature(7, "ecx", 6, "zmm"),
    "gfni": Feature(7, "ecx", 8),
    "vaes": Feature(7, "ecx", 9, "ymm"),
    "vpclmulqdq": Feature(7, "ecx", 10, "ymm"),
}

FEATURES: dict[str, dict[str, Feature]] = {"x86_64": X86_64}  # by target


def compiler_flags(target: str, needs: tuple[str, ...]) -> list[str]:
    """The flags that let a compiler use these features in one C file.

    Raises ValueError for a feature that is not in the target's table.
    """
    known = FEATURES.get(target, {})
    for name in needs:
        if name not in known:
            raise ValueError(f"{name} is not a CPU feature of {target}; known are: {', '.join(known) or 'none'}")
    return [f"-m{name}" for name in sorted(needs)]
