"""The one-page description of a rule set in plain words, for a club's table.

The page is made from the data alone: which sentences apply is decided in `sentences`,
their wording is in the locales, and here they are laid out, 78 characters wide.
"""

import textwrap

from binokel.rules.ruleset import RuleSet
from binokel.rules.sentences import SECTIONS, subtitle
from binokel.rules.sheet_melds import MeldRow, meld_rows
from binokel.rules.shipped import NAMES, shortened_parts
from binokel.rules.speaker import Speaker

WIDTH = 78
HEIGHT = 70
"""Lines of a page; a longer sheet goes without empty lines between its sections."""

POINTS_AT = 66
"""Where the column of points ends; that of trump ends with the line."""


def sheet(rules: RuleSet, lang: str = "de") -> str:
    """Return the rules on one page of text, in German, English or French.

    Raises:
        MissingText: there is no such language.
    """
    speaker = Speaker(rules, lang)
    blocks = [[*_wrap([title(rules, lang)]), *_wrap([subtitle(speaker)])]]
    for section in SECTIONS:
        head, sentences, table = section(speaker)
        if table:
            blocks.append([*_table(speaker, head.upper()), *_wrap(sentences)])
        elif sentences:
            blocks.append(_wrap([f"{head.upper()}.", *sentences]))
    spaced = sum(map(len, blocks)) + len(blocks) - 1 <= HEIGHT
    top, *rest = ["\n".join(block) for block in blocks]
    return top + "\n\n" + ("\n\n" if spaced else "\n").join(rest) + "\n"


def title(rules: RuleSet, lang: str) -> str:
    """Return the title in a language; a set of one's own has one title for all.

    Raises:
        MissingText: there is no such language.
    """
    name, _ = shortened_parts(rules.id)
    if name in NAMES:
        translated = Speaker(rules, lang).text(f"rules.title.{name}")
        if rules.title == Speaker(rules, "de").text(f"rules.title.{name}"):
            return translated
    return rules.title


def _wrap(sentences: list[str]) -> list[str]:
    """Return sentences as the lines of one paragraph."""
    return textwrap.wrap(" ".join(sentences), WIDTH, break_long_words=False, break_on_hyphens=False)


def _table(speaker: Speaker, head: str) -> list[str]:
    top = _row(MeldRow(head, speaker.say("column.points"), speaker.say("column.trump")), " ")
    return [top[2:2] + top.removeprefix("  "), *(_row(row, ".") for row in meld_rows(speaker))]


def _row(row: MeldRow, filler: str) -> str:
    dots = f"  {row.name} ".ljust(POINTS_AT - 1 - len(row.points), filler)
    return f"{dots} {row.points}{row.trump.rjust(WIDTH - POINTS_AT)}".rstrip()
