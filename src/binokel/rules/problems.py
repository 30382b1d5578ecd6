"""Problems of a rule set: collected all, told together, the first one by name."""

from collections.abc import Sequence

import msgspec

from binokel.errors import RuleSetError


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that is wrong: where, what, and what could be meant."""

    path: str
    message: str
    suggestions: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()


def raise_problems(problems: Sequence[Problem]) -> None:
    """Raise the first problem, with all of them in the details; do nothing without any.

    Raises:
        RuleSetError: there is at least one problem.
    """
    if not problems:
        return
    first = problems[0]
    more = len(problems) - 1
    message = first.message + (f" (and {more} more)" if more else "")
    raise RuleSetError(
        message,
        first.path,
        suggestions=list(first.suggestions),
        allowed=list(first.allowed),
        problems=[msgspec.to_builtins(problem) for problem in problems],
    )
