"""Words for cards, suits, melds, seats and refusals, in a language and its suits."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from binokel.cards.card import Card, Suit
from binokel.cards.notation import Lang, SuitStyle, format_card, format_suit
from binokel.engine.match import MatchView
from binokel.errors import IllegalAction
from binokel.locales import has_text, text
from binokel.rules.contracts import Contract
from binokel.rules.melds import Meld, MeldKind

_BY_SUIT = (MeldKind.PAIR, MeldKind.FAMILY, MeldKind.DOUBLE_FAMILY)
_BY_RANK = (MeldKind.FOUR, MeldKind.EIGHT)


class Words:
    """The texts of one language; calling it gives the text of a `told.` key.

    >>> from binokel.cards import Card
    >>> words = Words("de")
    >>> words.card(Card.SO), words.suit(Card.SO.suit), words.count("cards", 1)
    ('Schippen-Ober', 'Schippe', 'eine Karte')
    """

    families: ClassVar[tuple[str, ...]] = ("told",)
    """Where a key is looked for, in this order."""

    def __init__(self, lang: Lang, suits: SuitStyle = "württemberg") -> None:
        self.lang: Lang = lang
        self.suits: SuitStyle = suits

    def __call__(self, key: str, **values: object) -> str:
        """Return the text of a key with its placeholders filled in."""
        return text(self._full_key(key), self.lang, **values)

    def has(self, key: str) -> bool:
        """Tell whether there is a text of a key."""
        return has_text(self._full_key(key), self.lang)

    def _full_key(self, key: str) -> str:
        keys = [f"{family}.{key}" for family in self.families]
        return next((full for full in keys if has_text(full, self.lang)), keys[-1])

    def about(self, key: str, name: str, *, is_me: bool, **values: object) -> str:
        """Return a sentence about a seat, in the second person where it is the person."""
        if is_me and self.has(f"me.{key}"):
            return self(f"me.{key}", **values)
        return self(key, name=name, **values)

    def count(self, what: str, n: int) -> str:
        """Return a number with what it counts: one card, 4 cards."""
        return self(f"n.{what}.one" if n == 1 else f"n.{what}.many", n=self.points(n))

    def joined(self, names: Sequence[str]) -> str:
        """Return names as one says them: A, B und C."""
        if len(names) < 2:
            return "".join(names)
        return f"{', '.join(names[:-1])} {self('and')} {names[-1]}"

    def suit(self, suit: Suit | None) -> str:
        """Return the suit's name; without a suit the words for that."""
        return self("no_trump") if suit is None else self.suit_name(suit)

    def suit_name(self, suit: Suit) -> str:
        """Return the suit's bare name."""
        return format_suit(suit, self.lang, self.suits)

    def card(self, card: Card) -> str:
        """Return the card's name."""
        return format_card(card, self.lang, self.suits)

    def card_in_refusal(self, card: Card) -> str:
        """Return a card as a refusal names it."""
        return self.card(card)

    def names(self, cards: Iterable[Card]) -> str:
        """Return the names of cards with commas, in the order given."""
        return ", ".join(map(self.card, cards))

    def meld(self, meld: Meld) -> str:
        """Return the meld's name, with suit or rank where it has one."""
        name = f"meld.{meld.kind.value}"
        if meld.kind in _BY_SUIT:
            return self(name, suit=self.suit_name(meld.suit))
        if meld.kind in _BY_RANK:
            return self(name, rank=self(f"ranks.{meld.rank.letter}"))
        return self(name)

    def melds(self, melds: Iterable[Meld]) -> str:
        """Return melds with their points in one line."""
        return ", ".join(f"{self.meld(meld)} {meld.points}" for meld in melds) or self("none")

    def contract(self, contract: Contract, *, is_open: bool, from_hand: bool) -> str:
        """Return the name of a Durch or Bettel in its form."""
        form = contract.value
        if contract is Contract.DURCH and is_open:
            form = "durch_hand" if from_hand else "durch_open"
        return self(f"contract.{form}")

    def points(self, n: int) -> str:
        """Return a number with a real minus sign."""
        return str(n) if n >= 0 else f"−{-n}"

    def refusal(self, fault: IllegalAction, seats: Sequence[str]) -> str:
        """Return why an action of the person is refused, with the cards in his words."""
        key = f"me.reason.{fault.reason}"
        if self.has(key):
            return self(key, **self._values(fault.details, seats))
        return self.reason(fault.reason, fault.details, seats)

    def reason(
        self, reason: str, details: Mapping[str, object], seats: Sequence[str] | None = None
    ) -> str:
        """Return the text of a reason; seats are numbers where there are no names."""
        return text(f"reason.{reason}", self.lang, **self._values(details, seats))

    def _values(
        self, details: Mapping[str, object], seats: Sequence[str] | None
    ) -> dict[str, object]:
        return {key: self._value(key, value, seats) for key, value in details.items()}

    def _value(self, key: str, value: object, seats: Sequence[str] | None) -> object:
        if isinstance(value, Card):
            return self.card_in_refusal(value)
        if isinstance(value, Suit):
            return self.suit_name(value)
        if key == "meld":
            return self._subject(str(value))
        if key == "phase":
            return self(f"phase.{value}")
        if key == "contract":
            return self(f"contract.{value}")
        if seats and key in ("seat", "to_act") and isinstance(value, int):
            return seats[value]
        return value

    def _subject(self, subject: str) -> str:
        """Return the words for a meld or card as the rules describe it: `family H: HA`."""
        name, _, missing = subject.partition(": ")
        if missing:
            return f"{self._subject(name)}: {self.card(Card(missing))}"
        if name in Card.__members__:
            return self.card(Card(name))
        *kind, last = name.split()
        if len(last) > 1:
            return self("meld." + "_".join([*kind, last]))
        key = "meld." + "_".join(kind)
        if kind[0] in ("four", "eight"):
            return self(key, rank=self(f"ranks.{last}"))
        return self(key, suit=self.suit_name(Suit(last)))


def large(words: str) -> str:
    """Return words with a large first letter, as at the beginning of a sentence.

    >>> large("aufgelegter Durch")
    'Aufgelegter Durch'
    """
    return words[:1].upper() + words[1:]


def side_name(view: MatchView, side: int) -> str:
    """Return the names of a side's seats, joined."""
    return " + ".join(view.seats[seat] for seat in view.rules.sides[side])
