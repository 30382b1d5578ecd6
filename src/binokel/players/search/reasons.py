"""Why a card is played, in facts that its seat knows."""

from collections.abc import Iterator

from binokel.cards.card import CARDS, SUITS
from binokel.players.base import Fact
from binokel.players.heuristic.cards import ACE, HIGHER, RANK_OF, SUIT_MARKS, SUIT_OF, all_copies
from binokel.players.heuristic.cards import indices as indices_of
from binokel.players.heuristic.play import CardPlayer

MOST_KNOWN = 2
"""So many facts about the others' cards are told."""


def known_facts(player: CardPlayer, card: int) -> tuple[Fact, ...]:
    """Return what is known of the others that bears on a card, weightiest first."""
    found = [*_voids(player, card), *_higher(player, card)]
    return tuple(found[:MOST_KNOWN])


def _voids(player: CardPlayer, card: int) -> Iterator[Fact]:
    """Yield which seats still to play lack the suit led, and which also lack trumps."""
    known = player.known
    led = SUIT_OF[player.trick[0]] if player.trick else SUIT_OF[card]
    for seat in player.later:
        for suit in dict.fromkeys((led, known.trump)):
            if suit >= 0 and _is_void(player, seat, suit):
                yield Fact("void", {"seat": seat, "suit": SUITS[suit].letter})
            else:
                break


def _is_void(player: CardPlayer, seat: int, suit: int) -> bool:
    known = player.known
    unseen = bool(known.unseen & all_copies(SUIT_MARKS[suit]))
    return unseen and known.n_cards[seat] > 0 and not known.may_hold(seat, SUIT_MARKS[suit])


def _higher(player: CardPlayer, card: int) -> Iterator[Fact]:
    """Yield that nothing of its suit beats a card, or who has shown what does."""
    known = player.known
    if not known.higher_out(card):
        if RANK_OF[card] != ACE:
            yield Fact("nothing_higher", {"card": str(CARDS[card])})
        return
    for seat in player.later:
        held = indices_of(known.shown[seat] & all_copies(HIGHER[card]))
        if held:
            yield Fact("shown_higher", {"seat": seat, "card": str(CARDS[held[0]])})
