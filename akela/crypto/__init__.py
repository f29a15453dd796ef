"""The Python API built on the kernels."""
