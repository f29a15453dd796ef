"""Parts of `passes.py`: the passes themselves."""
