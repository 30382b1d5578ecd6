"""What the ends of an ordinary deal are worth to its declarer's side, for a bid.

An end is told apart by the side's melds and by its points of play: tricks and buried cards.

Source: rules.md [bid-test-side], [meld-trick-team].
"""

from itertools import accumulate

from binokel.kernel.checks import MELD_TENS, MOST_PLAY, PLAY_TENS
from binokel.players.model.appraising import Gains
from binokel.players.search.cases import Seen, melds_lapse
from binokel.players.search.stakes import STEP, Stakes

FAR = 10
"""What more melds are worth is seen over so many tens."""


class Payoffs:
    """What the ends are worth to the own side as declarer, for one bid."""

    def __init__(self, stakes: Stakes, bid: int) -> None:
        rules = stakes.rules
        self.needed = stakes.needed(bid)
        self._stakes = stakes
        self._lost = stakes.lost(bid)
        self._first = STEP // 2 if rules.scoring.rounding == "ten" else STEP
        self._lapses = melds_lapse(rules)
        self._sums: dict[int, list[float]] = {}

    def told(self) -> Gains:
        """Return all of them, as the appraiser is told."""
        rows = [self._stakes.made(STEP * ten) for ten in range(MELD_TENS)]
        middle = PLAY_TENS // 4
        more = (rows[-1][middle] - rows[-1 - FAR][middle]) / (STEP * FAR)
        return Gains(rows, self._lost, self._first, self.needed, max(0.0, more))

    def value(self, seen: Seen) -> float:
        """Return what a case is worth."""
        case, start = seen.case, seen.case.points + seen.error
        sums = self._sums_of(seen.melds)
        none = self._sums_of(0) if self._lapses else sums
        at = min(case.points, MOST_PLAY - 1)
        total = case.bins[0] * (none[at + 1] - none[at])
        for i, chance in enumerate(case.bins[1:]):
            if chance:
                at = max(0, min(start + STEP * i, MOST_PLAY - STEP))
                total += chance * (sums[at + STEP] - sums[at]) / STEP
        return total

    def _sums_of(self, melds: int) -> list[float]:
        """Return the sums of what points of play are worth with such melds."""
        if melds not in self._sums:
            cut = max(0, min(self.needed - melds, MOST_PLAY))
            lost, made = self._spread(self._lost), self._spread(self._stakes.made(melds))
            self._sums[melds] = list(accumulate(lost[:cut] + made[cut:], initial=0.0))
        return self._sums[melds]

    def _spread(self, row: tuple[float, ...]) -> list[float]:
        """Return the worth of each number of points from that of rounded tens."""
        found = [row[0]] * self._first
        for worth in row[1:]:
            found += [worth] * STEP
        return found[:MOST_PLAY]
