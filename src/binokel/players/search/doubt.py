"""How far a deal ends from where a play-out or an open-card search sees it end.

Measured in the true worlds of heuristic deals (`docs/measurements.md`): what the declarer's side
had at the end, less what was foreseen with so many tricks left, has about this mean and spread.
A bid that is just made or just lost in a play-out is therefore neither for certain.
"""

from math import erf, sqrt
from typing import NamedTuple

FAR = 3.0
"""So many spreads away a bid is as good as made or lost."""
SPREAD, MOST_SPREAD = 4.0, 23.0
EXACT = 2
"""With so few tricks left what is foreseen comes."""


class Doubt(NamedTuple):
    """The end lies `shift` points above what is foreseen, with a normal error of `spread`."""

    shift: float = 0.0
    spread: float = 0.0

    def chance(self, above: float) -> float:
        """Return the chance of a bid that is foreseen to be exceeded by so many points."""
        if not self.spread:
            return float(above >= 0)
        far = (above + self.shift + 0.5) / self.spread
        if far > FAR or far < -FAR:
            return float(far > 0)
        return 0.5 * (1.0 + erf(far / sqrt(2.0)))


NONE = Doubt()


def doubt_of(n_left: int, shift: float) -> Doubt:
    """Return the doubt with so many tricks left; `shift` is by trick."""
    if n_left <= EXACT:
        return NONE
    spread = min(MOST_SPREAD, SPREAD * (n_left - 1))
    return Doubt(shift * min(n_left, 8), spread)
