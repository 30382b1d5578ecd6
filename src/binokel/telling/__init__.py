"""Sentences about a deal: what is to be done, what was done, how it was scored.

Terminal and server tell the game with these words. Everything follows from what a seat sees;
nothing here prints, and a rule is only ever asked for, never held.
"""

from binokel.telling.words import Words

__all__ = ["Words"]
