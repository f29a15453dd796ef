"""The benchmark. `run.py` is the file to open first; `layouts.py` prints, `measure.py` times, `jobs.py` makes calls of catalogue rows."""
