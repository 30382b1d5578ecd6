"""The chance to win the match from given scores, or points where a number of deals is agreed.

How many deals a side needs to its target is reckoned from how its score usually grows, each side
by itself; who needs the fewest wins. That leaves out that not all sides can score well in the same
deal, and that a leader plays otherwise; the tests hold it to matches that were played.

Source: rules.md [target-reach-pass], [own-won-bid], [match-by-deals].
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from operator import mul

from binokel.players.search.habits import habits_of
from binokel.rules.ruleset import RuleSet

MOST_DEALS = 30
"""Who has not reached the target after so many deals never does."""
HORIZON = 2500
"""Who leads counts as having so far to go at most: a longer match is as open as that."""
LEVER = 100.0
"""The worth of a point is measured over so many."""
DEEPEST = 150
"""So many tens below zero a score may fall; further down is as bad."""


class Race:
    """How many deals a side needs to the target, by what it lacks."""

    def __init__(self, rules: RuleSet) -> None:
        target = rules.match.target
        assert target is not None
        habits = habits_of(rules)
        self.beyond = max(0, target - HORIZON)
        self.target = -(-min(target, HORIZON) // 10)
        self.low = -DEEPEST
        won = habits.winners if rules.match.only_by_won_bid else habits.shares
        done = self._reach(habits.shares, won, rules.match.only_by_won_bid)
        self._first = [[b - a for a, b in pairwise(row)] for row in done]
        self._not_before = [[1 - (a + b) / 2 for a, b in pairwise(row)] for row in done]
        self._never = [1 - row[-1] for row in done]

    def _reach(
        self, shares: dict[int, float], ending: dict[int, float], needs_bid: bool
    ) -> list[list[float]]:
        """Return by score in tens the chance to be done within 0, 1, 2 and more deals.

        Where only an own won bid ends the match, a side at the target still needs one.
        """
        top = self.target + (DEEPEST if needs_bid else 0)
        width = top - self.low + 1
        least, most = min(shares), max(shares)
        tens = range(least, most + 1)
        # What ends the match is done at once; all else is as far as the score it leads to.
        ends = [self._ending(place + self.low, ending) for place in range(width)]
        goes_on = [self._going_on(place + self.low, shares, ending) for place in range(width)]
        within = [0.0] * width
        found = [[value] for value in within]
        for _ in range(MOST_DEALS):
            padded = [within[0]] * max(0, -least) + within + [within[-1]] * max(0, most)
            start = least + max(0, -least)
            within = [
                done + sum(map(mul, chances, padded[place + start : place + start + len(tens)]))
                for place, (done, chances) in enumerate(zip(ends, goes_on, strict=True))
            ]
            for row, value in zip(found, within, strict=True):
                row.append(value)
        return found

    def _ending(self, start: int, ending: dict[int, float]) -> float:
        """Return the chance that the next deal ends the match, from a score in tens."""
        return sum([chance for ten, chance in ending.items() if start + ten >= self.target])

    def _going_on(
        self, start: int, shares: dict[int, float], ending: dict[int, float]
    ) -> list[float]:
        """Return the chances of each score of the next deal that does not end the match."""
        return [
            shares.get(ten, 0.0) - (ending.get(ten, 0.0) if start + ten >= self.target else 0.0)
            for ten in range(min(shares), max(shares) + 1)
        ]

    def chance(self, totals: Sequence[float], side: int) -> float:
        """Return a side's chance to win a match that is not over; scores count in tens.

        Sides that get there in the same deal share it.
        """
        ahead = min(max(0.0, *totals), self.beyond)
        rows = [self._place(total - ahead) for total in totals]
        chances = list(self._first[rows[side]])
        for other, row in enumerate(rows):
            if other != side:
                chances = list(map(mul, chances, self._not_before[row]))
        never = 1.0
        for row in rows:
            never *= self._never[row]
        return sum(chances) + never / len(totals)

    def slope(self, totals: Sequence[float], side: int) -> float:
        """Return what a point more is worth to a side, around its total."""
        limit = 10.0 * self.target + self.beyond - 10.0
        found = []
        for points in (LEVER, -LEVER):
            moved = [min(total, limit) for total in totals]
            moved[side] = min(moved[side] + points, limit)
            found.append((self.chance(moved, side), moved[side]))
        (high, top), (low, bottom) = found
        return (high - low) / (top - bottom)

    def _place(self, total: float) -> int:
        ten = round(total / 10)
        return min(max(ten, self.low), self.low + len(self._first) - 1) - self.low


@lru_cache(maxsize=16)
def race_of(rules: RuleSet) -> Race:
    """Return the race to a rule set's target."""
    return Race(rules)
