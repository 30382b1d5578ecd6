"""The fields of a request: read by name, each with its type, its bounds and its default.

One principle decides between two codes: what is wrong with one field alone is `bad_request`,
what contradicts another field or the rule set is `inconsistent`.
"""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple, TypeVar

from binokel.cards.card import CARDS, Card, Suit
from binokel.cards.notation import parse_card, parse_cards, parse_suit
from binokel.errors import BadRequest, ImpossibleCards, NotationError, UnknownKey
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet

_T = TypeVar("_T")

REQUIRED: Any = object()
"""The default of a field that must be given."""

MAX_NUMBER = 100_000
"""The largest number of points, of a bid or of anything counted."""

_BY_CODE: Mapping[str, Card] = {card.value: card for card in CARDS}
_SUIT_BY_LETTER: Mapping[str, Suit] = {suit.letter: suit for suit in Suit}
_CONTRACTS: Mapping[str, Contract] = {contract.value: contract for contract in Contract}
_CARDS = 'a list of cards, as ["SO", "BU"], or a text, as "SO BU"'


class Fields:
    """The fields of one JSON object of a request under one rule set.

    `path` is where the object stands in the request (empty for the request itself), `key` the
    field of the request that errors name.
    """

    __slots__ = ("_data", "_key", "_path", "rules")

    def __init__(self, data: Mapping[str, Any], rules: RuleSet, path: str = "") -> None:
        self._data = data
        self._path = path
        self._key = path.partition("[")[0]
        self.rules = rules

    def stated(self, name: str) -> bool:
        """Tell whether a field is there and not null."""
        return self._data.get(name) is not None

    def value(self, name: str) -> Any:
        """Return a field as it is, None where it is not there."""
        return self._data.get(name)

    def fault(self, name: str, wanted: str) -> BadRequest:
        """Return the error that a field is not what is wanted."""
        if name in self._data:
            return self.fault_at(name, self._data[name], wanted)
        path = self._path_of(name)
        return BadRequest(f"{path} is missing: {wanted}", key=self._key or name, path=path)

    def fault_at(self, place: str, value: object, wanted: str) -> BadRequest:
        """Return the error that a value is not what is wanted; `place` is as `hands[1]`."""
        path, key = self._path_of(place), self._key or place.partition("[")[0]
        return BadRequest(f"{path} is {shown(value)}, wanted is {wanted}", key=key, path=path)

    def number(
        self, name: str, low: int = 0, high: int = MAX_NUMBER, default: Any = REQUIRED
    ) -> int:
        """Return a whole number within bounds; true, false and 1.0 are none.

        Raises:
            BadRequest: the field is missing, no whole number, or out of bounds.
        """
        value = self._data.get(name, default)
        if type(value) is not int or not low <= value <= high:
            raise self.fault(name, f"a whole number from {low} to {high}")
        return value

    def seat(self, name: str, default: Any = REQUIRED) -> int:
        """Return the number of a seat.

        Raises:
            BadRequest: the field is missing, or there is no such seat.
        """
        return self.number(name, 0, self.rules.n_seats - 1, default)

    def flag(self, name: str, default: bool | None = None) -> bool:
        """Return true or false.

        Raises:
            BadRequest: the field is missing, or neither of them.
        """
        value = self._data.get(name, default)
        if type(value) is not bool:
            raise self.fault(name, "true or false")
        return value

    def suit_or_null(self, name: str, default: Any = REQUIRED) -> Suit | None:
        """Return a suit by its letter or any of its names, or None.

        Raises:
            BadRequest: the field is missing, or neither text nor null.
            NotationError: the text names no suit.
        """
        value = self._data.get(name, default)
        if value is None:
            return None
        if type(value) is not str:
            raise self.fault(name, "a suit (E, S, H or B) or null")
        return _SUIT_BY_LETTER.get(value) or self._noted(name, parse_suit, value)

    def contract(self, name: str) -> Contract:
        """Return the contract, `trump` where none is given.

        Raises:
            BadRequest: the field names no contract.
        """
        value = self._data.get(name, "trump")
        if type(value) is not str or value not in _CONTRACTS:
            raise self.fault(name, "trump, durch or bettel")
        return _CONTRACTS[value]

    def card(self, name: str) -> Card:
        """Return one card of the deck.

        Raises:
            BadRequest: the field is no text.
            NotationError: the text names no card.
            ImpossibleCards: the deck has no such card.
        """
        value = self._data.get(name)
        if type(value) is not str:
            raise self.fault(name, "the text of a card, as SO")
        card = _BY_CODE.get(value) or self._noted(name, parse_card, value)
        pack_cards(self.rules, [card], self._key or name)
        return card

    def cards(self, name: str, default: Any = REQUIRED) -> list[Card]:
        """Return cards in the order given, from a list of texts or one text with blanks.

        Raises:
            BadRequest: the field is missing or neither, or an entry is no text.
            NotationError: a text names no card.
        """
        value = self._data.get(name, default)
        if value is REQUIRED:
            raise self.fault(name, _CARDS)
        return self.cards_of(name, value)

    def cards_of(self, place: str, value: object) -> list[Card]:
        """Return the cards of a value; `place` is its path, as `hands[1]`.

        Raises:
            BadRequest: it is neither a list nor a text, or an entry is no text.
            NotationError: a text names no card.
        """
        if type(value) is list:
            try:
                return [_BY_CODE[text] for text in value]
            except (KeyError, TypeError):
                return [self._card_of(place, index, text) for index, text in enumerate(value)]
        if type(value) is str:
            return self._noted(place, parse_cards, value)
        raise self.fault_at(place, value, _CARDS)

    def items(self, name: str, default: Any = REQUIRED) -> list[Any]:
        """Return a list, whatever it holds.

        Raises:
            BadRequest: the field is missing or no list.
        """
        value = self._data.get(name, default)
        if type(value) is not list:
            raise self.fault(name, "a list")
        return value

    def per_seat(self, name: str, wanted: str, default: Any = REQUIRED) -> list[Any]:
        """Return a list with one value for each seat.

        Raises:
            BadRequest: the field is missing, no list, or has more or fewer entries.
        """
        value = self._data.get(name, default)
        if type(value) is not list or len(value) != self.rules.n_seats:
            raise self.fault(name, f"a list of {self.rules.n_seats}, one for each seat: {wanted}")
        return value

    def inner(self, name: str, value: object, known: Sequence[str], wanted: str) -> "Fields":
        """Return the fields of an object inside the request, at the path `name`.

        Raises:
            BadRequest: it is no object.
            UnknownKey: it has other fields than the known ones.
        """
        if type(value) is not dict:
            key = self._key or name.partition("[")[0]
            message = f"{name} is {shown(value)}, wanted is {wanted}"
            raise BadRequest(message, key=key, path=name)
        check_keys(value, known, name)
        return Fields(value, self.rules, name)

    def _path_of(self, place: str) -> str:
        return f"{self._path}.{place}" if self._path else place

    def _card_of(self, place: str, index: int, text: object) -> Card:
        if type(text) is not str:
            raise self.fault_at(f"{place}[{index}]", text, "the text of a card, as SO")
        return self._noted(f"{place}[{index}]", parse_card, text, index)

    def _noted(
        self, place: str, parse: Callable[[str], _T], text: str, index: int | None = None
    ) -> _T:
        """Parse a text; its error also names the place, and its index in a list."""
        try:
            return parse(text)
        except NotationError as error:
            path, key = self._path_of(place), self._key or place.partition("[")[0]
            details = {**error.details, "key": key, "path": path}
            if index is not None:
                details["index"] = index
            raise NotationError(f"{path}: {error.message}", **details) from None


def check_keys(data: Mapping[str, Any], known: Sequence[str], path: str = "") -> None:
    """Refuse fields that there are not.

    Raises:
        UnknownKey: there is one.
    """
    for name in data:
        if name not in known:
            near = get_close_matches(name, known)
            hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(known)}"
            where = f" in {path}" if path else ""
            raise UnknownKey(
                f"no field {shown(name)}{where}; {hint}",
                key=name,
                path=f"{path}.{name}" if path else name,
                suggestions=near,
            )


def pack_cards(rules: RuleSet, cards: Sequence[Card], key: str) -> int:
    """Return the packed hand of cards that one deck can have together.

    Raises:
        ImpossibleCards: a card comes more than twice, or the deck has no sevens.
    """
    bits = 0
    for card in cards:
        shift = 2 * card.index
        if bits >> shift & 2:
            raise ImpossibleCards(f"{key}: {card} comes more than twice", card=str(card), key=key)
        bits += 1 << shift
    if not rules.deck.sevens and bits & _SEVENS:
        seven = next(card for card in cards if card.index % 6 == 5)
        message = f"{key}: {seven} is not in this deck of {len(rules.cards)} cards"
        raise ImpossibleCards(message, card=str(seven), key=key)
    return bits


_SEVENS = sum(3 << (12 * suit + 10) for suit in range(4))


def shown(value: object) -> str:
    """Return a value for a message, shortened if it is long."""
    if value is None or type(value) is bool:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return f"a list of {len(value)}" if value else "an empty list"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


Outcome = dict[str, Any]
"""The reply of an operation without the id."""

Run = Callable[[Fields], Outcome]


class Op(NamedTuple):
    """An operation: the fields of its request, and what computes its reply."""

    keys: tuple[str, ...]
    run: Run
