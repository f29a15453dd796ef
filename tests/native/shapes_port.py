"""Kernels that serve the operation of shapes.py where the CPU has the features that they name."""

from akela.lang import Array, provides, u8


@provides("shapes.serve", needs=("sse2",))
def serve_sse2(out: Array[u8, 1]) -> None:
    """Says 1.

    Leaks: nothing.
    """
    out[0] = u8(1)


@provides("shapes.serve", needs=("sse2", "ssse3"))
def serve_ssse3(out: Array[u8, 1]) -> None:
    """Says 2.

    Leaks: nothing.
    """
    out[0] = u8(2)
