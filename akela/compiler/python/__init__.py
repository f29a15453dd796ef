"""Parts of `emit_python.py`, and what makes the executions in Python."""
