"""What the arena refuses: a plan that decides nothing, a result file that it cannot go on with."""

from typing import NamedTuple

from binokel.errors import Inconsistent
from binokel.locales import text


class Fault(NamedTuple):
    """What is wrong with a line: a text `arena.fault.<what>` in every language, its values."""

    what: str
    values: dict[str, object]

    def told(self, lang: str) -> str:
        """Return the fault in a language."""
        return text(f"arena.fault.{self.what}", lang, **self.values)


class ArenaRefused(Inconsistent):
    """A refusal with a text `arena.refused.<what>` in every language, remedy included.

    A value that is a `Fault` is told in the same language.
    """

    def __init__(self, what: str, **values: object) -> None:
        self.what = what
        self.values = values
        super().__init__(self.told("en"), what=what, **{k: str(v) for k, v in values.items()})

    def told(self, lang: str) -> str:
        """Return the refusal in a language."""
        values = {
            name: value.told(lang) if isinstance(value, Fault) else value
            for name, value in self.values.items()
        }
        return text(f"arena.refused.{self.what}", lang, **values)
