"""Errors as the outside sees them: one shape, in the words of a language, with a status."""

import logging
from typing import Any

import msgspec

from binokel.cards.notation import Lang
from binokel.errors import (
    BadRequest,
    BinokelError,
    RuleSetError,
    StoreFailed,
    UnfitPlayer,
    UnknownPlayer,
)
from binokel.locales import has_text, text
from binokel.players.registry import names
from binokel.rules.problems import problems_of, tell
from binokel.server.table.wire import Fault

STATUS = {
    "no_person": 401,
    "not_seated": 403,
    "unknown_table": 404,
    "unknown_rules": 404,
    "unknown_page": 404,
    "method_not_allowed": 405,
    "stale_sequence": 409,
    "too_large": 413,
    "foreign_host": 421,
    "too_many_tables": 429,
    "fault": 500,
    "journal_unreadable": 500,
    "store_failed": 503,
    "worker_died": 503,
    "too_busy": 429,
    "kernel_missing": 503,
    "not_built": 503,
}
"""The HTTP status of an error by its code; of all others it is 400."""


_log = logging.getLogger(__name__)


class Misfit(BadRequest):
    """A request or message that does not fit; `why` is the key of its sentence."""

    def __init__(self, why: str, **details: object) -> None:
        super().__init__(text(f"server.misfit.{why}", "en", **details), **details)
        self.why = why


def fault_of(error: BinokelError, lang: Lang) -> Fault:
    """Return an error in a language, without words there in English.

    What is the server's own fault is logged: outside nobody is told where its files are.
    """
    if STATUS.get(error.code, 400) >= 500:
        _log.error("%s", error)
    details = {} if isinstance(error, StoreFailed) else error.details
    return Fault(error.code, _message(error, lang), plain(details))


def own_fault(code: str, lang: Lang, **details: object) -> Fault:
    """Return an error that only the server has, by its code."""
    return Fault(code, text(f"server.error.{code}", lang, **details), plain(details))


def plain(details: Any) -> dict[str, Any]:
    """Return the details of an error as JSON has them; what it cannot say as text."""
    found: dict[str, Any] = msgspec.to_builtins(dict(details), enc_hook=str, str_keys=True)
    return found


def _message(error: BinokelError, lang: Lang) -> str:
    key = f"server.error.{error.code}"
    if isinstance(error, Misfit):
        return text(f"server.misfit.{error.why}", lang, **error.details)
    if isinstance(error, UnknownPlayer):
        near = ", ".join(error.details["suggestions"])
        key = "error.unknown_player_near" if near else "error.unknown_player"
        known = ", ".join(names())
        return text(key, lang, name=error.details["name"], near=near, known=known)
    if isinstance(error, UnfitPlayer):
        return text("error.unfit_player", lang, **error.details)
    if isinstance(error, RuleSetError) and (problems := problems_of(error)):
        return "; ".join(tell(problem, lang) for problem in problems)
    return text(key, lang, **error.details) if has_text(key, lang) else error.message
