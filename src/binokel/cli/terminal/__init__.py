"""`binokel play`: a match in the terminal, against players of the computer.

Nothing is imported here: other commands use the words of the terminal without the terminal.
"""
