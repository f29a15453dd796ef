"""How long `import akela` takes in a fresh process, and the first digest, for which the extension is loaded.

    python benchmarks/import_time.py [--runs 20]

Each run is a process of its own. Figures are medians in milliseconds, measured in the process itself, so that Python's own start is not
in them; beside them is the import of the standard library's `hashlib`, with OpenSSL.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys

STEPS = {
    "import akela": "import akela",
    "import akela; akela.sha256(b'')": "import akela; akela.sha256(b'')",
    "import akela.hashlib": "import akela.hashlib",
    "import hashlib (the standard library's)": "import hashlib; hashlib.sha256(b'')",
}
PROGRAM = """
import time
start = time.perf_counter()
{step}
print(time.perf_counter() - start)
"""


def seconds(step: str) -> float:
    """Of one step in a fresh process."""
    done = subprocess.run([sys.executable, "-c", PROGRAM.format(step=step)], check=True, capture_output=True, text=True)
    return float(done.stdout)


def main() -> None:
    """Prints a row for each step. Steps are interleaved."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=20, help="processes for each figure (default 20)")
    runs = parser.parse_args().runs
    taken: dict[str, list[float]] = {name: [] for name in STEPS}
    for _ in range(runs):
        for name, step in STEPS.items():
            taken[name].append(seconds(step) * 1000)
    print(f"milliseconds, median of {runs} fresh processes")
    for name, each in taken.items():
        print(f"{name:<42}{statistics.median(each):8.1f}   least {min(each):.1f}, most {max(each):.1f}")


if __name__ == "__main__":
    main()
