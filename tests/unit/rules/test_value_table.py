"""The value tables of the contract (rules.md, parts 1 and 2), cell by cell.

Typed from the contract's text, not from the data: a change of a shipped set must be made
in both places. A cell is a word of the table; `MEANING` says which keys a word stands for.
"""

from typing import Any

import pytest

from binokel.rules.catalog import find_ruleset, names
from binokel.rules.ruleset import RuleSet
from binokel.rules.words import differences

COLUMNS = (
    "stammtisch",
    "wuerttemberg",
    "wuerttemberg-48",
    "kreuzbinokel",
    "preisbinokel",
    "souabe-3",
    "souabe-4",
)
NA = "–"
"""A dash of the table: the rule lies idle in this set, whatever the keys say."""

ROWS: dict[str, tuple[Any, ...]] = {
    "table.seats": (3, 3, 3, 4, 3, 3, 4),
    "table.sides": (*("single", "single", "single", "opposite", "single", "single", "opposite"),),
    "cards": (40, 40, 48, 40, 48, 48, 48),
    "deal.hand": (12, 12, 15, 9, 16, 15, 10),
    "deal.dabb": (4, 4, 3, 4, 0, 3, 8),
    "pattern": (
        "P4 D2 P4 D2 P4",
        "P4 D2 P4 D2 P4",
        "P5 D1 P5 D2 P5",
        "P3 D2 P3 D2 P3",
        "P4 P4 P4 P4",
        "P4 D3 P4 P3 P4",
        "P4 D4 P3 D4 P3",
    ),
    "deal.cut": (*["optional"] * 4, "mandatory", "optional", "optional"),
    "deal.knock": (True, True, True, True, False, False, False),
    "bidding.form": ("duel", "duel", "duel", "kreuz", "duel", "in-turn", "in-turn"),
    "bidding.minimum": (150, 10, 10, 10, 10, 150, 150),
    "bidding.step": (10,) * 7,
    "bidding.nobody": ("forehand", *["redeal"] * 4, "dealer", "dealer"),
    "bidding.forced_value": (150, None, None, None, None, 150, 150),
    "dabb.shown": (True, True, True, True, NA, True, True),
    "dabb.concede": (*["until-meld"] * 4, "off", "until-meld", "until-meld"),
    "dabb.concede_cost": (1, 1, 1, 1, NA, 1, 1),
    "dabb.concede_others": (*["per-seat"] * 4, NA, "per-seat", "per-seat"),
    "dabb.concede_amount": (10, 10, 10, 10, NA, 10, 10),
    "dabb.concede_scope": (*["side"] * 4, NA, "side", "side"),
    "dabb.call": ("off",) * 7,
    "dabb.announce_trumps": (False, False, False, False, NA, False, False),
    "dabb.bury_dix": (NA, NA, True, NA, NA, True, True),
    "melds.pair": (20,) * 7,
    "melds.pair_trump": (40,) * 7,
    "melds.family": (100,) * 7,
    "melds.family_trump": (150,) * 7,
    "melds.pair_in_family": (False, False, False, False, False, True, True),
    "melds.double_family": (1500, 1500, 1500, 1500, 1000, None, None),
    "melds.double_family_trump": (1500, 1500, 1500, 1500, 1500, None, None),
    "fours": ({"A": 100, "K": 80, "O": 60, "U": 40},) * 7,
    "melds.eight": (1000, 1000, 1000, 1000, 1000, None, None),
    "eights": ("AKOU", "AKOU", "AKOU", "AKOU", "AKOU7", "", ""),
    "melds.binokel": (40,) * 7,
    "melds.double_binokel": (300,) * 7,
    "melds.rundgang": (*["sum"] * 4, "fixed", "sum", "sum"),
    "melds.rundgang_points": (NA, NA, NA, NA, 240, NA, NA),
    "melds.rundgang_family_pair": (NA, NA, NA, NA, "trump", NA, NA),
    "melds.dix": (None, None, 10, None, 10, 10, 10),
    "scoring.meld_trick": ("side",) * 7,
    "play.lead": (*["forehand"] * 5, "declarer", "declarer"),
    "play.must_beat": (True,) * 7,
    "play.must_trump": (True,) * 7,
    "play.must_over_trump": (True,) * 7,
    "play.beat_after_ruff": (False,) * 7,
    "play.partner_exempt": (False,) * 7,
    "play.last_trick": (10, 10, 10, 10, 0, 10, 10),
    "play.first_trick": (0,) * 7,
    "scoring.buried_count": (True, True, True, True, NA, True, True),
    "scoring.buried_is_trick": (False, False, False, False, NA, False, False),
    "scoring.rounding": (*["ten"] * 4, "exact", "ten", "ten"),
    "scoring.rounding_scope": (*["side"] * 4, NA, "side", "side"),
    "scoring.bid_test": ("exact",) * 7,
    "scoring.lost": (*["double"] * 4, "single", "double", "double"),
    "scoring.lost_others_tricks": (True,) * 7,
    "scoring.lost_keeps_tricks": (False,) * 7,
    "scoring.lost_bonus": (0, 0, 0, 0, 0, 30, 30),
    "scoring.lost_bonus_scope": (NA, NA, NA, NA, NA, "side", "side"),
    "contracts.durch": (1000, 1000, 1000, 1000, None, None, None),
    "contracts.durch_open": (1500, 1500, 1500, 1500, None, None, None),
    "contracts.durch_hand": (2000, 2000, 2000, 2000, None, None, None),
    "contracts.durch_trump": (*["none"] * 4, NA, NA, NA),
    "contracts.bettel": (None, 1000, 1000, 1000, None, None, None),
    "contracts.bettel_lead": (NA, "declarer", "declarer", "declarer", NA, NA, NA),
    "contracts.lost": (*["value"] * 4, NA, NA, NA),
    "contracts.lost_others": (*["zero"] * 4, NA, NA, NA),
    "contracts.scope": (*["seat"] * 4, NA, NA, NA),
    "penalties.bury_error": (*["double"] * 4, NA, "double", "double"),
    "penalties.bury_error_others": (*["melds"] * 4, NA, "melds", "melds"),
    "penalties.strict": (False,) * 7,
    "penalties.revoke": ("penalty",) * 7,
    "penalties.revoke_points": (240,) * 7,
    "penalties.revoke_credit": (125,) * 7,
    "match.ends": (*["target"] * 4, "deals", "target", "target"),
    "match.target": (1000, 1500, 1500, 1500, None, 1000, 500),
    "match.deals": (None, None, None, None, 27, None, None),
    "match.rounds": (1, 1, 1, 1, 3, 1, 1),
    "match.tie": ("shared",) * 7,
    # what the table leaves to part 3: 18, 20, 31, 32, 50, 53, 208, 209, 206
    "deal.cut_rest": (1,) * 7,
    "deal.first_dealer": (*["drawn"] * 4, "seat-0", "drawn", "drawn"),
    "bidding.jumps": (True,) * 7,
    "bidding.opener": ("free",) * 7,
    "bidding.maximum": (5000,) * 7,
    "bidding.in_turn_end": (NA, NA, NA, NA, NA, "one-left", "one-left"),
    "dabb.trump_named": (*["after"] * 4, NA, "after", "after"),
    "match.only_by_won_bid": (False,) * 7,
    "match.last_exact": (False,) * 7,
    "scoring.unreachable_lost": (False,) * 7,
    "table.direction": ("anticlockwise",) * 7,
    "deck.points": ("classic",) * 7,
    "deal.stock": (0,) * 7,
}


def cell(rules: RuleSet, row: str) -> Any:
    """The value of a row of the table in a rule set."""
    match row:
        case "cards":
            return len(rules.cards)
        case "pattern":
            return " ".join(rules.deal.pattern)
        case "fours":
            return dict(rules.melds.fours)
        case "eights":
            return "".join(rules.melds.eight_ranks)
    section, key = row.split(".")
    return getattr(getattr(rules, section), key)


@pytest.mark.parametrize("column", range(7), ids=COLUMNS)
def test_every_cell_of_part_1(column: int) -> None:
    rules = find_ruleset(COLUMNS[column])
    wanted = {row: cells[column] for row, cells in ROWS.items() if cells[column] != NA}
    assert {row: cell(rules, row) for row in wanted} == wanted


ABSENT = None
NO_DURCH = {f"contracts.{key}": ABSENT for key in ("durch", "durch_open", "durch_hand")}
SEVENS = {"deck.sevens": True, "melds.dix": 10}


def deal(hand: int, dabb: int, pattern: str) -> dict[str, Any]:
    return {"deal.hand": hand, "deal.dabb": dabb, "deal.pattern": pattern.split()}


def rounds(deals: int) -> dict[str, Any]:
    return {"match.ends": "deals", "match.target": ABSENT, "match.deals": deals, "match.rounds": 3}


TWO_SIDES = {"table.seats": 4, "table.sides": "opposite"}
NO_ABGEHEN = {"dabb.concede": "off"}
CLUB = {"deal.first_dealer": "seat-0"}

DABB: dict[str, Any] = {
    "bidding.opener": "must-bid",
    "dabb.trump_named": "before",
    "dabb.announce_trumps": True,
    "dabb.concede_others": "flat",
    "dabb.concede_amount": 40,
    "melds.double_family": ABSENT,
    "melds.double_family_trump": ABSENT,
    "melds.eight": ABSENT,
    "melds.eight_ranks": [],
    "play.beat_after_ruff": True,
    "play.partner_exempt": True,
    "match.tie": "declarer",
    **NO_DURCH,
}
DRECKSAU: dict[str, Any] = {
    "bidding.opener": "holds",
    "dabb.concede_cost": 2,
    "dabb.concede_others": "none",
    "melds.rundgang": "additive",
    "melds.rundgang_points": 240,
    "contracts.durch_open": ABSENT,
    "contracts.durch_hand": ABSENT,
    "contracts.durch_trump": "named",
    "contracts.lost_others": "tricks",
    "scoring.bid_test": "rounded",
    "match.only_by_won_bid": True,
}
PALAST: dict[str, Any] = {
    "melds.eight_ranks": ["A", "Z", "K", "O", "U"],
    "contracts.durch_open": ABSENT,
    "contracts.durch_hand": ABSENT,
    "match.ends": "deals",
    "match.target": ABSENT,
    "match.deals": 12,
}
ALL_RANKS = {"melds.eight_ranks": ["A", "Z", "K", "O", "U", "7"]}
IN_ORDER = {"bidding.form": "duel-in-order"}
ALTERNATE = {"table.seats": 6, "table.sides": "alternate"}

DIFFERENCES: dict[tuple[str, str], dict[str, Any]] = {
    # "Further shipped sets (all else as the set named first)"
    ("kreuzbinokel-48", "kreuzbinokel"): {
        **SEVENS,
        "deal.hand": 11,
        "deal.pattern": ["P4", "D2", "P3", "D2", "P4"],
        "dabb.bury_dix": True,
    },
    ("souabe-4-12", "souabe-4"): {
        **deal(12, 0, "P4 P4 P4"),
        **NO_ABGEHEN,
        "dabb.bury_dix": False,
    },
    ("sechser", "kreuzbinokel"): {
        **SEVENS,
        **ALTERNATE,
        **deal(8, 0, "P4 P4"),
        **IN_ORDER,
        **NO_ABGEHEN,
    },
    ("zu-zweit", "wuerttemberg-48"): {
        **deal(12, 0, "P4 P4 P4"),
        **NO_ABGEHEN,
        **NO_DURCH,
        "table.seats": 2,
        "deal.stock": 24,
        "bidding.form": "none",
        "dabb.bury_dix": False,
        "contracts.bettel": ABSENT,
    },
    ("zu-zweit-reizen", "stammtisch"): {
        "table.seats": 2,
        "deal.hand": 18,
        "deal.pattern": ["P6", "D2", "P6", "D2", "P6"],
    },
    # part 2: what differs from stammtisch
    ("heroldstatt", "stammtisch"): {
        **CLUB,
        **NO_DURCH,
        **rounds(45),
        "dabb.concede_others": "half-up",
        "melds.double_family": 1000,
        "melds.double_family_trump": 1000,
        "melds.eight_ranks": ["A", "Z", "K", "O", "U"],
        "scoring.lost_bonus": "half-up",
        "scoring.unreachable_lost": True,
    },
    ("ennahofen", "stammtisch"): {
        **CLUB,
        **rounds(36),
        "dabb.concede_others": "half-up",
        "contracts.durch_hand": ABSENT,
        "penalties.revoke": "lost",
        "match.last_exact": True,
    },
    ("ohmden", "stammtisch"): {
        **CLUB,
        **SEVENS,
        **deal(16, 0, "P4 P4 P4 P4"),
        **NO_ABGEHEN,
        **rounds(27),
        "deal.cut_rest": 4,
        "penalties.revoke": "forfeit-tricks",
    },
    ("dabb-online", "stammtisch"): DABB,
    ("dabb-online-2", "dabb-online"): {
        "table.seats": 2,
        "deal.hand": 18,
        "deal.pattern": ["P6", "D2", "P6", "D2", "P6"],
    },
    ("dabb-online-4", "dabb-online"): {
        **TWO_SIDES,
        **IN_ORDER,
        "deal.hand": 9,
        "deal.pattern": ["P3", "D2", "P3", "D2", "P3"],
    },
    ("drecksau-online", "stammtisch"): DRECKSAU,
    ("drecksau-online-3-48", "drecksau-online"): {**SEVENS, **deal(15, 3, "P5 D1 P5 D2 P5")},
    ("drecksau-online-3-48-0", "drecksau-online"): {
        **SEVENS,
        **deal(16, 0, "P4 P4 P4 P4"),
        **NO_ABGEHEN,
    },
    ("drecksau-online-4-40", "drecksau-online"): {
        **TWO_SIDES,
        **IN_ORDER,
        "deal.hand": 9,
        "deal.pattern": ["P3", "D2", "P3", "D2", "P3"],
    },
    ("drecksau-online-4-48", "drecksau-online"): {
        **SEVENS,
        **TWO_SIDES,
        **IN_ORDER,
        "deal.hand": 11,
        "deal.pattern": ["P4", "D2", "P3", "D2", "P4"],
    },
    ("drecksau-online-5-40", "drecksau-online"): {
        **deal(7, 5, "P4 D5 P3"),
        "table.seats": 5,
    },
    ("drecksau-online-5-48", "drecksau-online"): {
        **SEVENS,
        **deal(9, 3, "P3 D1 P3 D2 P3"),
        "table.seats": 5,
    },
    ("drecksau-online-6-40", "drecksau-online"): {
        **ALTERNATE,
        **IN_ORDER,
        "deal.hand": 6,
        "deal.pattern": ["P3", "D4", "P3"],
    },
    ("drecksau-online-6-48", "drecksau-online"): {
        **SEVENS,
        **ALTERNATE,
        **IN_ORDER,
        **deal(7, 6, "P4 D6 P3"),
    },
    ("palast", "stammtisch"): PALAST,
    ("palast-3-48", "palast"): {**SEVENS, **ALL_RANKS, **deal(15, 3, "P5 D1 P5 D2 P5")},
    ("palast-4-40", "palast"): {
        **TWO_SIDES,
        "deal.hand": 9,
        "deal.pattern": ["P3", "D2", "P3", "D2", "P3"],
        "bidding.form": "kreuz",
    },
    ("palast-4-48", "palast"): {
        **SEVENS,
        **ALL_RANKS,
        **TWO_SIDES,
        "deal.hand": 11,
        "deal.pattern": ["P4", "D2", "P3", "D2", "P4"],
        "bidding.form": "kreuz",
    },
}


@pytest.mark.parametrize(("name", "base"), DIFFERENCES, ids=lambda name: name)
def test_further_sets_differ_from_their_base_in_nothing_else(name: str, base: str) -> None:
    found = differences(find_ruleset(base), find_ruleset(name))
    wanted = DIFFERENCES[name, base]
    assert {
        key.path: list(value) if isinstance(value, tuple) else value for key, _, value in found
    } == wanted


def test_every_shipped_set_is_in_one_of_the_tables() -> None:
    assert {*COLUMNS, *(name for name, _ in DIFFERENCES)} == set(names())
