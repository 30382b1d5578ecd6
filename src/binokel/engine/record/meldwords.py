"""Melds in words: `family H, pair S, binokel`, and how people say it.

Written is always the English kind, then the letter of the suit or rank. Read are German,
English and French words in any case, `Herz-Familie` and `pair of hearts` alike; `trumps`,
`Trumpf` or `atout` mean the trump suit.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from binokel.cards.card import Suit
from binokel.cards.notation import parse_rank, parse_suit
from binokel.engine.actions import DeclareMelds
from binokel.engine.record.faults import Unread
from binokel.errors import NotationError
from binokel.rules.melds import Meld, MeldKind
from binokel.rules.melds.check import describe
from binokel.rules.melds.kinds import values_of
from binokel.rules.ruleset import RuleSet

NOTHING = "nothing"
BURIED = "buried"

_KINDS = {
    MeldKind.PAIR: "pair pairs paar parle barle baerle paire mariage marriage",
    MeldKind.FAMILY: "family familie famille",
    MeldKind.DOUBLE_FAMILY: "doppelfamilie",
    MeldKind.FOUR: "four fours 4 vier viererle quatre carre",
    MeldKind.EIGHT: "eight eights 8 acht huit",
    MeldKind.BINOKEL: "binokel binocle binokle",
    MeldKind.DOUBLE_BINOKEL: "doppelbinokel dreihunderter karle",
    MeldKind.DIX: "dix diss dissle dis",
    MeldKind.RUNDGANG: "rundgang roundabout",
}
_BY_WORD = {word: kind for kind, words in _KINDS.items() for word in words.split()}
_DOUBLE = {"double", "doppel", "doppelt", "doppelte", "doppelter", "doppelten"}
_DOUBLED = {
    MeldKind.FAMILY: MeldKind.DOUBLE_FAMILY,
    MeldKind.BINOKEL: MeldKind.DOUBLE_BINOKEL,
}
_TRUMP = {"trump", "trumps", "trumpf", "atout", "atouts"}
_FILLERS = {"of", "in", "de", "des", "du", "d", "en", "la", "le", "les", "the", "von", "mit"}
_NOTHING = {"", NOTHING, "nichts", "nix", "none", "rien", "-"}
_BURIED = {BURIED, "gedruckt", "ecarte", "ecartes"}
_OF_SUIT = (MeldKind.PAIR, MeldKind.FAMILY, MeldKind.DOUBLE_FAMILY)
_OF_RANK = (MeldKind.FOUR, MeldKind.EIGHT)
_NUMBER_WORDS = ("4", "8", "7", "10")
"""Numbers that name a kind or a rank; every other number is the value of a meld."""


class Reading(NamedTuple):
    """What a meld's words are read by: the rule set and the trump suit."""

    rules: RuleSet
    trump: Suit | None


_AND = re.compile(r"[,;+&]|\b(?:und|and|et)\b", re.IGNORECASE)


def format_melds(action: DeclareMelds) -> str:
    """Return melds in the words of the record.

    >>> format_melds(DeclareMelds())
    'nothing'
    """
    parts = [describe(meld) for meld in action.melds]
    if action.buried_dix:
        parts.append(f"{BURIED} {action.buried_dix}")
    return ", ".join(parts) or NOTHING


def parse_melds(text: str, column: int, reading: Reading) -> DeclareMelds:
    """Return the melds that words name, in their order; `column` is their place.

    Raises:
        Unread: a part names no meld, or one that the rule set does not have.
    """
    if fold(text) in _NOTHING:
        return DeclareMelds()
    melds: list[Meld] = []
    buried = 0
    for start, part in _listed(text):
        words = [word for word in fold(part).split() if word not in _FILLERS]
        if len(words) == 2 and words[0] in _BURIED and re.fullmatch("[0-9]", words[1]):
            buried += int(words[1])
        else:
            melds.append(_meld(words, part, column + start, reading))
    return DeclareMelds(tuple(melds), buried)


def _listed(text: str) -> Iterator[tuple[int, str]]:
    """Yield the parts of a list that are not blank, each with its place."""
    ends = [(found.start(), found.end()) for found in _AND.finditer(text)]
    start = 0
    for end, after in [*ends, (len(text), 0)]:
        part = text[start:end]
        if part.strip():
            yield start + len(part) - len(part.lstrip()), part.strip()
        start = after


def fold(text: str) -> str:
    """Return the spelling under which words are compared.

    >>> fold("Doppelte Herz-Familie"), fold("carré d'As")
    ('doppelte herz familie', 'carre d as')
    """
    plain = unicodedata.normalize("NFD", text.casefold())
    letters = "".join(c for c in plain if not unicodedata.combining(c))
    return " ".join(re.sub(r"[-_'’.]", " ", letters).split()) or text.strip()


def _meld(words: list[str], text: str, column: int, reading: Reading) -> Meld:
    words = [part for word in words for part in _parts(word)]
    kind, subject = _kind_and_subject(words)
    if kind is None:
        raise Unread("bad_meld", column, text=text)
    numbers = [word for word in words if re.fullmatch(r"\W*[0-9]+\W*", word)]
    if any(kind not in _OF_RANK or word not in _NUMBER_WORDS for word in numbers):
        raise Unread("meld_value", column, text=text)
    index = 0
    if kind in _OF_SUIT:
        suit = reading.trump if subject in _TRUMP else _suit(subject)
        if suit is None:
            raise Unread("meld_suit", column, text=text)
        index = suit.index
    elif kind in _OF_RANK:
        index = _rank_index(subject, text, column)
    elif kind is MeldKind.DIX and reading.trump is not None and _is_trump(subject, reading):
        index = reading.trump.index
    elif subject:
        raise Unread("bad_meld", column, text=text)
    meld = values_of(reading.rules).find(kind, index, reading.trump)
    if meld is None:
        raise Unread(
            "meld_unknown", column, text=text, rules=reading.rules.id, reason="meld_unknown"
        )
    return meld


def _is_trump(subject: str, reading: Reading) -> bool:
    """Tell whether the words behind a Dix only say that it is of the trump suit."""
    return not subject or subject in _TRUMP or _suit(subject) is reading.trump


def _parts(word: str) -> tuple[str, ...]:
    """Return the words of a German compound as `Herzfamilie`, else the word."""
    for start in range(2, len(word) - 2):
        suit, kind = word[:start], word[start:]
        if kind in _BY_WORD and (suit in _TRUMP or _suit(suit) is not None):
            return suit, kind
    return (word,)


def _kind_and_subject(words: list[str]) -> tuple[MeldKind | None, str]:
    """Return the kind that the words name, and the words for the suit or rank."""
    double = any(word in _DOUBLE for word in words)
    words = [word for word in words if word not in _DOUBLE]
    kinds = [word for word in words if word in _BY_WORD]
    # `quatre dix` are four tens: a word of number comes before the Dix
    first = min(kinds, key=lambda word: _BY_WORD[word] is MeldKind.DIX, default=None)
    if first is None:
        return None, ""
    words.remove(first)
    kind = _BY_WORD[first]
    return _DOUBLED.get(kind) if double else kind, " ".join(words)


def _suit(text: str) -> Suit | None:
    try:
        return parse_suit(text)
    except NotationError:
        return None


def _rank_index(word: str, text: str, column: int) -> int:
    """Return the index of a rank, also in the plural: Asse, Könige, rois, aces."""
    for ending in ("", "s", "e", "n", "er"):
        if word.endswith(ending):
            try:
                return parse_rank(word.removesuffix(ending)).index
            except NotationError:
                continue
    raise Unread("meld_rank", column, text=text)
