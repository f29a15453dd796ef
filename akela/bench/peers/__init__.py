"""What `akela bench --vs` compares with: Python's cryptographic libraries, one file each.

A file says in ROWS how its library does what a row names, in the code that a user would write. Rows have the names of the catalogue's
(`tasks.py` has them all), and all libraries are given the same inputs (`inputs.py`). `openssl_speed.py` is apart: it runs a program.
"""

from __future__ import annotations
