"""Chips' cores, emulated: the kernels' own machine code runs on them, and what it costs is counted.

`Board("esp32c3")` compiles all kernels for the board's core, links them to its memory map and calls them as an execution does:
`Board("esp32c3").sha256(b"abc")`. `Board.call` gives instructions and peak stack beside the result. A board is a file in `data/`.
"""

from __future__ import annotations

from akela.boards.board import Board, Called
from akela.boards.files import BoardFile, board_names, load_board
from akela.boards.traps import Trap

__all__ = ["Board", "BoardFile", "Called", "Trap", "board_names", "load_board"]
