"""Parts of `branches.py`: reading object code."""
