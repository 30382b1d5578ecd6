"""Reading what a person types: words of three languages, cards in any notation, numbers."""

import re
from collections.abc import Mapping, Sequence

from binokel.cards.card import SUITS, Card, Suit
from binokel.cards.notation import format_card, parse_card, parse_cards, parse_suit
from binokel.cli.terminal.words import Words
from binokel.errors import NotationError

_ACCENTS = str.maketrans("äöüéèêàâçîôûœ", "aoueeeaaciouo")


LONGEST_NUMBER = 9
"""Digits of the largest number that is taken for one."""


class Misread(Exception):
    """A text that was understood in part; the message says in the person's words what is off."""


def key_of(text: str) -> str:
    """Return a text without case and accents, blanks made single.

    >>> key_of("  Zurück  SO "), key_of("weiß")
    ('zuruck so', 'weiss')
    """
    folded = text.casefold().replace("ae", "ä").replace("oe", "ö").replace("ue", "ü")
    return " ".join(folded.translate(_ACCENTS).split()).rstrip(".!")


WORDS: Mapping[str, frozenset[str]] = {
    name: frozenset(map(key_of, words.split()))
    for name, words in {
        "pass": "weg pass passe passen w fort",
        "take": "nehmen nimm auf aufnehmen take prendre n",
        "done": "fertig ok done fini ja",
        "back": "zurück zurueck back retour z",
        "concede": "ab abgehen concede out abandonner abandon",
        "call": "ruf rufen rufe call appeler appel",
        "in": "in en à",
        "show": "offen zeigen show open montrer",
        "nothing": "nichts keine kein nix none nothing rien",
        "knock": "klopfen klopf knock frapper k",
        "leave": "nein nicht lassen leave no non n",
        "cut": "abheben heben cut couper",
        "exchange": "tausch tauschen exchange swap échanger echanger x",
        "sign": "unterschreiben unterschrift sign signer ja ok",
        "claim": "reklamieren reklamation claim réclamer reclamer",
        "yes": "j ja jo yes y o oui",
        "no": "n nein noi no non",
        "play_on": "w weiter weiterspielen zurück back continuer retour",
        "quit": "q quit ende exit beenden aufhören quitter",
        "help": "? hilfe help aide",
        "play": "spielen spiel play jouer",
    }.items()
}
"""The words for what one may do, in all languages at once."""


def is_word(text: str, name: str) -> bool:
    """Tell whether a text is one of the words of an action.

    >>> is_word("WEG", "pass"), is_word("zurück", "back"), is_word("H", "pass")
    (True, True, False)
    """
    return key_of(text) in WORDS[name]


def split_word(text: str, name: str) -> str | None:
    """Return what follows an action's word at the start of a text, None without it.

    >>> split_word("ruf SO", "call"), split_word("SO", "call")
    ('SO', None)
    """
    first, _, rest = text.partition(" ")
    return rest.strip() if is_word(first, name) else None


def read_cards(text: str, numbers: Mapping[Card, int], words: Words) -> list[Card]:
    """Return the cards that a text names, by their numbers or in any notation.

    Raises:
        Misread: a part of it is neither.
    """
    tokens = re.split(r"[\s,;]+", text.strip(" ,;"))
    by_number = {n: card for card, n in numbers.items()}
    if all(token.isascii() and token.isdigit() for token in tokens):
        return [_card_of_number(whole(token, words), by_number, words) for token in tokens]
    for attempt in (text, _spelt(tokens, by_number)):
        try:
            return parse_cards(attempt)
        except NotationError as error:
            fault = error
    raise Misread(no_card(text, fault, words))


def _spelt(tokens: Sequence[str], by_number: Mapping[int, Card]) -> str:
    """Return the text with the numbers among cards replaced by their cards."""
    spelt = (
        str(by_number.get(int(token[:9]), token)) if token.isascii() and token.isdigit() else token
        for token in tokens
    )
    return " ".join(spelt)


def read_card(text: str, numbers: Mapping[Card, int], words: Words) -> Card:
    """Return the one card that a text names, by its number or in any notation.

    Raises:
        Misread: it names none, or several.
    """
    if text.isascii() and text.isdigit():
        return _card_of_number(whole(text, words), {n: card for card, n in numbers.items()}, words)
    try:
        return parse_card(text)
    except NotationError as error:
        raise Misread(no_card(text, error, words)) from None


def read_suit(text: str, words: Words, suits: Sequence[Suit]) -> Suit:
    """Return the suit that a number, letter, symbol or word names.

    Raises:
        Misread: it names none of these.
    """
    if text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= len(suits):
        return suits[int(text) - 1]
    try:
        return parse_suit(text)
    except NotationError:
        names = ", ".join(f"{suit} {words.suit_name(suit)}" for suit in SUITS)
        raise Misread(words("misread.suit", text=quoted(text), suits=names)) from None


def no_card(text: str, error: NotationError, words: Words) -> str:
    """Return that a text names no card, with what may have been meant."""
    near = error.details.get("suggestions") or []
    cards = [f"{format_card(Card(c), words.lang, words.suits)} ({c})" for c in near]
    meant = (
        words("misread.meant", cards=", ".join(cards))
        if cards
        else words("misread.how", card=words.card(Card.SO))
    )
    return f"{words('misread.card', text=quoted(text))} {meant}"


def quoted(text: str) -> str:
    """Return a text as it may be shown: short, without control characters."""
    clean = "".join(c if c.isprintable() else "?" for c in text)
    return clean if len(clean) <= 30 else clean[:29] + "…"


def whole(text: str, words: Words) -> int:
    """Return the number that digits spell.

    Raises:
        Misread: nobody means so large a number.
    """
    if len(text) > LONGEST_NUMBER:
        raise Misread(words("misread.large", text=quoted(text)))
    return int(text)


def _card_of_number(n: int, by_number: Mapping[int, Card], words: Words) -> Card:
    if n not in by_number:
        raise Misread(words("misread.number", n=n, last=max(by_number, default=0)))
    return by_number[n]
