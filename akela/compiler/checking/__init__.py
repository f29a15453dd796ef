"""Parts of `check.py`: types, secrecy, memory and paths."""
