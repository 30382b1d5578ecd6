"""Worlds: hidden cards as they may lie, by all that a seat knows from its view."""

from binokel.kernel.worlds.facts import facts_of
from binokel.kernel.worlds.places import BURIED, DABB, STOCK, Facts, Place
from binokel.kernel.worlds.worlds import Weighted, World, Worlds

__all__ = [
    "BURIED",
    "DABB",
    "STOCK",
    "Facts",
    "Place",
    "Weighted",
    "World",
    "Worlds",
    "facts_of",
]
