"""With the Dabb in hand: going out, naming trump, and what to bury."""

from collections import Counter
from random import Random

from binokel.cards.card import CARDS, SUITS, Card, Suit
from binokel.cards.hand import pack, unpack
from binokel.engine.actions import Action, BuryCard, BuryDone
from binokel.engine.choices import Bury
from binokel.engine.match import MatchView
from binokel.players.dabb.estimate import best_suit, suit_scores, trick_points
from binokel.rules.melds import best_melds, meld_points
from binokel.rules.ruleset import RuleSet

_IN_MELD, _TRUMP, _POINT, _ALONE, _ONE_OF_TWO = 10_000, 5_000, 100, -2_000, -500
_OUT_BELOW = 0.2


def all_cards(view: MatchView) -> int:
    """Return the packed hand of the declarer with what it has buried so far."""
    return pack(view.deal.hand) + pack(view.deal.buried)


def choose_trump(view: MatchView) -> Suit:
    """Return the suit with the most melds, then the most cards."""
    return SUITS[best_suit(suit_scores(view.rules, all_cards(view)))]


def goes_out(view: MatchView, trump: Suit) -> bool:
    """Tell whether melds and tricks are below a fifth of the bid."""
    rules, bits = view.rules, all_cards(view)
    worth = meld_points(rules, bits, trump) + trick_points(rules.n_seats, bits, trump.index)
    return worth < _OUT_BELOW * view.deal.bid


def burying(rules: RuleSet, bits: int, trump: Suit | None, n: int) -> list[Card]:
    """Return the cards of the lowest keys, in that order.

    Cards of melds stay longest, then trumps, then points; the last ones of a suit go first.
    """
    in_melds = pack_most([meld.cards for meld in best_melds(rules, bits, trump)])
    loose = Counter[Suit]()
    cards: list[tuple[Card, bool]] = []
    for card in dict.fromkeys(unpack(bits)):
        copies, melded = bits >> (2 * card.index) & 3, in_melds[card]
        cards += [(card, copy < melded) for copy in range(copies)]
        loose[card.suit] += copies - melded

    def key(entry: tuple[Card, bool]) -> int:
        card, is_melded = entry
        value = _POINT * rules.card_points[card.index]
        value += _TRUMP if card.suit is trump else 0
        if is_melded:
            return value + _IN_MELD
        return value + {1: _ALONE, 2: _ONE_OF_TWO}.get(loose[card.suit], 0)

    return [card for card, _ in sorted(cards, key=key)[:n]]


def pack_most(sets: list[tuple[Card, ...]]) -> Counter[Card]:
    """Return how many copies of each card the melds need: they may share cards."""
    most = Counter[Card]()
    for cards in sets:
        most |= Counter(cards)
    return most


def bury(view: MatchView, choice: Bury, blunder: float, rng: Random) -> Action:
    """Return the next step of burying; a blunder buries random cards instead.

    The first buried card tells whether it is a blunder, since a player has no memory: it is
    then one that would be kept otherwise.
    """
    deal, rules = view.deal, view.rules
    if deal.n_buried >= choice.n:
        return BuryDone()
    bits = all_cards(view)
    trump = deal.trump or choose_trump(view)
    planned = Counter(burying(rules, bits, trump, choice.n))
    buried = Counter(deal.buried)
    if not buried and rng.random() < blunder:
        cards = Counter(rng.sample(unpack(bits), choice.n))
        return BuryCard(_first(cards - planned or cards, rng))
    if buried - planned:
        return BuryCard(_random_rest(planned, buried, deal.hand, choice.n, rng))
    return BuryCard(next(iter(planned - buried)))


def _first(cards: Counter[Card], rng: Random) -> Card:
    return rng.choice(sorted(cards.elements()))


def _random_rest(
    planned: Counter[Card], buried: Counter[Card], hand: tuple[Card, ...], n: int, rng: Random
) -> Card:
    """Return one of the other cards of a random burying that begins like this.

    A burying with many unplanned cards is likelier to have begun so; taking it in inverse
    proportion makes all sets of cards equally likely.
    """
    while True:
        rest = rng.sample(hand, n - buried.total())
        unplanned = ((buried + Counter(rest)) - planned).total()
        if rng.random() * unplanned < 1.0:
            return rng.choice(rest)


def other_trump(trump: Suit, rng: Random) -> Suit:
    """Return a random other suit."""
    return rng.choice([suit for suit in SUITS if suit is not trump])


def other_card(card: int, legal: tuple[int, ...], rng: Random) -> Card:
    """Return a random legal card of another kind."""
    return CARDS[rng.choice([index for index in legal if index != card])]
