"""Problems of a rule set: collected all, told together, the first one by name.

Every problem has a stable code and values; `problem.<code>` is its text in every language.
A value may be a word that itself has a text, `{"code": "word.range", "low": 0, "high": 9}`, or a
list of such words and plain ones, which is told as alternatives.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from binokel.errors import RuleSetError, UnknownRuleSet
from binokel.locales import text

Word = str | dict[str, Any]
"""A word that is the same in every language, or one with a text: its code and its values."""

UNKNOWN_SET = ("unknown_set", "unknown_set_near", "unknown_set_file")
"""The codes of a base or rule set that there is not."""


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that is wrong: where, what, and what could be meant; `message` is English."""

    path: str
    code: str
    message: str
    values: dict[str, Any] = {}
    suggestions: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()
    file: str = ""


def problem(
    path: str,
    code: str,
    *,
    suggestions: Sequence[str] = (),
    allowed: Sequence[Word] = (),
    **values: Any,
) -> Problem:
    """Return the problem of a code, with `{near}` and `{allowed}` filled in."""
    values |= {"near": list(suggestions)} if suggestions else {}
    values |= {"allowed": list(allowed)} if allowed else {}
    words = tuple(_word(word, "en") for word in allowed)
    message = _message(code, values, "en")
    return Problem(path, code, message, values, tuple(suggestions), words)


def legible(words: str) -> str:
    r"""Return what a text puts into quotation marks, with what cannot be seen escaped.

    >>> legible("stamm\ttisch")
    'stamm\\ttisch'
    """
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in words)


def in_file(found: Problem, file: str) -> Problem:
    """Return a problem of an extended file, which says in which file it is."""
    message = text("problem.in_file", "en", problem=found.message, file=file)
    return msgspec.structs.replace(found, message=message, file=file)


def tell(found: Problem, lang: str) -> str:
    """Return what is wrong in a language, with the key's path in front.

    Raises:
        MissingText: there is no such language.
    """
    message = _message(found.code, found.values, lang)
    if found.file:
        message = text("problem.in_file", lang, problem=message, file=found.file)
    return f"{found.path}: {message}" if found.path else message


def problems_of(error: RuleSetError) -> list[Problem]:
    """Return the problems that an error carries; none if it was made without."""
    return msgspec.convert(error.details.get("problems", []), list[Problem])


def _message(code: str, values: Mapping[str, Any], lang: str) -> str:
    words = {name: _word(value, lang) for name, value in values.items()}
    return text(f"problem.{code}", lang, **words)


def _word(value: object, lang: str) -> str:
    if isinstance(value, dict):
        rest = {name: _word(inner, lang) for name, inner in value.items() if name != "code"}
        return text(f"problem.{value['code']}", lang, **rest)
    if isinstance(value, list | tuple):
        words = [_word(inner, lang) for inner in value]
        last = f" {text('problem.or', lang)} ".join(words[-2:])
        return ", ".join([*words[:-2], last])
    return str(value)


def refusal(found: Problem, **details: Any) -> RuleSetError:
    """Return the error of one problem that leaves nothing else to be judged."""
    return _error([found], unreadable=True, **details)


def raise_problems(problems: Sequence[Problem]) -> None:
    """Raise the first problem, if any, with all of them in the details.

    Raises:
        UnknownRuleSet: the first problem is a base that there is not.
        RuleSetError: there is at least one problem.
    """
    if problems:
        raise _error(problems)


def _error(problems: Sequence[Problem], **details: Any) -> RuleSetError:
    first = problems[0]
    more = len(problems) - 1
    kind = UnknownRuleSet if first.code in UNKNOWN_SET else RuleSetError
    if first.code in UNKNOWN_SET:
        details["name"] = first.values["name"]
    return kind(
        first.message + (f" (and {more} more)" if more else ""),
        first.path,
        suggestions=list(first.suggestions),
        allowed=list(first.allowed),
        problems=[msgspec.to_builtins(found) for found in problems],
        **details,
    )
