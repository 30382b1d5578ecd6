"""From a request to its operation: the table of operations, and the rule sets in use."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from binokel.engine.evaluate import (
    auction,
    dealing,
    matching,
    melds,
    play,
    score,
)
from binokel.engine.evaluate.fields import Fields, Op, Outcome, check_keys, shown
from binokel.errors import BadRequest, UnknownOp
from binokel.rules.catalog import find_ruleset
from binokel.rules.loader import from_mapping
from binokel.rules.ruleset import RuleSet

_BY_RULES: Mapping[str, Op] = {
    "melds": melds.OP,
    "legal": play.LEGAL,
    "winner": play.WINNER,
    "auction": auction.OP,
    "deal": dealing.OP,
    "score": score.OP,
    "match": matching.OP,
}
"""The operations under the rule set of the request."""

OPS: tuple[str, ...] = (*_BY_RULES, "replay")
"""The names of all operations. A record names its own rules."""

_HEAD = ("id", "op", "rules")
_KEYS: Mapping[str, tuple[str, ...]] = {
    **{name: (*_HEAD, *op.keys) for name, op in _BY_RULES.items()},
    "replay": (*_HEAD, "record", "seat", "views"),
}


def evaluate(request: Mapping[str, Any]) -> Outcome:
    """Return the reply to a request, without its id.

    >>> evaluate({"op": "melds", "rules": "stammtisch", "trump": "H", "hand": "HK HO"})["points"]
    40

    Raises:
        BinokelError: the request is refused, see protocols.md section 2 for the codes.
    """
    if "op" not in request:
        raise BadRequest(f"op is missing: {', '.join(OPS)}", key="op", path="op")
    name = request["op"]
    if type(name) is not str:
        raise BadRequest(f"op is {shown(name)}, wanted is a text", key="op", path="op")
    if name not in OPS:
        raise UnknownOp(f"no op {shown(name)}; there are {', '.join(OPS)}", op=name)
    check_keys(request, _KEYS[name])
    if name == "replay":
        from binokel.engine.evaluate import replaying  # noqa: PLC0415 (only this needs records)

        return replaying.run(request, rules_of(request) if "rules" in request else None)
    return _BY_RULES[name].run(Fields(request, rules_of(request)))


def rules_of(request: Mapping[str, Any]) -> RuleSet:
    """Return the rule set of a request, given by name or as in a rule-set file.

    Files are not read: neither is a text a path, nor may `extends` name one.

    Raises:
        BadRequest: `rules` is missing, or neither a text nor an object.
        UnknownRuleSet: no shipped set has that name.
        RuleSetError: the rules are incomplete or contradictory.
    """
    source = request.get("rules")
    if type(source) is str:
        return _named(source)
    if type(source) is dict:
        return _extended(json.dumps(source, sort_keys=True))
    what = f"rules are {shown(source)}" if "rules" in request else "rules are missing"
    wanted = 'the name of a rule set, or {"extends": name, ...}'
    raise BadRequest(f"{what}: {wanted}", key="rules", path="rules")


@lru_cache(maxsize=256)
def _named(name: str) -> RuleSet:
    return find_ruleset(name)


@lru_cache(maxsize=256)
def _extended(text: str) -> RuleSet:
    return from_mapping(json.loads(text))
