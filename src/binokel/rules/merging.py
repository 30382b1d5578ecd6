"""Merging the layers of a rule set, and what follows from a value by its meaning."""

from typing import Any

from binokel.rules.keys import section_keys
from binokel.rules.problems import Problem
from binokel.rules.ruleset import SECTIONS

Sections = dict[str, dict[str, Any]]


def merge(data: Sections, layer: Sections) -> None:
    """Lay a layer over the data below it, key by key; `fours` too is merged key by key.

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
    minimum silently, nobody bidding means that forehand plays at it.

    Source: rules.md [silent-forehand].
    """
    melds = data.get("melds", {})
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


def missing_keys(data: Sections) -> list[Problem]:
    """Return a problem for every key that has no default and is not there."""
    return [
        Problem(key.path, "missing: give it, or extend a set that has it", (), key.allowed)
        for section in SECTIONS
        for key in section_keys(section).values()
        if key.required and key.name not in data.get(section, {})
    ]
