"""Playing and defending Durch and Bettel.

Source: rules.md [durch-order], [durch-obligations], [bettel-and-partner].
"""

from binokel.cards.card import CARDS
from binokel.cards.hand import ONES, SUIT_BITS
from binokel.engine.actions import PLAYS
from binokel.engine.match import MatchView
from binokel.players.base import Decision, Fact
from binokel.players.heuristic.cards import (
    HIGHER,
    RANK_OF,
    SUIT_OF,
    all_copies,
    indices,
    n_cards,
    n_of,
)
from binokel.players.heuristic.knowledge import Knowledge
from binokel.players.heuristic.memory import PERFECT, Memory
from binokel.rules.contracts import Contract
from binokel.rules.tricks import winning_index


def play_special(view: MatchView, legal: tuple[int, ...], memory: Memory = PERFECT) -> Decision:
    """Return the card to play in a Durch or Bettel.

    What is reckoned only ranks the cards: no number of it is told.
    """
    if len(legal) == 1:
        return Decision(PLAYS[legal[0]], (), (Fact("only_card", {"card": str(CARDS[legal[0]])}),))
    deal = view.deal
    assert deal.declarer is not None
    known = Knowledge(view, memory)
    scope = view.rules.contracts.scope
    own = known.seat == deal.declarer or (scope == "side" and known.is_mate(deal.declarer))
    helps = known.is_mate(deal.declarer)
    if deal.contract is Contract.DURCH:
        value = _durch_own if own else (_give_way if helps else _durch_defence)
    else:
        value = _bettel_own if own else (_take_it if helps else _bettel_defence)
    best = max(legal, key=lambda card: (value(view, known, card), -card))
    side = "own" if helps else "against"
    fact = Fact(f"{deal.contract.value}_{side}", {"card": str(CARDS[best])})
    return Decision(PLAYS[best], (), (fact,))


def _durch_own(view: MatchView, known: Knowledge, card: int) -> float:
    """Lead what nobody can beat, long suits first."""
    trick = [c.index for c in view.deal.trick]
    led = SUIT_OF[trick[0]] if trick else SUIT_OF[card]
    safe = 1.0
    for seat in range(known.n_seats):
        if not known.is_mate(seat) or view.rules.contracts.scope == "seat":
            safe *= 1.0 - known.chance_beaten(seat, led, card)
    return 100.0 * safe + n_of(known.hand, SUIT_OF[card]) - 0.1 * RANK_OF[card]


def _give_way(view: MatchView, known: Knowledge, card: int) -> float:
    """A partner who must not take the declarer's trick plays low."""
    return -50.0 * _wins(view, known, card) + RANK_OF[card]


def _durch_defence(view: MatchView, known: Knowledge, card: int) -> float:
    """Take the trick; else keep the cards that may still stop the declarer."""
    if _wins(view, known, card):
        return 100.0
    declarer = view.deal.declarer
    assert declarer is not None
    suit = SUIT_OF[card]
    if not known.may_hold(declarer, SUIT_BITS[suit] & ONES):
        return 60.0 + RANK_OF[card]
    top = indices(known.hand & SUIT_BITS[suit])[0]
    above = n_cards(known.maybe[declarer] & all_copies(HIGHER[top]))
    length = n_of(known.hand, suit)
    if length <= above:
        return 50.0 + RANK_OF[card] - length
    spare = length - above - 1
    if card != top and spare:
        return 40.0 + 3.0 * spare + RANK_OF[card]
    return -5.0 * (6 - RANK_OF[card])


def _bettel_own(view: MatchView, known: Knowledge, card: int) -> float:
    """Lead what must be beaten; else throw the most dangerous card that loses."""
    if not view.deal.trick:
        higher = n_cards(known.unseen & all_copies(HIGHER[card]))
        lower = n_cards(known.unseen & SUIT_BITS[SUIT_OF[card]]) - higher
        return 8.0 * higher - 6.0 * lower
    if _wins(view, known, card):
        return -60.0 + RANK_OF[card] + 5.0 * _beaten_later(view, known, card)
    return 50.0 - RANK_OF[card]


def _take_it(view: MatchView, known: Knowledge, card: int) -> float:
    """A partner takes tricks away from the declarer of a Bettel."""
    return 50.0 * _wins(view, known, card) - RANK_OF[card]


def _bettel_defence(view: MatchView, known: Knowledge, card: int) -> float:
    """Stay below the declarer: low cards in tricks, high cards thrown away."""
    trick = view.deal.trick
    declarer = view.deal.declarer
    assert declarer is not None
    if not trick:
        lower = n_cards(
            known.maybe[declarer] & SUIT_BITS[SUIT_OF[card]] & ~all_copies(HIGHER[card])
        )
        return 6.0 * RANK_OF[card] - lower
    if SUIT_OF[card] != SUIT_OF[trick[0].index]:
        return 30.0 - RANK_OF[card]
    later = (known.seat - view.deal.leader) % known.n_seats
    to_come = (declarer - view.deal.leader) % known.n_seats > later
    return (RANK_OF[card] if to_come else -RANK_OF[card]) - 20.0 * _wins(view, known, card)


def _wins(view: MatchView, known: Knowledge, card: int) -> bool:
    trick = [*(c.index for c in view.deal.trick), card]
    return winning_index(trick, known.trump) == len(trick) - 1


def _beaten_later(view: MatchView, known: Knowledge, card: int) -> float:
    trick = view.deal.trick
    led = SUIT_OF[trick[0].index] if trick else SUIT_OF[card]
    chance = 0.0
    for step in range(1, known.n_seats - len(trick)):
        seat = (known.seat + step) % known.n_seats
        chance = max(chance, known.chance_beaten(seat, led, card))
    return chance
