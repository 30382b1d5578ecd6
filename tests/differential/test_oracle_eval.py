"""`binokel eval` as another program sees it, against the oracle."""

import json
import subprocess
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from binokel.rules.ruleset import RuleSet
from tests.differential.oracle_cases import cases, squeezed_hand, varied_source
from tests.differential.oracle_random import play_deal
from tests.differential.test_oracle_play import any_trick
from tests.oracle import auction, dealing, matches, melds, play, scores
from tests.oracle.cards import SUITS, deck, ordered, side_count, worth
from tests.oracle.table import Deal, facts_of, has_melds, outcome

Case = tuple[dict[str, Any], dict[str, Any]]
"""A request, and what its reply must contain."""


def ask(requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the replies of one process to all requests."""
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run(
        [sys.executable, "-m", "binokel", "eval"],
        input=lines,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def meld_case(rng: Random) -> Case:
    source, rules = varied_source(rng, "melds")
    trump = rng.choice((*SUITS, *SUITS, None))
    hand = squeezed_hand(rng, rules)
    points, number, _ = melds.best(rules, trump, hand)
    request = {"op": "melds", "rules": source, "trump": trump, "hand": hand}
    return request, {"points": points, "n": number}


def legal_case(rng: Random) -> Case:
    source, rules = varied_source(rng, "play")
    trump = rng.choice(SUITS)
    hand = squeezed_hand(rng, rules, rng.randint(1, 8))
    trick = any_trick(rng, rules, hand)
    leader = rng.randrange(rules.table.seats)
    left = rng.choice((0, 2)) if rules.deal.stock else 0
    may = play.legal(rules, trump, hand, trick, leader, left)
    card = rng.choice(ordered(set(deck(rules))))
    request = {
        "op": "legal",
        "rules": source,
        "trump": trump,
        "hand": hand,
        "trick": trick,
        "leader": leader,
        "stock_left": left,
        "card": card,
    }
    reason = play.broken_duty(hand, trick, trump, card, may)
    return request, {"cards": may, "legal": reason is None, "reason": reason}


def winner_case(rng: Random) -> Case:
    source, rules = varied_source(rng, "play")
    trump = rng.choice((*SUITS, None))
    trick = any_trick(rng, rules, []) or ["EA"]
    request = {"op": "winner", "rules": source, "trump": trump, "trick": trick}
    return request, {"index": play.winner(trick, trump), "points": worth(rules, trick)}


def auction_case(rng: Random) -> Case:
    source, rules = varied_source(rng, "bidding")
    while rules.bidding.form == "none":
        source, rules = varied_source(rng, "bidding")
    dealer = rng.randrange(rules.table.seats)
    calls: list[tuple[int, auction.Call]] = []
    pass_rate, until = rng.choice((0.9, 0.5, 0.2)), rng.randint(0, 20)
    while True:
        now = auction.follow(rules, dealer, calls)
        if now.to_act is None or len(calls) >= until:
            break
        call = now.lowest if not now.may_pass or rng.random() > pass_rate else None
        calls.append((now.to_act, call))
    request: dict[str, Any] = {"op": "auction", "rules": source, "dealer": dealer}
    if rng.random() < 0.2:
        calls.append((dealer, rng.choice((None, 10, 155, 9000))))
    request["calls"] = [[seat, "pass" if call is None else call] for seat, call in calls]
    try:
        now = auction.follow(rules, dealer, calls)
    except auction.IllegalCallError as error:
        return request, {"error": "illegal_call", "index": error.args[0]}
    return request, {
        "state": now.state,
        "to_act": now.to_act,
        "minimum": now.lowest,
        "declarer": now.declarer,
        "value": now.value,
    }


def deal_case(rng: Random) -> Case:
    source, rules = varied_source(rng, "deal")
    cards = deck(rules)
    rng.shuffle(cards)
    lifted, knock = rng.choice((0, 0, 1, 3, len(cards) - 2, rng.randrange(len(cards)))), False
    if rules.deal.knock and rng.random() < 0.3:
        lifted, knock = 0, True
    dealer = rng.randrange(rules.table.seats)
    request = {"op": "deal", "rules": source, "dealer": dealer, "deck": cards}
    request |= {"cut": lifted, "knock": knock}
    may = dealing.may_cut(rules, lifted) if lifted else knock or rules.deal.cut != "mandatory"
    if not may:
        return request, {"error": "illegal_action"}
    dealt = dealing.deal(rules, dealer, cards, lifted, knock)
    return request, {
        "hands": [ordered(hand) for hand in dealt.hands],
        "dabb": sorted(dealt.dabb),
        "stock": dealt.stock,
        "packets": dealt.packets,
    }


def match_case(rng: Random) -> Case:
    source, rules = varied_source(rng, "match")
    results: list[matches.Result] = []
    for _ in range(rng.randint(0, 8)):
        if matches.winners(rules, results) is not None:
            break
        declarer = rng.randrange(rules.table.seats) if rules.bidding.form != "none" else None
        made = None if declarer is None else rng.random() < 0.5
        each = [rng.choice((-100, 0, 30, 50, 100)) for _ in range(side_count(rules))]
        results.append(matches.Result(each, declarer, made))
    told = [
        {"scores": r.scores, "declarer": r.declarer, "bid": 150, "made": r.made} for r in results
    ]
    found = matches.winners(rules, results)
    request = {"op": "match", "rules": source, "results": told}
    return request, {
        "totals": matches.totals(rules, results),
        "finished": found is not None,
        "winners": found or [],
    }


def score_case(rng: Random) -> Case:
    sections = ("bidding", "contracts", "dabb", "melds", "penalties", "play", "scoring")
    while True:
        source, rules = varied_source(rng, *sections)
        if rules.deal.stock:
            continue
        deal, hands = play_deal(rng, rules)
        if not deal.redealt:
            break
    return score_request(deal, source, hands), score_reply(rules, deal)


def score_request(deal: Deal, source: Any, hands: list[list[str]]) -> dict[str, Any]:
    facts = facts_of(deal)
    return {
        "op": "score",
        "rules": source,
        "dealer": deal.dealer,
        "declarer": deal.declarer,
        "bid": deal.bid,
        "contract": deal.contract,
        "open": deal.open,
        "from_hand": deal.from_hand,
        "trump": deal.trump if deal.contract == "trump" or has_melds(deal) else None,
        "hands": hands,
        "dabb": deal.dabb,
        "buried": deal.buried,
        "buried_dix": deal.buried_dix,
        "melds": facts.melds if has_melds(deal) else None,
        "tricks": [{"leader": leader, "cards": cards} for leader, cards in deal.tricks],
        "conceded": deal.conceded,
        "called": deal.called,
        "bury_error": deal.bury_error,
        "revoke": deal.proven and {"seat": deal.proven[0], "trick": deal.proven[1]},
    }


def score_reply(rules: RuleSet, deal: Deal) -> dict[str, Any]:
    found, facts = outcome(deal), facts_of(deal)
    reply: dict[str, Any] = {"scores": found.scores, "made": found.made, "by_lines": found.scores}
    piles = scores.count(rules, facts)
    if deal.proven is None or rules.penalties.revoke != "lost":  # which moves tricks
        reply["tricks_won"] = list(piles.tricks)
    if deal.proven is None:
        counted = bool(deal.tricks) and has_melds(deal)
        scores.bury(rules, facts, piles)
        reply["card_points"] = piles.points if counted else None
        reply["bonus"] = piles.bonus if counted else None
        if found.declarer_total is not None or not counted:
            reply["declarer_total"] = found.declarer_total
    return reply


def read(reply: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """Return what a reply says of the expected things."""
    if "error" in reply:
        error = reply["error"]
        return {"error": error["code"], **{k: error["details"].get(k) for k in ("index",)}}
    seen = {key: reply.get(key) for key in expected}
    if "n" in expected:
        assert sum(meld["points"] for meld in reply["melds"]) == reply["points"]
        seen["n"] = len(reply["melds"])
    if "by_lines" in expected:
        sides = range(len(reply["scores"]))
        seen["by_lines"] = [
            sum(line["points"] for line in reply["lines"] if line["side"] == side) for side in sides
        ]
    if "dabb" in expected and "packets" in expected:
        seen["dabb"] = sorted(reply["dabb"])
    return seen


@pytest.mark.parametrize(
    ("make", "number"),
    [
        (meld_case, 300),
        (legal_case, 500),
        (winner_case, 300),
        (auction_case, 400),
        (deal_case, 200),
        (match_case, 400),
        (score_case, 300),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_eval_answers_as_the_oracle_does(make: Callable[[Random], Case], number: int) -> None:
    labels, made = [], list[Case]()
    for label, rng in cases(make.__name__, number):
        labels.append(label)
        made.append(make(rng))
    replies = ask(
        [{"id": label, **request} for label, (request, _) in zip(labels, made, strict=True)]
    )
    assert [reply["id"] for reply in replies] == labels
    for reply, (request, expected) in zip(replies, made, strict=True):
        wanted = {"index": None, **expected} if "error" in expected else expected
        assert read(reply, expected) == wanted, (json.dumps(request), reply)
