"""All text of an exported tree as one, without banners and the run time."""

from __future__ import annotations

import re

from akela.firmware.tree import Tree


def texts(tree: Tree) -> str:
    files = (text for name, text in sorted(tree.files.items()) if name != "akela_rt.h")
    return "".join(re.sub(r"\A/\*.*?\*/", "", text, flags=re.DOTALL) for text in files)
