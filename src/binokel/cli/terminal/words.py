"""Words on the screen: those of the game, the terminal's own, and symbols of suits."""

from collections.abc import Iterable
from typing import ClassVar

from binokel.cards.card import RANKS, Card, Suit
from binokel.cards.notation import Lang, SuitStyle, format_rank
from binokel.engine.choices import ContractOffer
from binokel.rules.ruleset import RuleSet
from binokel.telling import words as told

SYMBOLS = "♣♠♥♦"


class Words(told.Words):
    """The texts of one language; calling it gives that of a `terminal.` or `told.` key.

    >>> from binokel.cards import Card
    >>> words = Words("de", "württemberg", has_symbols=True)
    >>> words.card(Card.SO), words.tag(Card.SO), words.suit(Card.SO.suit)
    ('Schippen-Ober', '♠ SO', 'Schippe ♠')
    """

    families: ClassVar[tuple[str, ...]] = ("terminal", "told")

    def __init__(self, lang: Lang, suits: SuitStyle, *, has_symbols: bool) -> None:
        super().__init__(lang, suits)
        self.has_symbols = has_symbols

    def symbol(self, suit: Suit) -> str:
        """Return the suit's symbol, its letter where there are no symbols."""
        return SYMBOLS[suit.index] if self.has_symbols else suit.letter

    def suit(self, suit: Suit | None) -> str:
        """Return the suit's name with its symbol; without a suit the words for that."""
        return super().suit(suit) if suit is None else f"{self.suit_name(suit)} {self.symbol(suit)}"

    def card_in_refusal(self, card: Card) -> str:
        """Return a card's name with its letters, as it was typed."""
        return f"{self.card(card)} ({card})"

    def tag(self, card: Card) -> str:
        """Return symbol and canonical letters."""
        return f"{SYMBOLS[card.suit.index]} {card}" if self.has_symbols else str(card)

    def full(self, card: Card) -> str:
        """Return the card's letters and its name."""
        return f"{self.tag(card)}  {self.card(card)}"

    def cards(self, cards: Iterable[Card]) -> str:
        """Return the canonical letters of cards, sorted."""
        return " ".join(map(str, sorted(cards))) or "–"

    def offer(self, offer: ContractOffer) -> str:
        """Return the name of an offered contract."""
        return self.contract(offer.contract, is_open=offer.is_open, from_hand=offer.from_hand)


def position(rules: RuleSet, me: int, seat: int) -> str:
    """Return where a seat sits as seen from one's own: the key of a text.

    Source: rules.md [seat-numbers].
    """
    distance = (seat - me) % rules.n_seats
    if distance == 0:
        return "me"
    if 2 * distance == rules.n_seats:
        return "opposite"
    near_right = (2 * distance < rules.n_seats) == (rules.table.direction == "anticlockwise")
    return "right" if near_right else "left"


def rank_names(words: Words) -> str:
    """Return the ranks from high to low with their letters: `A Daus, Z Zehner, …`."""
    return ", ".join(
        f"{rank.letter} {format_rank(rank, words.lang, words.suits)}" for rank in RANKS
    )
