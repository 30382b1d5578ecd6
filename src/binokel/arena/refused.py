"""What the arena refuses: a plan that decides nothing, a result file that it cannot go on with."""

from pathlib import Path
from typing import NamedTuple, cast

from binokel.cards.notation import Lang
from binokel.engine.actions import Action
from binokel.engine.record.words import format_action
from binokel.errors import IllegalAction, Inconsistent
from binokel.locales import text
from binokel.telling.words import Words


class Fault(NamedTuple):
    """What is wrong with a line: a text `arena.fault.<what>` in every language, its values."""

    what: str
    values: dict[str, object]

    def told(self, lang: Lang) -> str:
        """Return the fault in a language."""
        return text(f"arena.fault.{self.what}", lang, **self.values)


class Unlawful(NamedTuple):
    """Why the rules refuse an action, in every language."""

    error: IllegalAction

    def told(self, lang: Lang) -> str:
        """Return the reason in a language."""
        return Words(lang).reason(self.error.reason, self.error.details)


class ArenaRefused(Inconsistent):
    """A refusal with a text `arena.refused.<what>` in every language, remedy included.

    A value that is a `Fault` or `Unlawful` is told in the same language.
    """

    def __init__(self, what: str, **values: object) -> None:
        self.what = what
        self.values = values
        super().__init__(self.told("en"), what=what, **{k: str(v) for k, v in values.items()})

    def told(self, lang: Lang) -> str:
        """Return the refusal in a language."""
        values = {
            name: value.told(lang) if isinstance(value, Fault | Unlawful) else value
            for name, value in self.values.items()
        }
        return text(f"arena.refused.{self.what}", lang, **values)


def other(form: str, path: Path, name: str, there: object, here: object) -> ArenaRefused:
    """Return the refusal of a file whose head differs; `form` begins its text."""
    what = f"{form}_model" if name == "model" else f"{form}_plan"
    return ArenaRefused(what, path=path, name=name, there=_shown(there), here=_shown(here))


def _shown(value: object) -> object:
    return "–" if value == "" else value


def illegal(error: IllegalAction, player: str, deal: object, seat: int) -> ArenaRefused:
    """Return the refusal of a player that decides what the rules refuse."""
    action = cast(Action, error.action)
    values = {"player": player, "deal": deal, "seat": seat + 1, "action": format_action(action)}
    return ArenaRefused("illegal", **values, fault=Unlawful(error))
