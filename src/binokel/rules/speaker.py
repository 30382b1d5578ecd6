"""Saying the sentences of a printed sheet in one language."""

from typing import NamedTuple

from binokel.locales import text
from binokel.rules.ruleset import RuleSet


class Speaker(NamedTuple):
    """A rule set and the language in which it is told."""

    rules: RuleSet
    lang: str

    @property
    def partners(self) -> bool:
        """Whether anybody has a partner."""
        return self.rules.n_sides < self.rules.n_seats

    @property
    def table(self) -> str:
        """Who is against whom: `two` players, two `side`s, or each `single`."""
        return "side" if self.partners else "two" if self.rules.n_seats == 2 else "single"

    def text(self, key: str, **values: object) -> str:
        """Return a text of the locales."""
        return text(key, self.lang, **values)

    def say(self, key: str, **values: object) -> str:
        """Return a text of the sheet with its first letter large."""
        words = self.text(f"sheet.{key}", **values)
        return words if key.startswith(_INNER) else words[:1].upper() + words[1:]


_INNER = (
    "who.",
    "whose.",
    "guilty.",
    "rest.",
    "in.",
    "own.",
    "next.",
    "extra.",
    "cost.",
    "players.",
    "sides.",
    "and",
    "or",
    "packet.",
    "tie.",
    "column.",
    "rank.",
    "durch.plain",
    "durch.open",
    "durch.hand",
)
"""Texts that stand inside a sentence."""
