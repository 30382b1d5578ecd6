"""What scores of a deal are worth to a seat, in points of the deal.

Where a target ends the match a score is worth what it changes in the chance to win, told in
points as they count at this score; where a number of deals is agreed, the own points less the mean
of the others.

Source: rules.md [target-reach-pass], [own-won-bid], [bid-test-side], [ab-result], [half-bid].
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from binokel.cards.deck import DECK_POINTS
from binokel.kernel.checks import PLAY_TENS
from binokel.players.base import Unit
from binokel.players.heuristic.values import lost_bonus, special_cost
from binokel.players.search.habits import Habits, habits_of
from binokel.players.search.prospects import race_of
from binokel.rules.ruleset import RuleSet
from binokel.rules.scoring.penalties import compensation, loss

STEP = 10
STEEPEST = 3.0
"""A point counts at most so many times what it counts at the start of a match."""
POINTS = 0.1
"""So much of the worth are points whatever the match: a chance of almost 0 or 1 is a guess."""


def ahead(scores: Sequence[float], side: int) -> float:
    """Return by how many points a side is ahead of the mean of the others."""
    return scores[side] - (sum(scores) - scores[side]) / (len(scores) - 1)


class Prospects(NamedTuple):
    """A side's chance to win the match: now, if a bid is made, and if it is lost."""

    now: float
    made: float
    lost: float


class Stakes:
    """What the scores of a deal are worth to a side, from the totals before it."""

    def __init__(self, rules: RuleSet, totals: tuple[int, ...], side: int) -> None:
        self.rules = rules
        self.side = side
        self.totals = tuple(map(float, totals))
        self.habits: Habits = habits_of(rules)
        self.by_match = rules.match.ends == "target"
        self._scale = self._now = 0.0
        self._won: dict[tuple[int | None, ...], float] = {}
        self._made: dict[int, tuple[float, ...]] = {}
        if self.by_match:
            self._race = race_of(rules)
            self._now = self._win(self.totals, None)
            start = self._race.slope([0.0] * len(self.totals), side)
            slope = self._race.slope(self.totals, side)
            self._scale = 1 / max(slope, start / STEEPEST)

    def worth(self, deltas: Sequence[float], winner: int | None = None) -> float:
        """Return what scores are worth; `winner` is the side that made its bid."""
        points = ahead(deltas, self.side)
        if not self.by_match:
            return points
        tens = (*[round(delta / STEP) for delta in deltas], winner)
        won = self._won.get(tens)
        if won is None:
            won = self._won[tens] = self._change(deltas, winner)
        return (1 - POINTS) * won + POINTS * points

    def _change(self, deltas: Sequence[float], winner: int | None) -> float:
        """Return how scores, counted in tens, change the chance to win, told in points."""
        after = [
            total + STEP * round(delta / STEP)
            for total, delta in zip(self.totals, deltas, strict=True)
        ]
        return (self._win(after, winner) - self._now) * self._scale

    def prospects(self, declarer: int, bid: int, total: float) -> Prospects | None:
        """Return what a bid of a side means for the own chance to win the match.

        Made, it brings that side `total`; the others have what is usual. None: points count.
        """
        melds = min(self.side_melds(), total)
        made = self.chance(self._if_made(declarer, melds, total - melds), declarer)
        lost = self.chance(self._if_lost(declarer, bid, total - melds))
        return None if made is None or lost is None else Prospects(self._now, made, lost)

    def prospects_of_special(self, declarer: int, value: int, bid: int) -> Prospects | None:
        """Return the same of a Durch or Bettel that counts `value`."""
        cost = float(special_cost(self.rules, value, bid))
        made = self.chance(self._scores(declarer, float(value), 0.0), declarer)
        lost = self.chance(self._scores(declarer, -cost, 0.0))
        return None if made is None or lost is None else Prospects(self._now, made, lost)

    def chance(self, deltas: Sequence[float], winner: int | None = None) -> float | None:
        """Return the chance to win after these scores, None where points count."""
        if not self.by_match:
            return None
        after = [total + delta for total, delta in zip(self.totals, deltas, strict=True)]
        return self._win(after, winner)

    @property
    def unit(self) -> Unit:
        """What worth is told in."""
        return "standing" if self.by_match else "points"

    def _win(self, totals: Sequence[float], winner: int | None) -> float:
        """Return the chance to win at these totals; a match may be over, too."""
        match = self.rules.match
        assert match.target is not None
        best = max(totals)
        if match.only_by_won_bid:
            if winner is not None and totals[winner] >= match.target:
                return float(winner == self.side)
            return self._race.chance(totals, self.side)
        if best < match.target:
            return self._race.chance(totals, self.side)
        leaders = [side for side, total in enumerate(totals) if total == best]
        return (self.side in leaders) / len(leaders)

    # --- contracts --------------------------------------------------------------------------------

    def made(self, melds: int) -> tuple[float, ...]:
        """Return what a made bid is worth with such melds, by tens of points of play.

        The others have what is usual: their melds, and the tricks that are left.
        """
        if melds not in self._made:
            self._made[melds] = tuple(
                self.worth(self._if_made(self.side, melds, STEP * ten), self.side)
                for ten in range(PLAY_TENS)
            )
        return self._made[melds]

    def lost(self, bid: int) -> tuple[float, ...]:
        """Return what a lost bid is worth, by tens of the side's points of play."""
        return tuple(
            self.worth(self._if_lost(self.side, bid, STEP * ten)) for ten in range(PLAY_TENS)
        )

    def needed(self, bid: int) -> int:
        """Return the least total that makes a bid. Source: rules.md [success-rounded-002]."""
        return bid - 5 if self.rules.scoring.bid_test == "rounded" else bid

    def conceded(self, declarer: int, bid: int) -> float:
        """Return what it is worth that a side goes out. Source: rules.md [ab-result]."""
        rules = self.rules
        extra = compensation(rules, bid)
        others = 0.0
        if extra is not None:
            per_side = len(rules.sides[0]) if rules.dabb.concede_scope == "seat" else 1
            others = self.side_melds() + extra * per_side
        return self.worth(self._scores(declarer, -float(rules.dabb.concede_cost * bid), others))

    def special(self, value: int, bid: int, chance: float, declarer: int | None = None) -> float:
        """Return what a Durch or Bettel is worth; a declarer of None is the own side."""
        whose = self.side if declarer is None else declarer
        won = self.worth(self._scores(whose, float(value), 0.0), whose)
        cost = float(special_cost(self.rules, value, bid))
        return chance * won + (1 - chance) * self.worth(self._scores(whose, -cost, 0.0))

    def side_melds(self) -> float:
        """Return what another side usually melds."""
        return self.habits.melds * len(self.rules.sides[0])

    def _left(self, play: float) -> float:
        """Return the points of play that are left for each other side."""
        rules = self.rules
        there = DECK_POINTS + rules.play.last_trick + rules.play.first_trick
        return max(0.0, there - play) / (rules.n_sides - 1)

    def _if_made(self, declarer: int, melds: float, play: float) -> list[float]:
        return self._scores(declarer, melds + play, self.side_melds() + self._left(play))

    def _if_lost(self, declarer: int, bid: int, play: float) -> list[float]:
        rules = self.rules
        others = self.side_melds() + lost_bonus(rules, bid)
        others += self._left(play) if rules.scoring.lost_others_tricks else 0.0
        own = -float(loss(rules, bid))
        if rules.scoring.lost_keeps_tricks:
            own += play
        return self._scores(declarer, own, others)

    def _scores(self, declarer: int, own: float, others: float) -> list[float]:
        return [own if side == declarer else others for side in range(self.rules.n_sides)]


@lru_cache(maxsize=256)
def stakes_of(rules: RuleSet, totals: tuple[int, ...], side: int) -> Stakes:
    """Return the stakes of a side."""
    return Stakes(rules, totals, side)
