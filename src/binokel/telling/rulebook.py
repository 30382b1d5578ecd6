"""The rules of a table in parts, and the words of the game: what pages beside the table show."""

import msgspec

from binokel.locales import has_text, text
from binokel.rules.ruleset import RuleSet
from binokel.rules.sentences import SECTIONS, subtitle
from binokel.rules.sheet import title
from binokel.rules.sheet_melds import meld_rows
from binokel.rules.speaker import Speaker


class MeldRow(msgspec.Struct, frozen=True):
    """A row of the table of melds; `trump_points` is empty where trump makes no difference."""

    text: str
    points: str
    trump_points: str


class RulesSection(msgspec.Struct, frozen=True):
    """A section of the rules; only that of the melds has rows."""

    title: str
    sentences: tuple[str, ...]
    rows: tuple[MeldRow, ...] = ()


class RulesPage(msgspec.Struct, frozen=True):
    """The rules of a rule set, ready to be laid out."""

    id: str
    title: str
    subtitle: str
    sections: tuple[RulesSection, ...]


class Word(msgspec.Struct, frozen=True):
    """A word of the game: what else it is called, and what it means in a sentence or two."""

    word: str
    also: str
    meaning: str


WORDS = (
    "ace",
    "acorns",
    "beat",
    "bells",
    "bettel",
    "bid",
    "binokel",
    "bury",
    "call",
    "card_points",
    "claim",
    "concede",
    "cut",
    "dabb",
    "deal",
    "dealer",
    "declarer",
    "dix",
    "double_binokel",
    "durch",
    "eight",
    "family",
    "feed",
    "follow",
    "forced",
    "forehand",
    "four",
    "hearts",
    "knock",
    "kreuz",
    "last_trick",
    "lead",
    "leaves",
    "match",
    "meld",
    "ober",
    "open",
    "pair",
    "prize",
    "revoke",
    "rounding",
    "ruff",
    "rundgang",
    "score",
    "seven",
    "side",
    "sign",
    "stock",
    "ten",
    "trick",
    "trump",
    "unter",
    "weg",
)
"""The words that are explained; `glossary.<word>.word`, `.also` and `.meaning` have the texts."""

_PLAIN = {
    ord("ä"): "a",
    ord("ö"): "o",
    ord("ü"): "u",
    ord("ß"): "ss",
    ord("é"): "e",
    ord("œ"): "oe",
}
"""How letters are sorted that the plain alphabet lacks."""


def rules_page(rules: RuleSet, lang: str) -> RulesPage:
    """Return the rules of a rule set in the sections of the printed sheet.

    Raises:
        MissingText: there is no such language.
    """
    speaker = Speaker(rules, lang)
    sections = []
    for section in SECTIONS:
        head, sentences, has_table = section(speaker)
        rows = meld_rows(speaker) if has_table else []
        if rows or sentences:
            shown = tuple(MeldRow(row.name, row.points, row.trump) for row in rows)
            sections.append(RulesSection(head, tuple(sentences), shown))
    return RulesPage(rules.id, title(rules, lang), subtitle(speaker), tuple(sections))


def glossary(lang: str) -> tuple[Word, ...]:
    """Return the words of the game by the alphabet of a language.

    >>> next(word.also for word in glossary("de") if word.word == "Paar")
    'Bärle, Pärle'

    Raises:
        MissingText: there is no such language.
    """
    return tuple(sorted((_word(name, lang) for name in WORDS), key=_alphabetical))


def _word(name: str, lang: str) -> Word:
    key = f"glossary.{name}"
    also = text(f"{key}.also", lang) if has_text(f"{key}.also", lang) else ""
    return Word(text(f"{key}.word", lang), also, text(f"{key}.meaning", lang))


def _alphabetical(word: Word) -> str:
    return word.word.lower().translate(_PLAIN)
