"""Whether bids are made as often as their declarers believed."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import log
from statistics import fmean
from typing import NamedTuple

from binokel.arena.rows import Row
from binokel.arena.seatings import LETTERS

EDGES = (0.0, 0.5, 0.7, 0.8, 0.9, 0.97, 1.0)
"""Most beliefs are high, so the classes are narrower there; the last one holds 1 too."""

DECILES = tuple(k / 10 for k in range(11))
LEAST = 2000
"""A class of fewer beliefs is put together with a neighbour: it would miss by chance."""

MOST_OFF = 0.03
"""So far from what was made a class may lie."""

SUREST = 0.001
"""For the log loss no belief is nearer to 0 or 1: whoever is sure and wrong would lose all."""

Belief = tuple[float, bool]
"""A believed chance, and whether the bid was made."""


class Class(NamedTuple):
    """The beliefs between two edges: their number and mean, and the share that was made."""

    low: float
    high: float
    n: int
    believed: float
    made: float


class Reliability(NamedTuple):
    """All beliefs of a player: Brier score and log loss (0 is perfect), classes not empty."""

    n: int
    believed: float
    made: float
    brier: float
    log_loss: float
    classes: tuple[Class, ...]

    @property
    def worst(self) -> float:
        """How far the worst class lies from what was made."""
        return max(abs(c.believed - c.made) for c in self.classes)

    @property
    def verdict(self) -> str:
        """Whether every class is near enough: `within` or `beyond`; `few` tell nothing."""
        if self.n < LEAST:
            return "few"
        # Hundredths have no exact floats: exactly as far off as allowed is allowed.
        return "within" if round(self.worst - MOST_OFF, 9) <= 0 else "beyond"


def reliability(beliefs: Iterable[Belief]) -> Reliability | None:
    """Return how beliefs and results agree, None where there are no beliefs.

    >>> found = reliability([(0.5, True), (0.5, False)])
    >>> found.brier, found.classes[0]
    (0.25, Class(low=0.5, high=0.7, n=2, believed=0.5, made=0.5))
    """
    pairs = list(beliefs)
    return _judged(pairs, EDGES) if pairs else None


def by_deciles(beliefs: Iterable[Belief], least: int = LEAST) -> Reliability | None:
    """Return the same by ten equal classes, small ones put together with a neighbour.

    >>> found = by_deciles([(0.05, False), (0.15, False), (0.95, True)], least=2)
    >>> [(c.low, c.high, c.n) for c in found.classes]
    [(0.0, 1.0, 3)]
    """
    pairs = list(beliefs)
    return _judged(pairs, merged(pairs, least)) if pairs else None


def merged(pairs: Sequence[Belief], least: int) -> tuple[float, ...]:
    """Return the edges of the deciles once the small ones have joined a neighbour.

    The smallest class of fewer than `least` goes first, to the smaller of its neighbours; of
    equal ones the lower, until all are large enough or one is left.
    """
    edges = list(DECILES)
    sizes = [sum(_is_inside(pair, *edge) for pair in pairs) for edge in pairwise(edges)]
    while len(sizes) > 1 and min(sizes) < least:
        place = sizes.index(min(sizes))
        beside = [other for other in (place - 1, place + 1) if 0 <= other < len(sizes)]
        low = min(place, min(beside, key=lambda other: sizes[other]))
        sizes[low : low + 2] = [sizes[low] + sizes[low + 1]]
        del edges[low + 1]
    return tuple(edges)


def _judged(pairs: Sequence[Belief], edges: Sequence[float]) -> Reliability:
    return Reliability(
        len(pairs),
        fmean(chance for chance, _ in pairs),
        fmean(made for _, made in pairs),
        fmean((chance - made) ** 2 for chance, made in pairs),
        fmean(_surprise(*pair) for pair in pairs),
        tuple(_classes(pairs, edges)),
    )


def _surprise(chance: float, made: bool) -> float:
    held = min(1.0 - SUREST, max(SUREST, chance))
    return -log(held if made else 1.0 - held)


def _is_inside(pair: Belief, low: float, high: float) -> bool:
    return low <= pair[0] < high or pair[0] == high == 1.0


def _classes(pairs: Sequence[Belief], edges: Sequence[float]) -> Iterable[Class]:
    for low, high in pairwise(edges):
        inside = [pair for pair in pairs if _is_inside(pair, low, high)]
        if inside:
            believed = fmean(chance for chance, _ in inside)
            yield Class(low, high, len(inside), believed, fmean(made for _, made in inside))


def beliefs_of(rows: Iterable[Row], spec: str, side_of: tuple[int, ...], when: str) -> list[Belief]:
    """Return the beliefs of a player as declarer; `when` is `bid`, `trump` or `lead`.

    Going out counts as not made; Durch and Bettel are no part of the rows' beliefs.
    """
    found = []
    for row in rows:
        chance: float | None = getattr(row, f"believed_{when}")
        if chance is None or row.declarer is None:
            continue
        letter = row.seating[side_of[row.declarer]]
        if row.contest[LETTERS.index(letter)] == spec:
            found.append((chance, row.made is True))
    return found
