"""How well a world fits what the others called, named and buried.

Each seat's calls bound what its hand was worth to it: a bid says it was worth as much, a pass that
it was worth less than the next bid. A declarer names and buries near what is best.
"""

from collections.abc import Iterator, Sequence
from math import ceil, erf, exp, log, sqrt
from typing import NamedTuple

from binokel.cards.hand import UNITS
from binokel.engine.actions import Bid, Pass
from binokel.kernel.policy import Policy
from binokel.kernel.worlds import World
from binokel.players.search.likely import LIKELY, Likely
from binokel.players.search.masks import mask_of
from binokel.players.search.moment import Moment
from binokel.rules.contracts import Contract

LEAST_EFFECTIVE = 0.7
"""For each world looked at so many must count, or the weights are flattened."""
FLATTER = 0.75
SEED = 1
FLOOR = 0.02
"""No call is less likely than this: people err, and play otherwise than we think."""


def tempered(logs: list[float], least: float) -> list[float]:
    """Return weights from logarithms, flattened until at least so many worlds count.

    How many count is the effective sample size, 1 / the sum of squared shares.
    """
    power, top = 1.0, max(logs, default=0.0)
    while True:
        weights = [exp(power * (one - top)) for one in logs]
        total, squares = sum(weights), sum([w * w for w in weights])
        if total * total >= min(least, 0.9 * len(logs)) * squares:
            return weights
        power *= FLATTER


def picked(weights: Sequence[float], n: int, start: float) -> list[float]:
    """Return how often each is picked when n are, evenly from a random start."""
    step = sum(weights) / n
    counts, at, so_far = [], 0, 0.0
    for weight in weights:
        so_far += weight
        upto = min(n, ceil(so_far / step - start))
        counts.append(float(max(0, upto - at)))
        at = max(at, upto)
    return counts


class Calls(NamedTuple):
    """What a seat called: at least so much, and less than that (None: it was not asked)."""

    seat: int
    at_least: int
    below: int | None


class Weigher:
    """Weighs worlds for a moment."""

    def __init__(self, moment: Moment, policy: Policy, likely: Likely = LIKELY) -> None:
        self.moment = moment
        self.policy = policy
        self.likely = likely
        rules, deal = moment.rules, moment.view.deal
        self.n_dabb = rules.deal.dabb
        self.calls = tuple(_calls(moment)) if likely.bids and not rules.deal.dabb else ()
        n = rules.n_seats
        self.played = [0] * n
        for seat, index in moment.plays():
            self.played[seat] += UNITS[index]
        self.judges_declarer = (
            likely.choices
            and moment.declarer not in (-1, moment.seat)
            and deal.n_buried == self.n_dabb
            and deal.call is None
            and deal.contract is Contract.TRUMP
            and self.n_dabb > 0
        )

    @property
    def tells(self) -> bool:
        """Whether there is anything that worlds can be told apart by."""
        return bool(self.calls) or self.judges_declarer

    def log_weight(self, world: World) -> float:
        """Return the logarithm of how likely the others did what they did in a world."""
        total = 0.0
        declarer = self.moment.declarer
        for seat, at_least, below in self.calls:
            hand = world.hands[seat] + self.played[seat]
            if seat == declarer:
                hand += world.buried
            total += self._of_calls(self._worth(mask_of(hand)), at_least, below)
        if self.judges_declarer:
            whole = mask_of(world.hands[declarer] + self.played[declarer] + world.buried)
            buried = mask_of(world.buried)
            cost = self.policy.choice_cost(whole & ~buried, buried, self.moment.trump)
            total -= cost / self.likely.cost
        return total

    def _worth(self, hand: int) -> float:
        """Return what a hand is worth to who bids on it."""
        return self.policy.hand_worth(hand, self.n_dabb, SEED)

    def _of_calls(self, worth: float, at_least: int, below: int | None) -> float:
        """Return the log-likelihood that a seat bids so much and no more."""
        middle, spread = worth - self.likely.caution, self.likely.spread
        low = _normal((at_least - 5 - middle) / spread) if at_least else 0.0
        high = 1.0 if below is None else _normal((below - 5 - middle) / spread)
        return log(max(FLOOR, high - low))


def _calls(moment: Moment) -> Iterator[Calls]:
    """Yield what the other seats called; of whom nothing was learned nothing comes."""
    rules, deal = moment.rules, moment.view.deal
    step = rules.bidding.step
    standing, holder = 0, -1
    least = [0] * rules.n_seats
    below: list[int | None] = [None] * rules.n_seats
    for seat, action in deal.history:
        if isinstance(action, Bid):
            if standing or action.value > rules.bidding.minimum:
                least[seat] = action.value
            standing, holder = action.value, seat
        elif isinstance(action, Pass) and below[seat] is None:
            by_mate = holder >= 0 and rules.side_of[holder] == rules.side_of[seat]
            below[seat] = None if by_mate else (standing or rules.bidding.minimum - step) + step
    for seat in range(rules.n_seats):
        if seat != moment.seat and (least[seat] or below[seat] is not None):
            yield Calls(seat, least[seat], below[seat])


def _normal(x: float) -> float:
    return 0.5 * (1.0 + erf(x / sqrt(2.0)))
