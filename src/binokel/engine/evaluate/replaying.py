"""`replay`: a record done step by step, as one seat sees it or with all cards open."""

from collections.abc import Mapping
from typing import Any

import msgspec

from binokel.engine.evaluate.fields import Fields, Outcome, shown
from binokel.engine.match import Entry, Match, Undo
from binokel.engine.record import Layout, Record, read_record, start, walk
from binokel.engine.state import DealState
from binokel.errors import (
    BadRequest,
    BinokelError,
    IllegalAction,
    Inconsistent,
    NotationError,
    Reason,
    RecordError,
    RuleSetError,
    UnknownRuleSet,
)
from binokel.rules.ruleset import RuleSet
from binokel.rules.writer import content_hash


def run(request: Mapping[str, Any], rules: RuleSet | None) -> Outcome:
    """Return the steps of a record and what it comes to.

    The record names its own rules; those of the request, if there are any, must be the same.

    Raises:
        BadRequest: a field is missing or ill-typed, or the record hides cards.
        Inconsistent: the rules are others than the record's, or the record contradicts itself.
        IllegalAction: an action of the record breaks a rule.
        NotationError: the record cannot be read.
        RuleSetError: the rule set of the record cannot be loaded.
    """
    source = request.get("record")
    if type(source) is not str and type(source) is not dict:
        what = shown(source) if "record" in request else "missing"
        message = f"record is {what}, wanted is its text, or its JSON form"
        raise BadRequest(message, key="record", path="record")
    try:
        return _replay(request, *read_record(source), rules)
    except RecordError as error:
        raise _told(error) from None


def _replay(
    request: Mapping[str, Any], record: Record, places: Layout, rules: RuleSet | None
) -> Outcome:
    if rules is not None and content_hash(rules) != content_hash(record.rules):
        own = "a set of its own called " if record.rules.id == rules.id else ""
        message = f"rules: the record was played by {own}{record.rules.id}, not by {rules.id}"
        raise Inconsistent(message, key="rules")
    fields = Fields(request, record.rules)
    seat = fields.seat("seat") if fields.stated("seat") else None
    views = fields.flag("views", False)
    match = start(record, places)
    steps: list[dict[str, Any]] = []
    ended: list[DealState] = []
    for item in walk(record, match, places):
        if isinstance(item, Entry):
            steps.append(_step(match, item, seat, views))
            del ended[len(match.results) :]
            if len(match.results) > len(ended):
                ended.append(match.deal)
    return {"steps": steps, "result": _result(match, ended)}


def _step(match: Match, entry: Entry, seat: int | None, views: bool) -> dict[str, Any]:
    """Return a step, and how the match stands after it."""
    deal = match.deal
    view = deal.observe(seat) if views or seat is not None else None
    action = entry.action
    if view is not None and seat is not None and not isinstance(action, Undo):
        action = view.history[-1][1]
    return {
        "seat": entry.seat,
        "action": _plain(action),
        "phase": deal.phase.value,
        "to_act": match.to_act,
        "choices": _plain(deal.choices() if view is None else view.choices),
        "view": _plain(view) if views else None,
    }


def _result(match: Match, ended: list[DealState]) -> dict[str, Any]:
    """Return the scores of all deals, line by line, and the standing."""
    lines, deals = [], []
    for number, deal in enumerate(ended, start=1):
        score = _plain(deal.score)
        lines += [{"deal": number, **line} for line in score.pop("lines")]
        del score["exact"]
        played = {"dealer": deal.dealer, "declarer": deal.declarer, "bid": deal.bid}
        deals.append({"deal": number, **played, **score})
    standing = match.standing
    return {
        "lines": lines,
        "totals": list(standing.totals),
        "finished": standing.finished,
        "winners": list(standing.winners),
        "deals": deals,
    }


def _told(error: RecordError) -> BinokelError:
    """Return the error of a record by the codes of requests; line and column stay."""
    details = {**error.details, "key": "record"}
    if "path" in details:
        details["path"] = f"record.{details['path']}"
    match details.get("what"):
        case "illegal":
            reason, seat = Reason(details.pop("reason")), details.pop("seat", None)
            return IllegalAction(reason, error.message, action=None, seat=seat, **details)
        case "redacted":
            return BadRequest(error.message, **details)
        case "bad_rules":
            unknown = isinstance(error.__context__, UnknownRuleSet)
            return (UnknownRuleSet if unknown else RuleSetError)(error.message, **details)
    if "reason" in details:
        return Inconsistent(error.message, **details)
    return NotationError(error.message, **details)


def _plain(value: object) -> Any:
    """Return the JSON form of a value, lists and objects only."""
    return msgspec.json.decode(msgspec.json.encode(value))
