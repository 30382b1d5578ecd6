"""Scores of deals in every form against the oracle, from facts made at random."""

from random import Random

from msgspec.structs import replace

from binokel.cards.card import Card
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet
from binokel.rules.scoring import (
    DealFacts,
    DealScore,
    Revoke,
    TakenTrick,
    effective_bid,
    reachable,
    score_deal,
)
from tests.differential.oracle_cases import cases, suit, varied
from tests.oracle import scores as oracle
from tests.oracle.cards import SUITS, Cards, deck, worth
from tests.oracle.play import winner


def played_out(rng: Random, rules: RuleSet, piles: list[Cards], facts: oracle.Facts) -> None:
    """Play any cards to the end, or until a Durch or Bettel is lost."""
    seats = rules.table.seats
    leader = rng.randrange(seats)
    favourite = rng.choice((None, facts.declarer))
    for _ in range(len(piles[0])):
        cards = [piles[(leader + i) % seats].pop() for i in range(seats)]
        if favourite is not None and rng.random() < 0.9:  # let one seat win nearly always
            place = (favourite - leader) % seats
            best = winner(cards, oracle.trump_of(rules, facts))
            cards[place], cards[best] = cards[best], cards[place]
        facts.tricks.append((leader, cards))
        leader = oracle.taker(rules, facts.tricks[-1], oracle.trump_of(rules, facts))
        if is_lost(rules, facts):
            return


def is_lost(rules: RuleSet, facts: oracle.Facts) -> bool:
    named = facts.contract == "durch" and rules.contracts.durch_trump == "named"
    if facts.contract == "trump" or named:
        return False
    return not oracle.succeeded(rules, facts, oracle.count(rules, facts))


def any_facts(rng: Random, rules: RuleSet) -> oracle.Facts:
    """Return the facts of a deal of any form."""
    seats, size, n_dabb = rules.table.seats, rules.deal.hand, rules.deal.dabb
    cards = deck(rules)
    rng.shuffle(cards)
    facts = oracle.Facts(
        declarer=rng.randrange(seats),
        bid=rng.randrange(10, rng.choice((200, 400, 800)), 10),
        melds=[rng.choice((0, 0, 20, 40, 110, 150, 300)) for _ in range(seats)],
        trump=rng.choice(SUITS),
    )
    choose_contract(rng, rules, facts)
    if n_dabb and not facts.from_hand:
        facts.buried, cards = cards[:n_dabb], cards[n_dabb:]
    facts.called = rules.dabb.call != "off" and not facts.from_hand and rng.random() < 0.3
    form = rng.choice(("played", "played", "played", "conceded", "bury_error", "revoke"))
    if form == "conceded" and not facts.called and facts.contract == "trump":
        facts.conceded = True
        return facts
    if form == "bury_error" and n_dabb and not facts.from_hand:
        facts.bury_error = True
        return facts
    if facts.contract == "trump" and oracle.unreachable(rules, facts):
        return facts
    extra = rules.deal.stock // seats
    piles = [cards[i * (size + extra) : (i + 1) * (size + extra)] for i in range(seats)]
    played_out(rng, rules, piles, facts)
    if form == "revoke" and rules.penalties.revoke != "none":
        facts.revoke = (rng.randrange(seats), rng.randrange(len(facts.tricks)))
    return facts


def choose_contract(rng: Random, rules: RuleSet, facts: oracle.Facts) -> None:
    contracts = rules.contracts
    kinds = [("trump", False, False, 1)]
    kinds.append(("durch", False, False, contracts.durch or 0))
    kinds.append(("durch", True, False, contracts.durch_open or 0))
    kinds.append(("durch", True, True, (rules.deal.dabb and contracts.durch_hand) or 0))
    kinds.append(("bettel", False, False, contracts.bettel or 0))
    offered = [kind for kind in kinds if kind[3]]
    facts.contract, facts.open, facts.from_hand, _ = rng.choice([kinds[0], *offered])


def own(rules: RuleSet, facts: oracle.Facts) -> DealFacts:
    """Return the facts in the words of `binokel`."""
    trump = oracle.trump_of(rules, facts)
    found = DealFacts(
        declarer=facts.declarer,
        bid=effective_bid(rules, facts.bid, facts.called),
        contract=Contract(facts.contract),
        is_open=facts.open,
        from_hand=facts.from_hand,
        called=facts.called,
        trump=suit(trump),
        melds=tuple(facts.melds),
        tricks=tuple(
            TakenTrick(oracle.taker(rules, t, trump), worth(rules, t[1])) for t in facts.tricks
        ),
        buried_points=sum(rules.card_points[Card(c).index] for c in facts.buried),
        conceded=facts.conceded,
        bury_error=facts.bury_error,
        revoke=None if facts.revoke is None else Revoke(*facts.revoke),
    )
    ordinary = found.contract is Contract.TRUMP and not (facts.conceded or facts.bury_error)
    if ordinary and rules.scoring.unreachable_lost and reachable(rules, found) < found.bid:
        return replace(found, unreachable=True)
    return found


def check(label: str, rules: RuleSet, facts: oracle.Facts, found: DealScore) -> None:
    expected = oracle.score(rules, facts)
    where = (label, rules.id, rules.scoring, rules.contracts, rules.penalties, facts, found.lines)
    assert list(found.scores) == expected.scores, where
    assert found.made == expected.made, where
    for side, total in enumerate(found.scores):
        assert sum(line.points for line in found.lines if line.side == side) == total, where
    if expected.declarer_total is not None:
        assert found.declarer_total == expected.declarer_total, where
    if facts.revoke is None and expected.declarer_total is not None:
        piles = oracle.count(rules, facts)
        assert list(found.tricks_won) == piles.tricks, where
        assert list(found.bonus or ()) == piles.bonus, where
        oracle.bury(rules, facts, piles)
        assert list(found.card_points or ()) == piles.points, where


def test_scores_of_varied_sets_are_the_oracles() -> None:
    sections = ("scoring", "contracts", "penalties", "dabb", "play")
    for label, rng in cases("scores", 2500):
        rules = varied(rng, *sections)
        if rules.bidding.form == "none":
            continue
        facts = any_facts(rng, rules)
        check(label, rules, facts, score_deal(rules, own(rules, facts)))


def test_scores_of_shipped_sets_are_the_oracles() -> None:
    for label, rng in cases("scores-shipped", 1200):
        rules = varied(rng)
        if rules.bidding.form == "none":
            continue
        facts = any_facts(rng, rules)
        check(label, rules, facts, score_deal(rules, own(rules, facts)))
