"""Whether bids are made as often as their declarers believed."""

from collections.abc import Iterable
from itertools import pairwise
from statistics import fmean
from typing import NamedTuple

from binokel.arena.rows import Row
from binokel.arena.seatings import LETTERS

EDGES = (0.0, 0.5, 0.7, 0.8, 0.9, 0.97, 1.0)
"""Most beliefs are high, so the classes are narrower there; the last one holds 1 too."""

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
    """All beliefs of a player: Brier score (0 is perfect), and the classes that are not empty."""

    n: int
    believed: float
    made: float
    brier: float
    classes: tuple[Class, ...]


def reliability(beliefs: Iterable[Belief]) -> Reliability | None:
    """Return how beliefs and results agree, None where there are no beliefs.

    >>> found = reliability([(0.5, True), (0.5, False)])
    >>> found.brier, found.classes[0]
    (0.25, Class(low=0.5, high=0.7, n=2, believed=0.5, made=0.5))
    """
    pairs = list(beliefs)
    if not pairs:
        return None
    return Reliability(
        len(pairs),
        fmean(chance for chance, _ in pairs),
        fmean(made for _, made in pairs),
        fmean((chance - made) ** 2 for chance, made in pairs),
        tuple(_classes(pairs)),
    )


def _classes(pairs: list[Belief]) -> Iterable[Class]:
    for low, high in pairwise(EDGES):
        inside = [pair for pair in pairs if low <= pair[0] < high or pair[0] == high == 1.0]
        if inside:
            believed = fmean(chance for chance, _ in inside)
            yield Class(low, high, len(inside), believed, fmean(made for _, made in inside))


def beliefs_of(rows: Iterable[Row], spec: str, side_of: tuple[int, ...], when: str) -> list[Belief]:
    """Return the beliefs of a player as declarer; `when` is `bid` or `trump`.

    Going out counts as not made; Durch and Bettel are no part of the rows' beliefs.
    """
    found = []
    for row in rows:
        chance = row.believed_bid if when == "bid" else row.believed_trump
        if chance is None or row.declarer is None:
            continue
        letter = row.seating[side_of[row.declarer]]
        if row.contest[LETTERS.index(letter)] == spec:
            found.append((chance, row.made is True))
    return found
