"""How far a deal ends from where play-outs or an open-card search see it end.

Measured on heuristic deals (`docs/measurements.md`): what the declarer's side had at the end, less
what was foreseen with so many tricks left. To defenders the declarer's hand looks weaker than one
is that was bid on; his own side foresees the end rightly. The spread is what the worlds do not
explain by themselves.
"""

from math import erf, sqrt
from typing import NamedTuple

from binokel.players.search.moment import Moment
from binokel.rules.ruleset import RuleSet

FAR = 3.0
"""So many spreads away a bid is as good as made or lost."""
SPREAD = 10.0
EXACT = 2
"""With so few tricks left what is foreseen comes."""
AGAINST, TEAM_AGAINST = (36.0, 0.25), (25.0, 0.2)
"""The shift at the first lead, and the share of the hand from which on there is none."""
WITHOUT_DABB = 0.25
"""The share of the shift where nothing is taken up and nothing is buried."""
OPENED, OPENED_TEAMS = 1.5, -0.6
"""The shift of an open-card search, by trick left: two who see all cards play too well."""


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


def doubt_of(moment: Moment) -> Doubt:
    """Return the doubt about play-outs of the rule policy."""
    if moment.n_left <= EXACT:
        return NONE
    rules = moment.rules
    if rules.side_of[moment.seat] == rules.side_of[moment.declarer]:
        return Doubt(spread=SPREAD)
    first, end = TEAM_AGAINST if _is_teams(rules) else AGAINST
    if not rules.deal.dabb:
        first *= WITHOUT_DABB
    share = moment.n_left / rules.deal.hand
    return Doubt(first * max(0.0, (share - end) / (1.0 - end)), SPREAD)


def doubt_of_search(moment: Moment) -> Doubt:
    """Return the doubt about a search with open cards."""
    if moment.n_left <= EXACT:
        return NONE
    by_trick = OPENED_TEAMS if _is_teams(moment.rules) else OPENED
    return Doubt(by_trick * moment.n_left, SPREAD)


def _is_teams(rules: RuleSet) -> bool:
    return rules.n_sides < rules.n_seats
