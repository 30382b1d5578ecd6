"""Ways in which the hidden cards may lie, counted and drawn with equal chance."""

from collections.abc import Callable
from math import isfinite
from random import Random
from typing import NamedTuple

from binokel.cards.card import Card
from binokel.cards.hand import size
from binokel.errors import NoWorld
from binokel.kernel.checks import whole
from binokel.kernel.worlds.facts import options_of
from binokel.kernel.worlds.places import BURIED, DABB, STOCK, Clause, Facts, Place
from binokel.kernel.worlds.table import FIELD, Table

MOST_STATES = 4_000
MOST_TRIES = 100_000
_ALL = (1 << FIELD) - 1


class World(NamedTuple):
    """One way in which all cards may lie, packed (see `binokel.cards.hand`).

    `hands` by seat, the own one included; `stock` is without the turned-up card.
    """

    hands: tuple[int, ...]
    buried: int
    dabb: int
    stock: int


class Weighted(NamedTuple):
    """Worlds and their weights (sum 1); `effective` is 1 / the sum of their squares."""

    worlds: tuple[World, ...]
    weights: tuple[float, ...]
    effective: float


class Worlds:
    """All worlds that fit the facts; each copy of a card is one of its own.

    The unseen copies count as different cards, so that two copies of a kind at two places are
    two worlds: that is what a shuffled deck makes equally likely. Clauses are carried in the
    table as long as no layer of it grows beyond `most_states`; worlds that break the others
    are drawn again, which keeps the chances equal. `is_exact` tells whether nothing was left to
    that: only then are `count` and `probability` exact, else they speak of the worlds before it.

    Raises:
        ValueError: `most_states` is below 1.
    """

    def __init__(self, facts: Facts, most_states: int = MOST_STATES) -> None:
        if whole("most_states", most_states) < 1:
            raise ValueError(f"a table has 1 state or more, not {most_states}")
        self.facts = facts
        self._table = Table(facts, most_states)
        self._open = tuple(self._table.left_out)
        self.n_drawn = 0
        self.n_kept = 0
        self._marginals: dict[int, dict[tuple[int, int], int]] | None = None

    @property
    def is_exact(self) -> bool:
        """Whether the table carries all that is known."""
        return not self._open and not self.facts.checks

    @property
    def acceptance(self) -> float:
        """The share of drawn worlds that were kept so far; 1.0 before the first."""
        return self.n_kept / self.n_drawn if self.n_drawn else 1.0

    def count(self) -> int:
        """Return the number of worlds; where not `is_exact`, no less than that."""
        return self._table.total

    def probability(self, card: Card, place: Place, copies: int = 1) -> float:
        """Return the chance that a place holds exactly so many unseen copies of a card.

        Raises:
            NoWorld: no cards fit what is known.
            ValueError: there is no such place at the table.
        """
        if place not in self.facts.places:
            self._check_place(place)
            return float(copies == 0)
        cells = self._cells(card)
        if cells is None:
            return float(copies == 0)
        return cells.get((self.facts.places.index(place), copies), 0) / self._total()

    def expected(self, card: Card, place: Place) -> float:
        """Return the expected number of unseen copies of a card at a place.

        Raises:
            NoWorld: no cards fit what is known.
        """
        return self.probability(card, place) + 2 * self.probability(card, place, 2)

    def sample(self, rng: Random) -> World:
        """Return a world, each with the same chance.

        Raises:
            NoWorld: no cards fit what is known, or 100,000 draws broke a clause each.
        """
        return self.unpack(self._draw(rng))

    def numbered(self, number: int) -> World:
        """Return the world of a number from 0; all below `count()` where `is_exact`.

        Raises:
            ValueError: there is no such number.
        """
        if not 0 <= whole("the number of a world", number) < self._table.total:
            raise ValueError(f"there are {self._table.total} worlds, none has the number {number}")
        return self.unpack(self._table.world(number))

    def weighted(self, rng: Random, n: int, weight: Callable[[World], float]) -> Weighted:
        """Return n worlds with weights in proportion to `weight`.

        Raises:
            NoWorld: as `sample`, or every weight is zero.
            ValueError: a weight is negative, or no finite number.
        """
        worlds = tuple(self.sample(rng) for _ in range(n))
        raw = [weight(world) for world in worlds]
        for found in raw:
            if not (found >= 0 and isfinite(found)):
                raise ValueError(f"a weight is a finite number from 0 on, not {found}")
        total = sum(raw)
        if not total > 0:
            raise NoWorld(f"all {n} worlds have the weight 0: draw more, or weigh otherwise")
        weights = tuple(w / total for w in raw)
        return Weighted(worlds, weights, 1 / sum(w * w for w in weights))

    def unpack(self, given: int) -> World:
        """Return the world of what the table gives to each place."""
        facts = self.facts
        hands = [0] * facts.n_seats
        if facts.seat is not None:
            hands[facts.seat] = facts.hand
        apart = {"buried": facts.buried, "dabb": 0, "stock": 0}
        for place in facts.places:
            if place.where == "hand":
                hands[place.seat] = given & _ALL
            else:
                apart[place.where] = given & _ALL
            given >>= FIELD
        return World(tuple(hands), apart["buried"], apart["dabb"], apart["stock"])

    def admits(self, world: World) -> bool:
        """Tell whether a world is one of these."""
        packed = tuple(
            world.hands[place.seat] if place.where == "hand" else getattr(world, place.where)
            for place in self.facts.places
        )
        given = sum(bits << (FIELD * i) for i, bits in enumerate(packed))
        return (
            world == self.unpack(given)  # what the seat sees is as it sees it
            and _fits(self.facts, packed)
            and all(_keeps(packed, clause) for clause in self.facts.clauses)
        )

    def _draw(self, rng: Random) -> int:
        total = self._total()
        for _ in range(MOST_TRIES):
            given = self._table.world(rng.randrange(total))
            self.n_drawn += 1
            if self._is_kept(given):
                self.n_kept += 1
                return given
        raise NoWorld(
            f"none of {MOST_TRIES} worlds keeps all that is known; allow more than "
            f"{MOST_STATES} states, or do not assume that all melds were declared"
        )

    def _is_kept(self, given: int) -> bool:
        if self.is_exact:
            return True
        packed = tuple(given >> (FIELD * i) & _ALL for i in range(len(self.facts.places)))
        return all(_keeps(packed, clause) for clause in self._open) and all(
            check(packed) for check in self.facts.checks
        )

    def _check_place(self, place: Place) -> None:
        seats = range(self.facts.n_seats)
        known = place in (BURIED, DABB, STOCK) or (place[0] == "hand" and place[1] in seats)
        if not known:
            raise ValueError(
                f"{place} is no place: hands have the seats 0 to {self.facts.n_seats - 1}, "
                "beside them are buried, dabb and stock"
            )

    def _total(self) -> int:
        if not self._table.total:
            raise NoWorld("no cards fit what is known; was every meld declared that was assumed?")
        return self._table.total

    def _cells(self, card: Card) -> dict[tuple[int, int], int] | None:
        if self._marginals is None:
            self._total()
            self._marginals = self._table.marginals()
        return self._marginals.get(card.index)


def _keeps(packed: tuple[int, ...], clause: Clause) -> bool:
    bits = packed[clause.place]
    return clause.test(
        tuple(
            n + (bits >> (2 * index) & 3)
            for n, index in zip(clause.base, clause.kinds, strict=True)
        )
    )


def _fits(facts: Facts, packed: tuple[int, ...]) -> bool:
    """Tell whether places hold cards as the facts without clauses allow."""
    if tuple(map(size, packed)) != facts.sizes:
        return False
    for kind in facts.kinds:
        counts = tuple(bits >> (2 * kind.card) & 3 for bits in packed)
        if counts not in options_of(kind):
            return False
    return all(check(packed) for check in facts.checks)
