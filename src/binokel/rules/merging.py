"""Merging the layers of a rule set, and what follows from a value by its meaning."""

from typing import Any

from binokel.rules.keys import Key, section_keys
from binokel.rules.problems import Problem, problem
from binokel.rules.ruleset import SECTIONS

Sections = dict[str, dict[str, Any]]

RUNDGANG_USUAL = {"fixed": 240, "additive": 240, "always": 250}
"""What a Rundgang counts in the modes that need a value, where none is given."""


def merge(data: Sections, layer: Sections) -> None:
    """Lay a layer over the data below it, key by key, also within `fours`.

    The sources of a section add up. A layer that says how the match ends drops the target,
    or the deals and rounds, that it inherits.
    """
    for section, values in layer.items():
        below = data.setdefault(section, {})
        if section == "match":
            _drop_other_end(below, values)
        for name, value in values.items():
            if name == "source":
                below[name] = list(dict.fromkeys([*below.get(name, ()), *value]))
            elif name == "fours":
                below[name] = {**below.get(name, {}), **value}
            else:
                below[name] = value


def _drop_other_end(below: dict[str, Any], values: dict[str, Any]) -> None:
    if values.get("ends") == "target":
        below.pop("deals", None)
        below.pop("rounds", None)
    elif values.get("ends") == "deals":
        below.pop("target", None)


def finish(data: Sections) -> None:
    """Bring merged data to one form: equal rules are written in one way only.

    A four, a Durch and a Bettel for 0 points are the same as none. Where forehand holds the
    minimum silently, nobody bidding means that forehand plays at it. A Rundgang that is a meld
    of its own counts what is usual in its mode unless the set gives its own value.

    Source: rules.md [silent-forehand], [rundgang-modes], [rundgang-250-variant].
    """
    melds = data.get("melds", {})
    usual = RUNDGANG_USUAL.get(melds.get("rundgang", ""))
    if usual is not None and melds.get("rundgang_points") is None:
        melds["rundgang_points"] = usual
    if "fours" in melds:
        melds["fours"] = {rank: points for rank, points in melds["fours"].items() if points}
    contracts = data.get("contracts", {})
    for name in ("durch", "durch_open", "durch_hand", "bettel"):
        if contracts.get(name) == 0:
            contracts[name] = None
    bidding = data.get("bidding", {})
    if bidding.get("opener") == "holds":
        bidding["nobody"] = "forehand"
        bidding["forced_value"] = bidding.get("minimum", section_keys("bidding")["minimum"].default)


def missing_keys(data: Sections) -> list[Key]:
    """Return every key that has no default and is not there."""
    return [
        key
        for section in SECTIONS
        for key in section_keys(section).values()
        if key.required and key.name not in data.get(section, {})
    ]


def missing(key: Key) -> Problem:
    """Return the problem of a key that must be given."""
    return problem(key.path, "missing", allowed=key.allowed)


def stand_in(key: Key) -> Any:
    """Return any legal value of a required key, so that a set can be made."""
    if key.choices:
        return key.choices[0]
    return key.bounds[0] if key.bounds else False if key.type is bool else []
