"""Melds: what a hand may lay out, what it counts, and the best set of melds."""

from binokel.rules.melds.best import best_melds, meld_points
from binokel.rules.melds.kinds import Meld, MeldKind

__all__ = ["Meld", "MeldKind", "best_melds", "meld_points"]
