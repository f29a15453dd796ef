"""From kernel modules to C, Python and the CPython extension. `docs/map.md` is the page to read first."""
