"""Dealing: cutting, knocking, and which card goes where.

Source: rules.md [deal-patterns], [knock-meaning], [cut-size], [two-player-size].
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from binokel.cards.card import Card
from binokel.cards.hand import UNITS
from binokel.rules.ruleset import RuleSet

DABB = -1


class Packet(NamedTuple):
    """Cards dealt in one go: to a seat, or to the Dabb (seat DABB)."""

    seat: int
    n: int


class Dealt(NamedTuple):
    """Where the cards went: packed hands by seat, Dabb and stock in dealing order."""

    hands: tuple[int, ...]
    dabb: tuple[Card, ...]
    stock: tuple[Card, ...]


@lru_cache(maxsize=1024)
def _packets(pattern: tuple[str, ...], n_seats: int, dealer: int) -> tuple[Packet, ...]:
    packets: list[Packet] = []
    for part in pattern:
        n = int(part[1:])
        if part[0] == "D":
            packets.append(Packet(DABB, n))
        else:
            packets += [Packet((dealer + 1 + i) % n_seats, n) for i in range(n_seats)]
    return tuple(packets)


def packets(rules: RuleSet, dealer: int, knocked: bool) -> tuple[Packet, ...]:
    """Return the packets in dealing order, forehand first and the dealer last.

    After knocking every hand is one packet, and the Dabb follows the first hand.

    Source: rules.md [first-packet], [knock-meaning], [knock-dabb-first].
    """
    pattern = rules.deal.pattern
    if not knocked:
        return _packets(pattern, rules.n_seats, dealer)
    hands = _packets((f"P{rules.deal.hand}",), rules.n_seats, dealer)
    dabb = (Packet(DABB, rules.deal.dabb),) if rules.deal.dabb else ()
    return (hands[0], *dabb, *hands[1:])


def cut_deck(order: Sequence[Card], n: int) -> tuple[Card, ...]:
    """Return the deck after n cards were lifted from the top and put below the rest."""
    return (*order[n:], *order[:n])


def largest_cut(rules: RuleSet) -> int:
    """Return how many cards may be lifted at most. Source: rules.md [cut-size]."""
    return len(rules.cards) - rules.deal.cut_rest


def deal_cards(rules: RuleSet, order: Sequence[Card], dealer: int, knocked: bool) -> Dealt:
    """Deal the deck (top first) and return hands, Dabb and stock.

    With a stock and no auction the next card is turned up and laid under the rest, so the
    stock is drawn from the card after it and ends with it.

    Source: rules.md [deal-patterns], [two-player-size], [two-player-auction].
    """
    hands = [0] * rules.n_seats
    dabb: list[Card] = []
    top = 0
    for seat, n in packets(rules, dealer, knocked):
        cards = order[top : top + n]
        top += n
        if seat == DABB:
            dabb += cards
        else:
            hands[seat] += sum([UNITS[card.index] for card in cards])
    rest = tuple(order[top:])
    stock = (*rest[1:], *rest[:1]) if rules.turned_up else rest
    return Dealt(tuple(hands), tuple(dabb), stock)


def stacked(
    rules: RuleSet, piles: Mapping[int, Sequence[Card]], dealer: int, knocked: bool
) -> tuple[Card, ...]:
    """Return the top of a deck that deals these piles, by seat and as DABB.

    What is left for a stock lies below it.

    Source: rules.md [deal-patterns].
    """
    order: list[Card] = []
    dealt = dict.fromkeys(piles, 0)
    for seat, n in packets(rules, dealer, knocked):
        order += piles[seat][dealt[seat] : dealt[seat] + n]
        dealt[seat] += n
    return tuple(order)
