"""`match`: totals, whether the match is over, and who has won it."""

from typing import Any

from binokel.engine.evaluate.fields import MAX_NUMBER, Fields, Op, Outcome
from binokel.rules.match import DealResult, standing


def run(fields: Fields) -> Outcome:
    """Return the standing after some scored deals.

    Source: rules.md [target-several], [match-by-deals], [own-won-bid].
    """
    results = [_read(fields, index, value) for index, value in enumerate(fields.items("results"))]
    found = standing(fields.rules, results)
    return {
        "totals": list(found.totals),
        "finished": found.finished,
        "winners": list(found.winners),
    }


OP = Op(("results",), run)


def _read(fields: Fields, index: int, value: Any) -> DealResult:
    """Return the result of a deal; `exact`, the scores before rounding, may be added.

    Source: rules.md [exact-last-deal].
    """
    wanted = 'an object, as {"scores": [...], "declarer": 0, "bid": 150, "made": true}'
    known = ("scores", "declarer", "bid", "made", "exact")
    result = fields.inner(f"results[{index}]", value, known, wanted)
    return DealResult(
        scores=_per_side(result, "scores"),
        declarer=result.seat("declarer") if result.stated("declarer") else None,
        bid=result.number("bid") if result.stated("bid") else 0,
        made=result.flag("made") if result.stated("made") else None,
        exact=_per_side(result, "exact") if result.stated("exact") else None,
    )


def _per_side(fields: Fields, name: str) -> tuple[int, ...]:
    values = fields.value(name)
    n = fields.rules.n_sides
    if type(values) is not list or len(values) != n:
        raise fields.fault(name, f"a list of {n} whole numbers, one for each side")
    for side, points in enumerate(values):
        if type(points) is not int or abs(points) > MAX_NUMBER:
            wanted = f"the points of side {side}, a whole number up to {MAX_NUMBER}"
            raise fields.fault_at(f"{name}[{side}]", points, wanted)
    return tuple(values)
