"""A card by the tree: most often passed, told with its value, its chance and its uncertainty."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from random import Random

from binokel.cards.card import CARDS
from binokel.engine.actions import PLAYS
from binokel.engine.match import MatchView
from binokel.errors import Unsupported
from binokel.kernel.cards import card_of
from binokel.kernel.checks import BEST, MOST_ITERATIONS
from binokel.kernel.tree import Tree
from binokel.players.base import Alternative, Decision, Fact
from binokel.players.ismcts.question import Question, question_of
from binokel.players.ismcts.worth import NEVER
from binokel.rules.contracts import Contract

BOLDNESS = 0.5
"""How much is tried that has not been good, where the best result is 1 and the worst 0."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What the search found of a card: how often played, values from 0 to `BEST`, and results."""

    index: int
    visits: int
    mean: float
    error: float
    result: float
    made: float


def choose(view: MatchView, n: int, rng: Random) -> Decision:
    """Return the card to play after so many iterations.

    Raises:
        Unsupported: the kernel does not know the rules, or a stock is left.
        NoWorld: no cards fit what the seat has seen.
    """
    if view.deal.n_stock:
        raise Unsupported("a stock is left, which the kernel does not know", keys=["stock"])
    seed, n = rng.getrandbits(64), min(max(1, n), MOST_ITERATIONS)
    question = question_of(view, n, rng)
    return _decision(view, question, grow(question, n, seed))


def grow(question: Question, n: int, seed: int) -> list[Tried]:
    """Return what so many iterations find of each card, those played most first."""
    tree, params, worth = Tree(), question.params, question.worth
    tree.set_rules(params.trump, params.duties, params.worth, params.bonuses, params.sides)
    tree.set_utility(worth.good.values, worth.bad.values, worth.made_from)
    tree.set_question(
        question.worlds,
        question.ahead,
        question.leader,
        question.on_table,
        (question.counted, question.friends),
        question.is_first,
    )
    tree.search(n, seed, BOLDNESS)
    found = [_tried(row) for row in tree.found()]
    return sorted(found, key=lambda one: (-one.visits, -one.mean, one.index))


def _tried(row: tuple[int, int, int, int, int, int]) -> Tried:
    kind, visits, total, squares, results, made = row
    mean = total / visits
    spread = sqrt(max(0.0, squares / visits - mean * mean) + (BEST / visits) ** 2)
    error = spread / sqrt(visits)
    return Tried(card_of(2 * kind).index, visits, mean, error, results / visits, made / visits)


def _decision(view: MatchView, question: Question, found: list[Tried]) -> Decision:
    """Return the card passed most often; the alternatives go by their value."""
    seat, worth = view.deal.seat, question.worth
    assert seat is not None
    helps = bool(question.friends >> seat & 1)
    scale = worth.good if helps else worth.bad
    is_special = view.deal.contract is not Contract.TRUMP
    has_bid = view.deal.declarer is not None and worth.made_from < NEVER

    def told(one: Tried) -> Alternative:
        low, high = (scale.told(one.mean + side * 1.96 * one.error) for side in (-1, 1))
        value, chance = scale.told(one.mean), None
        if is_special:
            chance = min(1.0, max(0.0, value / 100))
        elif has_bid:
            chance = one.made if helps else 1.0 - one.made
        return Alternative(PLAYS[one.index], value, (low, high), chance)

    alternatives = sorted(map(told, found), key=lambda one: -one.value)
    return Decision(
        PLAYS[found[0].index],
        tuple(alternatives),
        tuple(_facts(view, found, helps=helps, has_bid=has_bid and not is_special)),
        "percent" if is_special else "points",
    )


def _facts(view: MatchView, found: list[Tried], *, helps: bool, has_bid: bool) -> Iterable[Fact]:
    deal, best = view.deal, found[0]
    yield Fact("searched", {"card": str(CARDS[best.index]), "n": sum(one.visits for one in found)})
    if has_bid:
        against = {} if helps else {"declarer": deal.declarer, "how": "against"}
        yield Fact("chance", {"percent": round(100 * best.made), "bid": deal.bid, **against})
