"""`python -m akela` is the command `akela`."""

from akela.cli import main

main(prog_name="akela")
