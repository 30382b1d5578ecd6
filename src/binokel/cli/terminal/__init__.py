"""`binokel play`: a match in the terminal, against players of the computer."""

from binokel.cli.terminal.main import main

__all__ = ["main"]
