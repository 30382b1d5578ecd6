"""Random rule sets, hands and deals for comparing `binokel` with the oracle.

`BINOKEL_CASES` multiplies the number of cases, `BINOKEL_SEED` chooses other ones:
`BINOKEL_CASES=100 BINOKEL_SEED=7 python -m pytest tests/differential`.
"""

import os
from collections.abc import Iterator
from random import Random
from typing import Any

from binokel.cards.card import Card, Suit
from binokel.cards.hand import pack
from binokel.errors import RuleSetError
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.loader import load_ruleset
from binokel.rules.melds import Meld, MeldKind
from binokel.rules.ruleset import RuleSet
from tests.oracle import melds as oracle
from tests.oracle.cards import RANKS, SUITS, Cards, deck

FACTOR = float(os.environ.get("BINOKEL_CASES", "1"))
SEED = os.environ.get("BINOKEL_SEED", "20260101")

Overrides = dict[str, dict[str, Any]]


def cases(name: str, number: int) -> Iterator[tuple[str, Random]]:
    """Yield a label and a generator for each case; the label repeats it."""
    for index in range(int(number * FACTOR)):
        label = f"{SEED}/{name}/{index}"
        yield label, Random(label)


# --- cards --------------------------------------------------------------------------------------


def card(text: str) -> Card:
    return Card(text)


def packed(cards: Cards) -> int:
    return pack(map(Card, cards))


def suit(letter: str | None) -> Suit | None:
    return None if letter is None else Suit(letter)


def squeezed_hand(rng: Random, rules: RuleSet, size: int | None = None) -> Cards:
    """Return a hand drawn from few suits, few ranks or the Rundgang, so that it melds much."""
    pool = deck(rules)
    likes = rng.choice(("any", "suits", "ranks", "turn", "binokel"))
    if likes == "suits":
        wanted = set(rng.sample(SUITS, rng.choice((1, 2))))
        pool.sort(key=lambda c: (c[0] not in wanted, rng.random()))
    elif likes == "ranks":
        wanted = set(rng.sample(RANKS, rng.choice((2, 3))))
        pool.sort(key=lambda c: (c[1] not in wanted, rng.random()))
    elif likes == "turn":
        chosen = rng.choice(SUITS)
        pool.sort(key=lambda c: (c[1] not in "KO", c[0] != chosen, rng.random() * rng.random()))
    elif likes == "binokel":
        pool.sort(key=lambda c: (c not in ("SO", "BU"), rng.random()))
    else:
        rng.shuffle(pool)
    size = size or rng.choice((rules.deal.hand, rules.deal.hand + rules.deal.dabb))
    head = size + (0 if likes == "any" else rng.randint(0, 6))
    return rng.sample(pool[:head], min(size, head))


# --- melds --------------------------------------------------------------------------------------


def plain_meld(meld: Meld) -> oracle.Meld:
    """Return a meld in the words of the oracle."""
    shapes = [str(card) for card in meld.cards]
    if meld.kind in (MeldKind.EIGHT, MeldKind.DOUBLE_FAMILY):
        shapes = shapes[::2] + shapes[1::2]
    return oracle.Meld(meld.kind.value, tuple(shapes), meld.points)


def rich_meld(meld: oracle.Meld) -> Meld:
    """Return a meld of the oracle as `binokel` has it."""
    cards = list(map(Card, meld.cards))
    return Meld(MeldKind(meld.kind), tuple(sorted(cards)), meld.points)


# --- rule sets ----------------------------------------------------------------------------------


def shipped(rng: Random) -> RuleSet:
    return find_ruleset(rng.choice(names()))


def varied(rng: Random, *sections: str) -> RuleSet:
    """Return a shipped rule set with some of these sections changed at random."""
    return varied_source(rng, *sections)[1]


def varied_source(rng: Random, *sections: str) -> tuple[dict[str, Any], RuleSet]:
    """Return such a set as `rules` of a request has it, and resolved."""
    while True:
        name = rng.choice(names())
        rules = find_ruleset(name)
        changes: Overrides = {}
        for section in sections:
            if rng.random() < 0.8:
                options = OPTIONS[section](rng, rules)
                keep = rng.choice((0.2, 0.5, 1.0))
                changes[section] = {k: v for k, v in options.items() if rng.random() < keep}
        for section, keys in changes.items():
            changes[section] = {k: "off" if v is None else v for k, v in keys.items()}
        source = {"extends": name, **changes}
        try:
            return source, load_ruleset(source)
        except RuleSetError:
            continue


def _melds(rng: Random, rules: RuleSet) -> dict[str, Any]:
    ranks = [rank for rank in RANKS if rules.deck.sevens or rank != "7"]
    pair, pair_trump = rng.choice(((20, 40), (20, 40), (0, 0), (30, 10), (None, None)))
    family, family_trump = rng.choice(((100, 150), (100, 150), (40, 60), (None, None)))
    rundgang = rng.choice(("sum", "fixed", "additive", "always", "literal-200"))
    if rules.deal.stock:  # with a stock no Rundgang is a meld of its own
        rundgang = "sum"
    if rundgang == "literal-200" and not pair:  # 200 is the sum of the common values
        pair, pair_trump = 20, 40
    double = rng.choice(((1500, 1500), (1000, 1500), (None, None), (None, None), (190, 250)))
    return {
        "pair": pair,
        "pair_trump": pair_trump,
        "family": family,
        "family_trump": family_trump,
        "double_family": double[0],
        "double_family_trump": double[1],
        "fours": {rank: rng.choice((100, 80, 60, 40, 0)) for rank in ranks},
        "eight": rng.choice((1000, 1000, 150, None)),
        "eight_ranks": sorted(rng.sample(ranks, rng.randint(0, len(ranks))), key=RANKS.index),
        "binokel": rng.choice((40, 40, None)),
        "double_binokel": rng.choice((300, 300, None, 70)),
        "dix": rng.choice((10, 10, 0, None)) if rules.deck.sevens else None,
        "pair_in_family": rng.random() < 0.3,
        "rundgang": rundgang,
        "rundgang_points": rng.choice((240, 250, 200, 400)),
        "rundgang_family_pair": rng.choice(("none", "trump", "trump-single", "any")),
    }


def _play(rng: Random, _rules: RuleSet) -> dict[str, Any]:
    flags = ("must_beat", "must_trump", "must_over_trump", "beat_after_ruff", "partner_exempt")
    return {
        **{flag: rng.random() < 0.5 for flag in flags},
        "stock_duties": rng.random() < 0.5,
        "lead": rng.choice(("forehand", "declarer")),
        "last_trick": rng.choice((10, 0, 20, 7)),
        "first_trick": rng.choice((0, 0, 10)),
        "stock_meld_windows": rng.choice(("opening-and-winner", "winner", "one-a-window", "both")),
    }


def _bidding(rng: Random, rules: RuleSet) -> dict[str, Any]:
    if rules.bidding.form == "none":
        return {}
    return {
        "form": rng.choice(("duel", "duel-in-order", "in-turn", "kreuz")),
        "minimum": rng.choice((10, 150, 200)),
        "step": rng.choice((10, 10, 5)),
        "jumps": rng.random() < 0.7,
        "maximum": rng.choice((5000, 200, 230)),
        "opener": rng.choice(("free", "must-bid", "holds")),
        "nobody": rng.choice(("redeal", "next-dealer", "forehand", "dealer")),
        "forced_value": rng.choice((150, 10, 250)),
        "in_turn_end": rng.choice(("one-left", "two-passes")),
    }


def _deal(rng: Random, _rules: RuleSet) -> dict[str, Any]:
    return {
        "cut": rng.choice(("none", "optional", "mandatory")),
        "cut_rest": rng.choice((1, 4)),
        "knock": rng.random() < 0.5,
    }


def _dabb(rng: Random, rules: RuleSet) -> dict[str, Any]:
    if rules.deal.stock:
        return {}
    return {
        "shown": rng.random() < 0.5,
        "trump_named": rng.choice(("before", "after")),
        "announce_trumps": rng.random() < 0.5,
        "bury_dix": rng.random() < 0.5,
        "call": rng.choice(("off", "on", "durch")) if rules.deal.dabb else "off",
        "call_bid": rng.choice((400, 500)),
        "concede": rng.choice(("off", "after-dabb", "until-meld")),
        "concede_cost": rng.choice((1, 2)),
        "concede_others": rng.choice(("per-seat", "flat", "half-up", "half-down", "none")),
        "concede_amount": rng.choice((10, 40)),
        "concede_scope": rng.choice(("side", "seat")),
    }


def _contracts(rng: Random, rules: RuleSet) -> dict[str, Any]:
    if rules.deal.stock:
        return {}
    return {
        "durch": rng.choice((1000, 500, None)),
        "durch_open": rng.choice((1500, None)),
        "durch_hand": rng.choice((2000, None)),
        "durch_trump": rng.choice(("none", "first-card", "named")),
        "bettel": rng.choice((1000, 500, None)),
        "bettel_lead": rng.choice(("declarer", "forehand")),
        "scope": rng.choice(("seat", "side")),
        "lost": rng.choice(("value", "double", "ordinary")),
        "lost_others": rng.choice(("zero", "tricks")),
    }


def _scoring(rng: Random, _rules: RuleSet) -> dict[str, Any]:
    return {
        "rounding": rng.choice(("exact", "ten", "ten")),
        "rounding_scope": rng.choice(("side", "seat")),
        "bid_test": rng.choice(("exact", "rounded")),
        "lost": rng.choice(("single", "double", "plus-100")),
        "lost_bonus": rng.choice((0, 30, "half-up", "half-down")),
        "lost_bonus_scope": rng.choice(("side", "seat")),
        "lost_others_tricks": rng.random() < 0.5,
        "lost_keeps_tricks": rng.random() < 0.5,
        "meld_trick": rng.choice(("none", "seat", "side")),
        "buried_count": rng.random() < 0.5,
        "buried_is_trick": rng.random() < 0.5,
        "unreachable_lost": rng.random() < 0.5,
    }


def _penalties(rng: Random, _rules: RuleSet) -> dict[str, Any]:
    return {
        "strict": rng.random() < 0.6,
        "bury_error": rng.choice(("refuse", "double", "double")),
        "bury_error_others": rng.choice(("none", "melds", "melds-and-compensation")),
        "revoke": rng.choice(("none", "penalty", "forfeit-tricks", "lost")),
        "revoke_points": rng.choice((240, 0, 500)),
        "revoke_credit": rng.choice((125, 0)),
    }


def _match(rng: Random, rules: RuleSet) -> dict[str, Any]:
    by_target = rng.random() < 0.6
    return {
        "ends": "target" if by_target else "deals",
        "target": rng.choice((100, 150, 300)) if by_target else None,
        "deals": None if by_target else rng.choice((1, 2, 3)),
        "rounds": 1,
        "tie": rng.choice(("shared", "declarer", "extra-deal")),
        "only_by_won_bid": by_target and rules.bidding.form != "none" and rng.random() < 0.4,
        "last_exact": rng.random() < 0.5,
    }


OPTIONS = {
    "bidding": _bidding,
    "contracts": _contracts,
    "dabb": _dabb,
    "deal": _deal,
    "match": _match,
    "melds": _melds,
    "penalties": _penalties,
    "play": _play,
    "scoring": _scoring,
}
