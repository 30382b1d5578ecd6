"""Drawing worlds for a moment: masks, points of the buried cards, weights."""

from array import array
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from binokel.cards.hand import UNITS
from binokel.errors import NoWorld
from binokel.kernel.worlds import World, Worlds, facts_of
from binokel.players.search.manner import Manner
from binokel.players.search.masks import Copies
from binokel.players.search.moment import Moment
from binokel.players.search.policies import policy_of
from binokel.players.search.weighing import LEAST_EFFECTIVE, Weigher, picked, tempered

POOL = 4
"""So many worlds are drawn for each that is looked at, where weights tell them apart."""
WIDE_SEATS, WIDE_TRICKS = 5, 2
FEW = 96
"""So few worlds are all looked at, each once."""


class Batch(NamedTuple):
    """Some worlds: n + 1 masks each (hands by seat, buried), and their weights."""

    masks: "array[int]"
    weights: tuple[float, ...]
    buried: tuple[int, ...]


class Drawing:
    """Draws batches of worlds; `is_whole` tells that all there are come, each once.

    Raises:
        NoWorld: nothing fits what is known.
        Unsupported: the worlds do not know the rules.
    """

    def __init__(self, moment: Moment, manner: Manner, rng: Random) -> None:
        self.moment = moment
        self.rng = rng
        self.keeps_back = False
        self.assumed = manner.melded and not self._is_wide()
        self.worlds = self._worlds(self.assumed)
        self.total = self.worlds.count()
        self.is_whole = self.worlds.is_exact and self.total <= FEW
        self.order = rng.sample(range(self.total), self.total) if self.is_whole else []
        self.n_drawn = 0
        self.weigher: Weigher | None = None
        if manner.weighed and moment.declarer >= 0 and not moment.rules.deal.stock:
            self.weigher = Weigher(moment, policy_of(moment.rules), manner.likely)

    @property
    def is_done(self) -> bool:
        """Whether all worlds there are have come."""
        return self.is_whole and self.n_drawn >= self.total

    def is_proven(self) -> bool:
        """Tell whether all worlds have come that the facts allow, whatever was assumed."""
        if not self.is_done:
            return False
        deal, rules = self.moment.view.deal, self.moment.rules
        return not self.assumed or Worlds(facts_of(deal, rules)).count() == self.total

    @property
    def n_tried(self) -> int:
        """How many worlds were drawn, those that broke a clause included."""
        return self.worlds.n_drawn + self.n_drawn * self.is_whole

    def _is_wide(self) -> bool:
        """Whether a table of worlds with what was not melded would take too long.

        With five and six seats it takes half a second at the first tricks, and of the worlds it
        gives nine in ten are thrown away.
        """
        return self.moment.rules.n_seats >= WIDE_SEATS and self.moment.n_done < WIDE_TRICKS

    def _worlds(self, melded: bool) -> Worlds:
        """Return the worlds; if somebody has melded less than he held, without that guess."""
        deal, rules = self.moment.view.deal, self.moment.rules
        worlds = Worlds(facts_of(deal, rules, assume_all_melded=melded))
        if melded and not worlds.count():
            self.keeps_back = True
            worlds = Worlds(facts_of(deal, rules))
        if not worlds.count():
            raise NoWorld("no cards fit what the seat has seen")
        return worlds

    def draw(self, n: int) -> Batch:
        """Return so many worlds more, or the rest where all are looked at."""
        if self.is_whole:
            n = min(n, self.total - self.n_drawn)
            drawn = [self.worlds.numbered(self.order[self.n_drawn + i]) for i in range(n)]
        else:
            pool = POOL if self.weigher is not None and self.weigher.tells else 1
            drawn = [self.worlds.sample(self.rng) for _ in range(pool * n)]
        self.n_drawn += n
        weights: Sequence[float] = (1.0,) * len(drawn)
        if self.weigher is not None and self.weigher.tells:
            weights = tempered([*map(self.weigher.log_weight, drawn)], LEAST_EFFECTIVE * n)
            if not self.is_whole:
                weights = picked(weights, n, self.rng.random())
        points = self.moment.rules.card_points
        kept = [world for world, weight in zip(drawn, weights, strict=True) if weight]
        return Batch(
            array("Q", [mask for world in kept for mask in self.masks(world)]),
            tuple(weight for weight in weights if weight),
            tuple(_points(world.buried, points) for world in kept),
        )

    def masks(self, world: World) -> list[int]:
        """Return the masks of a world."""
        moment = self.moment
        copies = Copies(moment.used)
        hands = [
            moment.own if seat == moment.seat else copies.give(hand)
            for seat, hand in enumerate(world.hands)
        ]
        return [*hands, copies.give(world.buried)]


def _points(packed: int, points: tuple[int, ...]) -> int:
    return sum(n * points[i] for i in range(len(UNITS)) if (n := packed >> (2 * i) & 3))
