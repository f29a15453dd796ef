"""What kernels in Python need: `plain.py` emitted, `checked.py` checked, `traced.py` traced ones; `calls.py` what calls them."""
