"""Parts of `emit_cpython.py` and `native.py`: wrappers and the stub of the CPython extension."""
