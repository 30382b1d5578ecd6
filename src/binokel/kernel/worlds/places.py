"""Where hidden cards can lie, and what is known of each kind of card."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from binokel.rules.ruleset import RuleSet


class Place(NamedTuple):
    """A place of hidden cards; `seat` is -1 for what is no hand."""

    where: Literal["hand", "buried", "dabb", "stock"]
    seat: int = -1


BURIED, DABB, STOCK = Place("buried"), Place("dabb"), Place("stock")


class Kind(NamedTuple):
    """The unseen copies of one kind of card (`card` is its index).

    `masks` has for each copy the places (bit i: place i) where it may lie. A copy whose way was
    seen, as that of a shown Dabb card, is one of its own. `low` and `high` say how many copies
    each place holds at least and at most.
    """

    card: int
    masks: tuple[int, ...]
    low: tuple[int, ...]
    high: tuple[int, ...]


class Clause(NamedTuple):
    """A condition on several kinds at one place.

    `test` gets for each of `kinds` the copies at the place plus `base` (what was played from
    there since). `group` says how soon it is given up when the table grows too large: the
    highest first.
    """

    place: int
    kinds: tuple[int, ...]
    base: tuple[int, ...]
    test: Callable[[tuple[int, ...]], bool]
    group: int


Check = Callable[[tuple[int, ...]], bool]
"""A condition on the packed cards of all places at once."""


class Facts(NamedTuple):
    """What a seat knows of the hidden cards.

    `sizes` has the number of cards at each place. `checks` are conditions that no table
    carries; sampled worlds that break one are rejected.
    """

    rules: RuleSet
    seat: int | None
    hand: int
    buried: int
    n_seats: int
    places: tuple[Place, ...]
    sizes: tuple[int, ...]
    kinds: tuple[Kind, ...]
    clauses: tuple[Clause, ...]
    checks: tuple[Check, ...]
