"""What algorithms cost in flash, stack and memory: the parts of `tools/footprint.py`."""
