"""The value model at one table: what a hand is worth as declarer's, in any unit of gain."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from binokel.kernel.appraise import Appraiser, Told
from binokel.kernel.cards import deal_masks, packed_of
from binokel.kernel.checks import MOST_GAIN, UNIT
from binokel.kernel.dealparams import deal_params, estimate_table
from binokel.kernel.net import Net
from binokel.kernel.params import duties_of, side_masks, worth_of
from binokel.players.model.store import EXPS, Model, model_at, numbers, path_in_use, starts_of
from binokel.players.selfplay import expectation_of
from binokel.rules.ruleset import RuleSet

FINE = 1 << 8
"""Gains are reckoned in parts of a point, or of what stands for one."""


class Case(NamedTuple):
    """A plan of a declarer: trump, what is buried, and the points it may bring.

    `value` is in gains of the last table; `melds` are the own ones, `points` what the buried cards
    count. `bins` are the chances of no trick, of up to 9 points in tricks, 10 to 19 and so on;
    `buried` is packed (see `binokel.cards.hand`).
    """

    value: float
    trump: int
    buried: int
    melds: int
    points: int
    bins: tuple[float, ...]

    @property
    def known(self) -> int:
        """Return what is known of the total before the tricks."""
        return self.melds + self.points

    def mean_tricks(self) -> float:
        """Return the points expected in tricks."""
        return sum([p * (10 * i - 5.5) for i, p in enumerate(self.bins) if i])

    def chance(self, points: float) -> float:
        """Return the chance of at least so many points in tricks.

        Within a bin every number of points is taken to be equally likely.
        """
        if points <= 0:
            return 1.0
        at, part = divmod(points, 10)
        first = int(at) + 1
        if first >= len(self.bins):
            return 0.0
        return min(1.0, sum(self.bins[first + 1 :]) + self.bins[first] * (1 - part / 10))


class Gains(NamedTuple):
    """What the ends of a deal are worth to the declarer's side for a bid.

    `made` has for each ten of the side's melds (`MELD_TENS`) a row by tens of its points of play
    (`PLAY_TENS`: tricks and buried cards), `lost` one such row; so few as `first` are no ten yet.
    From the total `needed` on the bid is made. `more` is what melds beyond the last row are worth.
    """

    made: Sequence[Sequence[float]]
    lost: Sequence[float]
    first: int
    needed: int
    more: float


class Table:
    """The model told of a rule set. What it is asked changes nothing; one object a thread."""

    def __init__(self, rules: RuleSet, model: Model) -> None:
        self.rules = rules
        lapses = rules.scoring.meld_trick != "none" and not rules.scoring.buried_is_trick
        self._appraiser = Appraiser(_net(model, rules), lapses)
        params = deal_params(rules)
        expectation = expectation_of(rules)
        self._appraiser.set_rules(
            -1, duties_of(rules), worth_of(rules), (0, 0, 0), side_masks(rules)
        )
        self._appraiser.set_melds(params.columns, params.sets, params.binokel, params.singles)
        self._appraiser.set_estimates(
            params.deck,
            estimate_table(expectation),
            round(UNIT * expectation.base),
            rules.scoring.buried_count,
        )

    def set_gains(self, gains: Gains) -> None:
        """Say what the ends of a deal are worth for a bid."""
        made = [_fine(value) for row in gains.made for value in row]
        lost = [_fine(value) for value in gains.lost]
        more = round(FINE * gains.more)
        self._appraiser.set_gains(made, lost, gains.first, gains.needed, more)

    def plans(
        self,
        hand: int,
        n_buried: int,
        place: int,
        mates: Sequence[int] = (0, 0, 0, 0),
        turns: int = 0,
        only: int = -1,
    ) -> list[Case]:
        """Return the best plan for each suit that comes into question, the best first.

        Args:
            hand: packed, with the cards of the Dabb.
            n_buried: how many are to be buried.
            place: see `features.place_of`.
            mates: what partners are expected to meld, by trump suit.
            turns: how often a buried card is exchanged for a better one.
            only: the trump suit, -1 where it may be any.
        """
        told = self._appraiser.plans(_mask(hand), n_buried, place, mates, turns, only)
        return [_case(one) for one in told]

    def judge(
        self,
        hand: int,
        buried: int,
        trump: int,
        place: int,
        mates: Sequence[int] = (0, 0, 0, 0),
    ) -> Case:
        """Return one plan of a hand (packed, without what is buried)."""
        (keep, gone), _ = deal_masks((hand, buried), ())
        return _case(self._appraiser.judge(keep, gone, trump, place, mates))

    def melds(self, hand: int, trump: int) -> int:
        """Return the points of the best melds of a packed hand; -1 is no trump."""
        return self._appraiser.meld_points(_mask(hand), trump)


def table_of(rules: RuleSet) -> Table:
    """Return the model in use told of a rule set; one thread at a time may ask it.

    Raises:
        Unsupported: the kernel does not play whole deals by these rules.
        ModelError: the model's file is missing or broken.
    """
    return _table(rules, path_in_use())


@lru_cache(maxsize=64)
def _table(rules: RuleSet, path: Path) -> Table:
    return Table(rules, model_at(path))


def _net(model: Model, rules: RuleSet) -> Net:
    net = Net()
    net.set_layers(
        numbers("h", model.columns),
        numbers("h", model.gone),
        numbers("h", model.second),
        numbers("h", model.last),
        EXPS,
    )
    starts = starts_of(model, rules)
    net.set_starts(starts.first, starts.second, starts.last)
    return net


def _fine(value: float) -> int:
    return max(-MOST_GAIN, min(MOST_GAIN, int(FINE * value)))


def _case(told: Told) -> Case:
    value, trump, buried, melds, points, weights = told
    total = sum(weights)
    bins = tuple([weight / total for weight in weights])
    return Case(value / FINE, trump, packed_of(buried), melds, points, bins)


def _mask(packed: int) -> int:
    """Return the kernel's bits of a packed hand."""
    (mask,), _ = deal_masks((packed,), ())
    return mask
