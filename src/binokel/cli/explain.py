"""An error in the words of a language: the one place that turns errors into words."""

from collections.abc import Mapping
from typing import Any

from binokel.cards.notation import Lang, tell_fault
from binokel.cli.terminal.words import Words
from binokel.engine.record.faults import short
from binokel.errors import (
    BinokelError,
    IllegalAction,
    KernelMissing,
    ModelError,
    NotationError,
    RecordError,
    RuleSetError,
    TrainingError,
    UnfitPlayer,
    UnknownPlayer,
)
from binokel.locales import text
from binokel.players.registry import names
from binokel.rules.problems import problems_of, tell


def explain(error: BinokelError, lang: Lang) -> str:
    """Return what is wrong in a language; the place in a record is not told.

    An error without a text of its own (a code that has none, or one of a caller's program) is
    told by its English message.

    >>> from binokel.cards.notation import parse_suit
    >>> try:
    ...     parse_suit("Spaten")
    ... except BinokelError as error:
    ...     print(explain(error, "de").partition(":")[0])
    „Spaten“ ist keine Farbe
    """
    details = error.details
    match error:
        case RecordError():
            return _record(details, lang)
        case IllegalAction():
            return _words(lang).reason(error.reason, details)
        case NotationError() if "form" in details:
            return tell_fault(details, lang)
        case RuleSetError() if problems := problems_of(error):
            return "; ".join(tell(problem, lang) for problem in problems)
        case UnknownPlayer():
            near = ", ".join(details["suggestions"])
            key = "unknown_player_near" if near else "unknown_player"
            known = ", ".join(names())
            return text(f"error.{key}", lang, name=details["name"], near=near, known=known)
        case UnfitPlayer():
            return text("error.unfit_player", lang, **details)
        case KernelMissing() | ModelError() | TrainingError() if "what" in details:
            parts = [details[key] for key in ("what", "whose") if key in details]
            return "; ".join(text(f"error.{error.code}.{part}", lang, **details) for part in parts)
    return error.message


def told(error: BinokelError, lang: Lang) -> str:
    """Return what is wrong in a language, with the place if a record has one."""
    if not isinstance(error, RecordError):
        return explain(error, lang)
    place = text("record.place", lang, line=error.line, column=error.column)
    return f"{place}: {explain(error, lang)}"


def _record(details: Mapping[str, Any], lang: Lang) -> str:
    """Return what is wrong with a record.

    What lies behind it is told in the language, too.
    """
    values = dict(details)
    if details["what"] == "illegal":
        values["fault"] = _words(lang).reason(details["reason"], details)
    elif "notation" in details:
        values["fault"] = tell_fault(details["notation"], lang)
    elif details.get("problems"):
        cause = RuleSetError("", problems=details["problems"])
        values["fault"] = short(explain(cause, lang), 500)
    return text(f"record.{details['what']}", lang, **values)


def _words(lang: Lang) -> Words:
    return Words(lang, "württemberg", has_symbols=False)
