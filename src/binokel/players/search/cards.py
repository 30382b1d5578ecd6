"""Choosing a card: worlds are drawn until the best card is sure, or the budget is spent."""

from random import Random
from typing import NamedTuple

from binokel.cards.card import CARDS
from binokel.engine.actions import PLAYS
from binokel.engine.match import MatchView
from binokel.players.base import Alternative, Budget, Decision, Fact
from binokel.players.heuristic.play import CardPlayer
from binokel.players.search.doubt import NONE, doubt_of, doubt_of_search
from binokel.players.search.drawing import Drawing
from binokel.players.search.manner import Manner
from binokel.players.search.moment import Moment, moment_of
from binokel.players.search.reasons import Weighed, card_facts, own_chances, special_facts
from binokel.players.search.special import Special
from binokel.players.search.tally import Tally
from binokel.players.search.valuing import ByPolicy, Mean, Opened, Valuing
from binokel.players.search.worth import Worth, stakes_at
from binokel.rules.contracts import Contract

BATCH = 24
WORLD_NODES = (0, 0, 100, 225, 400, 1200, 1800)
"""By the number of seats, so many nodes of the search take as long as drawing a world."""
CLOSE = 0.05
"""Cards that differ by less are equal: a person's order decides."""
LEAST_LIMIT = 2048
"""A search of one card in one world may always go so far."""


class Counted(NamedTuple):
    """What the worlds told.

    `safe` are the places of the cards that keep the own side's end of the bid in every world by
    open search, where others do not; `is_proven`: these were all the worlds there can be.
    """

    tally: Tally
    safe: tuple[int, ...]
    is_proven: bool


def choose(
    view: MatchView, legal: tuple[int, ...], manner: Manner, rng: Random, budget: Budget
) -> Decision | None:
    """Return the best of the legal cards (by index), with the value of each.

    None was found where every search was stopped by its limit.

    Raises:
        NoWorld: no cards fit what the seat has seen.
        Unsupported: the kernel does not know the rules, or the contract is lost already.
    """
    if len(legal) == 1:
        return Decision(PLAYS[legal[0]], (), (Fact("only_card", {"card": str(CARDS[legal[0]])}),))
    moment = moment_of(view, legal)
    found = count(moment, manner, rng, manner.nodes if budget.nodes is None else budget.nodes)
    return _decision(moment, found) if found.tally.n else None


def count(moment: Moment, manner: Manner, rng: Random, nodes: int) -> Counted:
    """Value the cards in worlds until it is settled or the nodes are spent."""
    bits = sorted(moment.roots.values())
    tally = Tally(bits)
    valuing = _valuing(moment, manner, bits)
    drawing = Drawing(moment, manner, rng)
    world_nodes = WORLD_NODES[moment.rules.n_seats]
    limit = max(LEAST_LIMIT, nodes // (4 * len(bits)))
    spent, is_cut = 0, False
    is_special = moment.view.deal.contract is not Contract.TRUMP
    while drawing.n_drawn < manner.worlds and not drawing.is_done:
        batch = drawing.draw(min(BATCH, manner.worlds - drawing.n_drawn))
        room = nodes - spent - world_nodes * drawing.n_tried
        rows, used = valuing.rows(batch, limit, room)
        spent += used
        is_cut = len(rows) < len(batch.weights)
        for weight, row in zip(batch.weights, rows, strict=False):
            tally.add(weight, row)
        if is_cut or used >= room:
            break
        # Won or lost whatever is played: the next worlds may tell the cards apart.
        if not drawing.is_whole and tally.is_settled() and not (is_special and tally.is_alike()):
            break
    safe = _safe(moment, tally) if valuing.searches and not tally.unresolved else ()
    return Counted(tally, safe, bool(safe) and not is_cut and drawing.is_proven())


def _safe(moment: Moment, tally: Tally) -> tuple[int, ...]:
    """Return the cards with which the bid ends as wanted in every world."""
    if moment.declarer < 0:
        return ()
    side_of = moment.rules.side_of
    wanted = side_of[moment.seat] == side_of[moment.declarer]
    safe = tuple(place for place, always in enumerate(tally.always) if always[wanted])
    return safe if len(safe) < len(tally.bits) else ()


def _valuing(moment: Moment, manner: Manner, bits: list[int]) -> Valuing:
    """Return how cards are valued at this moment."""
    if moment.view.deal.contract is not Contract.TRUMP:
        return Special(moment, bits)
    if moment.declarer < 0:
        return Opened(moment, Worth(moment), bits)
    doubt = doubt_of(moment) if manner.doubts else NONE
    by_policy = ByPolicy(moment, Worth(moment, doubt), bits)
    if moment.n_left > manner.open_from:
        return by_policy
    doubt = doubt_of_search(moment) if manner.doubts else NONE
    by_search = Opened(moment, Worth(moment, doubt), bits)
    return Mean(by_policy, by_search) if manner.how == "mean" else by_search


# --- the decision -------------------------------------------------------------------------------


def _decision(moment: Moment, found: Counted) -> Decision:
    """Return the card of the highest mean; of equal ones the one a person would play."""
    tally = found.tally
    player = CardPlayer(moment.view)
    of_bit = {bit: index for index, bit in moment.roots.items()}
    means = [tally.mean(place) for place in range(len(tally.bits))]
    allowed = found.safe or range(len(means))
    top = max(means[place] for place in allowed)
    close = [place for place in allowed if top - means[place] < CLOSE]
    best = max(close, key=lambda place: (player.value(of_bit[tally.bits[place]]), -place))
    alternatives, chances = [], own_chances(moment, tally)
    for place, bit in enumerate(tally.bits):
        value, half = top if place == best else means[place], 1.96 * tally.error(place)
        interval = (value - half, value + half)
        alternatives.append(Alternative(PLAYS[of_bit[bit]], value, interval, chances[place]))
    chosen = PLAYS[of_bit[tally.bits[best]]]
    alternatives.sort(key=lambda one: (-one.value, one.action != chosen))
    cards = [of_bit[bit] for bit in tally.bits]
    if moment.view.deal.contract is not Contract.TRUMP:
        facts = special_facts(player, tally, cards, best)
        return Decision(chosen, tuple(alternatives), facts, "percent")
    safe = None
    if best in found.safe:
        safe = "safe_line" if found.is_proven else "safe_in_all"
    facts = card_facts(moment, player, Weighed(tally, cards, best, safe))
    stakes = stakes_at(moment)
    return Decision(chosen, tuple(alternatives), facts, stakes.unit if stakes else "points")
