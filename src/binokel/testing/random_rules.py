"""Random valid rule sets: every key of the schema, every value, every split of the cards.

A set is drawn key by key from the schema, so a new key is covered the day it comes; only
what the checks of `binokel.rules.checks` forbid is put right. It goes through the loader as a
file would, so a set that comes out here is one that a user could have written.

>>> rules = random_ruleset(Random(7))
>>> rules == random_ruleset(Random(7))
True
"""

from collections.abc import Callable
from random import Random
from typing import Any

from binokel.rules.keys import Key, section_keys
from binokel.rules.loader import from_mapping
from binokel.rules.ruleset import RANK_LETTERS, SECTIONS, RuleSet

Sections = dict[str, dict[str, Any]]

DUELS = ("duel", "kreuz", "duel-in-order")
LARGEST = {"hand": 24, "dabb": 24, "stock": 44}
"""The largest sizes that the schema takes."""


def random_ruleset(rng: Random, name: str = "random") -> RuleSet:
    """Return a random valid rule set whose id is `name`."""
    return from_mapping({"id": name, "title": name, "version": 1, **random_mapping(rng)})


def random_mapping(rng: Random) -> Sections:
    """Return the sections of a random valid rule set, as JSON would hold them."""
    data: Sections = {
        section: {
            key.name: random_value(rng, key)
            for key in section_keys(section).values()
            if key.name not in ("source", "pattern")
        }
        for section in SECTIONS
    }
    for repair in _REPAIRS:
        repair(rng, data)
    return data


def random_value(rng: Random, key: Key) -> Any:
    """Return a random value of one key, None where it may be absent."""
    if key.nullable and rng.random() < 0.15:
        return None
    if key.type is bool:
        return rng.random() < 0.5
    if key.name == "fours":
        return {rank: random_points(rng) for rank in RANK_LETTERS if rng.random() < 0.7}
    if key.name == "eight_ranks":
        return [rank for rank in RANK_LETTERS if rng.random() < 0.6]
    if key.choices and (key.bounds is None or rng.random() < 0.5):
        return rng.choice(key.choices)
    assert key.bounds is not None, key.path
    low, high = key.bounds
    return max(low, min(high, random_points(rng)))


def random_points(rng: Random) -> int:
    """Return points as rule sheets have them, but also odd, nil and huge ones."""
    kind = rng.random()
    if kind < 0.6:
        return 10 * rng.randint(1, 30)
    if kind < 0.85:
        return rng.randint(1, 400)
    return rng.choice((0, 1, 5, 1000, 1500, 100_000))


def _table(rng: Random, data: Sections) -> None:
    """Draw seats and sides. Source: rules.md [seat-numbers]."""
    seats = rng.choice((2, 3, 3, 4, 4, 5, 6))
    sides = {4: ("single", "opposite", "alternate"), 6: ("single", "alternate")}
    data["table"]["seats"] = seats
    data["table"]["sides"] = rng.choice(sides.get(seats, ("single",)))


def _deal(rng: Random, data: Sections) -> None:
    """Draw how the deck is split, and a pattern. Source: rules.md [deal-patterns]."""
    seats, there = data["table"]["seats"], 48 if data["deck"]["sevens"] else 40
    rest_in = "stock" if seats == 2 and rng.random() < 0.6 else "dabb"
    smallest = 1 if rest_in == "stock" else 2
    hands = [
        hand
        for hand in range(smallest, LARGEST["hand"] + 1)
        if 0 <= there - seats * hand <= LARGEST[rest_in]
    ]
    # small Dabbs are what is played, but every size must come
    hand = max(hands) - min(int(rng.expovariate(0.5)), len(hands) - 1)
    if rng.random() < 0.3:
        hand = rng.choice(hands)
    deal = data["deal"]
    deal |= {"hand": hand, "dabb": 0, "stock": 0, rest_in: there - seats * hand}
    deal["pattern"] = random_pattern(rng, hand, deal["dabb"])
    deal["cut_rest"] = min(rng.choice((1, 1, 4, 9, 40)), there - 1)


def random_pattern(rng: Random, hand: int, dabb: int) -> list[str]:
    """Return packets that give every hand and the Dabb their cards, the Dabb inside.

    Source: rules.md [dabb-first-last].
    """
    packets = [f"P{n}" for n in _parts(rng, hand, at_least=2 if dabb else 1)]
    for n in _parts(rng, dabb) if dabb else ():
        packets.insert(rng.randint(1, len(packets) - 1), f"D{n}")
    return packets


def _parts(rng: Random, total: int, at_least: int = 1) -> list[int]:
    """Return a random way to split a number of cards into packets."""
    n = rng.randint(at_least, min(total, max(at_least, 5)))
    cuts = sorted(rng.sample(range(1, total), n - 1))
    return [b - a for a, b in zip([0, *cuts], [*cuts, total], strict=True)]


def _bidding(rng: Random, data: Sections) -> None:
    """Draw an auction that the table can hold. Source: rules.md [auction-procedure]."""
    table, bidding = data["table"], data["bidding"]
    forms = ["duel", "duel-in-order", "in-turn"]
    if table["seats"] == 4 and table["sides"] != "single":
        forms.append("kreuz")
    if data["deal"]["stock"]:
        forms += ["none", "none", "none"]
    bidding["form"] = rng.choice(forms)
    if bidding["form"] not in DUELS and bidding["opener"] == "holds":
        bidding["opener"] = rng.choice(("free", "must-bid"))
    step = bidding["step"] = rng.choice((1, 5, 7, 10, 10, 10, 10, 20, 50))
    bidding["minimum"] = step * rng.choice((1, 1, 2, 15, 15, 30))
    bidding["maximum"] = bidding["minimum"] + rng.choice((0, step, 10 * step, 300 * step))
    bidding["maximum"] += step * rng.choice((0, 0, 3))
    while bidding["maximum"] < 10:
        bidding["maximum"] += step
    bidding["forced_value"] = step * rng.choice((1, 2, 15, 40))
    if bidding["nobody"] in ("redeal", "next-dealer") and rng.random() < 0.5:
        bidding["forced_value"] = None


def _dabb(rng: Random, data: Sections) -> None:
    """Draw calling and going out where they can be. Source: rules.md [no-dabb]."""
    dabb, contracts = data["dabb"], data["contracts"]
    if data["deal"]["stock"]:
        dabb["call"] = dabb["concede"] = "off"
        contracts |= dict.fromkeys(("durch", "durch_open", "durch_hand", "bettel"))
    if not data["deal"]["dabb"]:
        dabb["call"] = "off"
    if dabb["call"] == "durch" and not (contracts["durch"] or contracts["durch_open"]):
        contracts[rng.choice(("durch", "durch_open"))] = 500
    if dabb["call"] == "on":
        dabb["call_bid"] = data["bidding"]["step"] * rng.choice((0, 1, 20, 40))


def _melds(_rng: Random, data: Sections) -> None:
    """Take out values for sevens where there are none, and a Rundgang with a stock.

    Source: rules.md [deck-default], [two-player-reuse].
    """
    melds = data["melds"]
    if data["deal"]["stock"]:
        melds["rundgang"] = "sum"
    if data["deck"]["sevens"]:
        return
    melds["dix"] = None
    melds["fours"].pop("7", None)
    melds["eight_ranks"] = [rank for rank in melds["eight_ranks"] if rank != "7"]


def _match(rng: Random, data: Sections) -> None:
    """Draw one end of the match. Source: rules.md [target], [match-by-deals]."""
    match = data["match"]
    match["rounds"] = 1
    if match["ends"] == "target":
        match |= {"deals": None, "target": rng.choice((1, 153, 500, 1000, 1500))}
        match["only_by_won_bid"] &= data["bidding"]["form"] != "none"
    else:
        match["rounds"] = rng.choice((1, 1, 3))
        match |= {"target": None, "deals": match["rounds"] * rng.randint(1, 9)}
        match["only_by_won_bid"] = False


_REPAIRS: tuple[Callable[[Random, Sections], None], ...] = (
    _table,
    _deal,
    _bidding,
    _dabb,
    _melds,
    _match,
)
