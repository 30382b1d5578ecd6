"""What is wrong with a record: where, what (a stable code with a text in every locale), why.

`details["what"]` is the code, its text is `record.<what>`. `details["reason"]` is there where
a readable record breaks a rule, and missing where it cannot be read.
"""

from typing import Any, NamedTuple

from binokel.errors import IllegalAction, RecordError, RuleSetError
from binokel.locales import text


class Place(NamedTuple):
    """A place in a text, line and column from 1.

    `in_form` tells that the text is not what was given, but the text form of a record.
    """

    line: int
    column: int = 1
    in_form: bool = False


class Unread(Exception):
    """A word that is not understood; the reader turns it into a RecordError."""

    def __init__(self, what: str, column: int, **values: Any) -> None:
        super().__init__(what)
        self.what = what
        self.column = column
        self.values = values


def unreadable(what: str, place: Place, **values: Any) -> RecordError:
    """Return the error of a record that cannot be read."""
    values = {key: short(value, _LONGEST.get(key, 500)) for key, value in values.items()}
    if place.in_form:
        values["in_form"] = True
    message = text(f"record.{what}", "en", **values)
    return RecordError(message, place.line, place.column, what=what, **values)


_LONGEST = {"text": 60, "word": 60, "name": 60}
"""How much of what was typed is quoted: a name, a word or a line; lists of cards are longer."""


def short(value: Any, most: int) -> Any:
    """Return a long text cut off with an ellipsis, everything else as it is."""
    if not isinstance(value, str) or len(value) <= most:
        return value
    return f"{value[:most]}…"


def in_form(fault: RecordError) -> RecordError:
    """Return the error of a text that was made from something else, which says so."""
    values = {key: fault.details[key] for key in fault.details if key not in _OWN}
    return unreadable(fault.details["what"], Place(fault.line, fault.column, True), **values)


_OWN = ("what", "line", "column", "in_form")


def bad_rules(fault: RuleSetError, place: Place) -> RecordError:
    """Return the error of a record whose rule set has problems, with all of them."""
    problems = fault.details.get("problems", [])
    return unreadable("bad_rules", place, fault=str(fault), problems=problems)


def broken(what: str, place: Place, **values: Any) -> RecordError:
    """Return the error of a record that contradicts its rules or itself."""
    return unreadable(what, place, reason=what, **values)


def illegal(fault: IllegalAction, place: Place, words: str, instead: str) -> RecordError:
    """Return the error of an action that the rules refuse, with what is legal instead."""
    values = {**fault.details, "words": words, "fault": fault.message, "instead": instead}
    return unreadable("illegal", place, **values)
