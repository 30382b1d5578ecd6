"""Cards, hands, decks and their notation."""

from binokel.cards.card import CARDS, RANKS, SUITS, Card, Rank, Suit, card_of
from binokel.cards.deck import DECK_POINTS, deck
from binokel.cards.hand import Hand

__all__ = [
    "CARDS",
    "DECK_POINTS",
    "RANKS",
    "SUITS",
    "Card",
    "Hand",
    "Rank",
    "Suit",
    "card_of",
    "deck",
]
