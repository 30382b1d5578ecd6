"""Random positions for the kernel: all duties, seats, decks, sides, contracts and bonuses.

A position is arranged, not played to: its rules are a shipped set, or one with the sections that
the play of cards depends on drawn anew; half of them crowd the cards into few suits, so that
trumping and equal cards are frequent.

>>> position = random_position(Random(7), random_rules(Random(7)), 3)
>>> position == random_position(Random(7), random_rules(Random(7)), 3)
True
"""

from random import Random
from typing import Literal

from msgspec.structs import replace

from binokel.cards.card import CARDS, SUITS, Card, Suit
from binokel.cards.hand import UNITS, pack, unpack
from binokel.kernel.position import Position
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import PlayRules, RuleSet
from binokel.rules.tricks import legal_marks, winning_index

MOST_BONUS = 15
"""All cards count 240, and the kernel up to 255 points a deal."""

SIDES: dict[int, tuple[Literal["single", "opposite", "alternate"], ...]] = {
    4: ("single", "opposite", "alternate"),
    6: ("single", "alternate"),
}


def random_rules(rng: Random) -> RuleSet:
    """Return a shipped set, or one whose play, seats, deck and contracts are drawn."""
    rules = find_ruleset(rng.choice(names()))
    if rng.random() < 0.25:
        return rules
    seats = rng.randint(2, 6)
    first = rng.choice((0, 0, rng.randint(0, MOST_BONUS)))
    play = PlayRules(
        must_beat=rng.random() < 0.6,
        must_trump=rng.random() < 0.6,
        must_over_trump=rng.random() < 0.6,
        beat_after_ruff=rng.random() < 0.5,
        partner_exempt=rng.random() < 0.5,
        first_trick=first,
        last_trick=rng.choice((0, min(10, MOST_BONUS - first), MOST_BONUS - first)),
    )
    return replace(
        rules,
        play=play,
        deck=replace(
            rules.deck, sevens=rng.random() < 0.5, points=rng.choice(("classic", "tens-only"))
        ),
        table=replace(rules.table, seats=seats, sides=rng.choice(SIDES.get(seats, ("single",)))),
        contracts=replace(
            rules.contracts,
            durch_trump=rng.choice(("none", "first-card", "named")),
            scope=rng.choice(("seat", "side")),
        ),
    )


def largest_hand(rules: RuleSet) -> int:
    """Return how many cards each can hold at most."""
    return len(rules.cards) // rules.n_seats


def random_position(rng: Random, rules: RuleSet, n_cards: int) -> Position:
    """Return a position in which the running trick began with so many cards each."""
    n = rules.n_seats
    cards = _some_cards(rng, rules, n * n_cards)
    contract = rng.choice((Contract.TRUMP, Contract.TRUMP, Contract.DURCH, Contract.BETTEL))
    declarer = rng.randrange(n)
    position = Position(
        rules=rules,
        hands=tuple(pack(cards[seat * n_cards : (seat + 1) * n_cards]) for seat in range(n)),
        leader=rng.randrange(n),
        trump=_some_trump(rng, rules, contract),
        contract=contract,
        declarer=None if contract is Contract.TRUMP and rng.random() < 0.2 else declarer,
        n_tricks=rng.choice((0, 0, 1, 5)),
        is_lost=contract is not Contract.TRUMP and rng.random() < 0.1,
    )
    if position.contract is Contract.DURCH and rules.contracts.durch_trump == "first-card":
        named = None if position.n_tricks == 0 else rng.choice(SUITS)
        position = _with_trump(position, named)
    return into_trick(rng, position, rng.randrange(n))


def into_trick(rng: Random, position: Position, n_played: int) -> Position:
    """Return the position after so many random legal cards of the running trick."""
    hands, trick, trump = list(position.hands), list[Card](), position.trump
    for place in range(n_played):
        seat = (position.leader + place) % len(hands)
        card = rng.choice(legal_here(position, hands[seat], trick, trump))
        if position.names_trump and not trick:
            trump = card.suit
        trick.append(card)
        hands[seat] -= UNITS[card.index]
    return Position(
        rules=position.rules,
        hands=tuple(hands),
        leader=position.leader,
        trick=tuple(trick),
        trump=trump,
        contract=position.contract,
        declarer=position.declarer,
        n_tricks=position.n_tricks,
        is_lost=position.is_lost,
    )


def legal_here(
    position: Position, hand: int, trick: list[Card], trump: Suit | None
) -> tuple[Card, ...]:
    """Return the cards that the engine's rules let the next seat play, each kind once."""
    rules, played = position.rules, [card.index for card in trick]
    suit = -1 if trump is None else trump.index
    partner_wins = False
    if trick:
        seat = (position.leader + len(trick)) % rules.n_seats
        winner = (position.leader + winning_index(played, suit)) % rules.n_seats
        partner_wins = rules.side_of[winner] == rules.side_of[seat]
    return unpack(legal_marks(rules.play, hand, played, suit, partner_wins))


def _with_trump(position: Position, trump: Suit | None) -> Position:
    return Position(
        rules=position.rules,
        hands=position.hands,
        leader=position.leader,
        trump=trump,
        contract=position.contract,
        declarer=position.declarer,
        n_tricks=position.n_tricks,
        is_lost=position.is_lost,
    )


def _some_trump(rng: Random, rules: RuleSet, contract: Contract) -> Suit | None:
    if contract is Contract.TRUMP:
        return rng.choice((*SUITS, *SUITS, None))
    named = contract is Contract.DURCH and rules.contracts.durch_trump == "named"
    return rng.choice(SUITS) if named else None


def _some_cards(rng: Random, rules: RuleSet, count: int) -> list[Card]:
    """Return so many cards of the deck, often of two suits or in pairs."""
    deck = list(rules.cards)
    kind = rng.random()
    suits = rng.sample(SUITS, 2)
    crowded = [card for card in deck if card.suit in suits]
    if kind < 0.4 and len(crowded) >= count:
        deck = crowded
    elif kind < 0.6:
        some = set(rng.sample(CARDS, min(24, (count + 1) // 2 + 4)))
        twins = [card for card in deck if card in some]
        deck = twins if len(twins) >= count else deck
    return rng.sample(deck, count)
