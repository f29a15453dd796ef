"""Parts of `emit_c.py`."""
