"""From a request to its operation: the table of operations, and the rule sets in use."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from binokel.engine.evaluate import auction, dealing, matching, melds, play, score
from binokel.engine.evaluate.fields import Fields, Op, Outcome, check_keys, shown
from binokel.errors import BadRequest, UnknownOp
from binokel.rules.catalog import find_ruleset
from binokel.rules.loader import from_mapping
from binokel.rules.ruleset import RuleSet

OPS: Mapping[str, Op] = {
    "melds": melds.OP,
    "legal": play.LEGAL,
    "winner": play.WINNER,
    "auction": auction.OP,
    "deal": dealing.OP,
    "score": score.OP,
    "match": matching.OP,
}
"""Every operation by its name."""

_HEAD = ("id", "op", "rules")
_KEYS: Mapping[str, tuple[str, ...]] = {name: (*_HEAD, *op.keys) for name, op in OPS.items()}


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
    return OPS[name].run(Fields(request, rules_of(request)))


def rules_of(request: Mapping[str, Any]) -> RuleSet:
    """Return the rule set of a request: a shipped name, or an object as in a rule-set file.

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
