"""`auction`: where the bidding stands after some calls."""

from typing import Any

from binokel.engine.evaluate.fields import Fields, Op, Outcome, shown
from binokel.errors import BadRequest, IllegalCall, Reason
from binokel.locales import text
from binokel.rules.bidding import (
    Auction,
    bid,
    bid_fault,
    lowest_bid,
    may_pass,
    pass_bid,
    start_auction,
)
from binokel.rules.ruleset import RuleSet


def run(fields: Fields) -> Outcome:
    """Return the state of an auction.

    Source: rules.md [auction-procedure], [silent-forehand].

    Raises:
        BadRequest: a field is missing or ill-typed, or the rule set has no auction.
        IllegalCall: the auction refuses a call.
    """
    rules = fields.rules
    if rules.bidding.form == "none":
        message = f"rules: {rules.id} has no auction, the turned-up card fixes trump"
        raise BadRequest(message, key="rules", path="rules")
    auction = start_auction(rules, fields.seat("dealer"))
    calls = [_read(fields, index, call) for index, call in enumerate(fields.items("calls"))]
    for index, (seat, value) in enumerate(calls):
        auction = _called(rules, auction, index, seat, value)
    return {
        "state": auction.status,
        "to_act": auction.to_act,
        "minimum": lowest_bid(rules, auction),
        "declarer": auction.declarer,
        "value": auction.value or None,
    }


OP = Op(("dealer", "calls"), run)


def _read(fields: Fields, index: int, call: Any) -> tuple[int, int | None]:
    """Return the seat and the bid of a call, None for a pass."""
    path = f"calls[{index}]"
    if type(call) is not list:
        raise _bad_call(index, path, f"{shown(call)}, wanted is {_WANTED}")
    if len(call) != 2:
        raise _bad_call(index, path, f"a list of {len(call)}, wanted is {_WANTED}")
    seat, value = call
    last = fields.rules.n_seats - 1
    if type(seat) is not int or not 0 <= seat <= last:
        raise _bad_call(index, f"{path}[0]", f"{shown(seat)}, wanted is a seat from 0 to {last}")
    if value != "pass" and type(value) is not int:
        wanted = 'a bid as a whole number, or the word "pass"'
        raise _bad_call(index, f"{path}[1]", f"{shown(value)}, wanted is {wanted}")
    return seat, None if value == "pass" else value


_WANTED = '[seat, bid] or [seat, "pass"]'


def _bad_call(index: int, path: str, what: str) -> BadRequest:
    return BadRequest(f"{path} is {what}", key="calls", path=path, index=index)


def _called(rules: RuleSet, auction: Auction, index: int, seat: int, value: int | None) -> Auction:
    """Return the auction after a call.

    Raises:
        IllegalCall: it is out of turn, too low, off the step, too high, or after the end.
    """
    if auction.to_act is None:
        message = f"the auction is over ({auction.status}): nobody may call any more"
        raise _refused(index, seat, Reason.WRONG_PHASE, message)
    if seat != auction.to_act:
        reason = Reason.WRONG_SEAT
        message = text(f"reason.{reason}", "en", seat=seat, to_act=auction.to_act)
        raise _refused(index, seat, reason, message)
    if value is None:
        if not may_pass(rules, auction):
            reason = Reason.MUST_BID
            message = text(f"reason.{reason}", "en", minimum=lowest_bid(rules, auction))
            raise _refused(index, seat, reason, message)
        return pass_bid(rules, auction)
    fault = bid_fault(rules, auction, value)
    if fault is not None:
        reason, limit = fault
        message = text(f"reason.{reason}", "en", value=value, limit=limit)
        raise _refused(index, seat, reason, message)
    return bid(rules, auction, value)


def _refused(index: int, seat: int, reason: Reason, message: str) -> IllegalCall:
    return IllegalCall(f"call {index}: {message}", index=index, seat=seat, reason=reason.value)
