"""Reasons name what the seat knows of the others, and have a text in every language."""

from collections.abc import Iterator
from random import Random
from typing import get_args

import pytest

from binokel.cards.card import CARDS, SUITS, Card
from binokel.cards.notation import Lang
from binokel.engine.actions import (
    Bid,
    BuryCard,
    Concede,
    NameContract,
    NameTrump,
    Pass,
    PlayCard,
)
from binokel.engine.choices import Cards
from binokel.engine.match import Match, MatchView
from binokel.engine.state import CHANCE, shuffled
from binokel.kernel.worlds import Worlds, facts_of
from binokel.kernel.worlds.places import Place
from binokel.locales import LANGUAGES, text
from binokel.players.base import Budget, Decision, Fact, Player
from binokel.players.heuristic import HeuristicPlayer
from binokel.players.heuristic.reach import reach_of
from binokel.players.registry import find_player
from binokel.players.search import SearchPlayer
from binokel.rules.catalog import find_ruleset
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet
from binokel.telling import Words
from binokel.telling.advice import advice
from binokel.telling.scene import Scene

KNOWN = ("void", "nothing_higher", "shown_higher", "trumps_out", "trumps_gone")
MOST = 8
"""So many facts a card has at most; three are told."""


def test_what_is_told_of_the_others_is_true_in_every_world_and_can_be_told() -> None:
    seen: dict[str, int] = {}
    for name in ("stammtisch", "kreuzbinokel"):
        rules = find_ruleset(name)
        player = SearchPlayer("search")
        for seed in range(4):
            rng = Random(f"reasons {seed}")
            match = Match(rules, [str(seat) for seat in range(rules.n_seats)], seed % rules.n_seats)
            match.apply(shuffled(rules, rng))
            while not match.deal.is_over:
                assert match.to_act is not None
                view = match.observe(match.to_act)
                choice = view.deal.choices[0]
                trump = view.deal.contract is Contract.TRUMP
                if isinstance(choice, Cards) and len(choice.cards) > 1 and trump:
                    facts = player.decide(view, rng, Budget(nodes=2000)).facts
                    assert len(facts) <= MOST
                    worlds = Worlds(facts_of(view.deal, rules))
                    for fact in facts:
                        assert all(
                            text(f"fact.{fact.code}", one, **fact.values) for one in LANGUAGES
                        )
                        if fact.code in KNOWN:
                            seen[fact.code] = seen.get(fact.code, 0) + 1
                            assert is_true(fact, worlds, view)
                match.apply(HeuristicPlayer().decide(view, rng, Budget(nodes=4)).action)
    assert set(seen) == set(KNOWN)


def is_true(fact: Fact, worlds: Worlds, view: MatchView) -> bool:
    """Tell whether a fact holds in every world, by the chances of each card's place."""
    me, trump = view.deal.seat, view.deal.trump
    others = [Place("hand", seat) for seat in range(view.rules.n_seats) if seat != me]
    if fact.code in ("trumps_out", "trumps_gone"):
        trumps = [card for card in CARDS if card.suit is trump]
        out = sum(worlds.expected(card, place) for card in trumps for place in others)
        return out == pytest.approx(fact.values.get("n", 0))
    if fact.code == "void":
        place = Place("hand", int(fact.values["seat"]))
        suit = next(suit for suit in SUITS if suit.letter == fact.values["suit"])
        assert (fact.values.get("how") == "trump") == (suit is trump)
        return all(not worlds.expected(card, place) for card in CARDS if card.suit is suit)
    card = next(card for card in CARDS if str(card) == fact.values["card"])
    if fact.code == "shown_higher":
        return worlds.probability(card, Place("hand", int(fact.values["seat"])), 0) == 0
    above = [one for one in CARDS if one.suit is card.suit and one.index < card.index]
    return not any(worlds.expected(one, place) for one in above for place in others)


def asked(player: Player, rules: RuleSet, seed: int) -> Iterator[tuple[MatchView, Decision]]:
    """Yield what is decided in a deal that the player plays at all seats."""
    rng = Random(f"reasons {rules.id} {seed}")
    match = Match(rules, ["Anna", "Bert", "Carla", "Dora", "Emil", "Franz"][: rules.n_seats], 0)
    match.apply(shuffled(rules, rng))
    while match.to_act is not None and match.to_act != CHANCE and not match.deal.is_over:
        view = match.observe(match.to_act)
        decision = player.decide(view, rng, Budget(nodes=3000))
        yield view, decision
        match.apply(decision.action)


WHY = (Bid, Pass, BuryCard, NameTrump, NameContract, Concede, PlayCard)
"""What a person would ask the reasons of."""


@pytest.mark.parametrize("name", ["stammtisch", "kreuzbinokel", "preisbinokel", "zu-zweit-reizen"])
def test_whoever_asks_why_gets_an_answer_short_enough_for_a_phone(name: str) -> None:
    player, told = find_player("stark"), set[str]()
    for view, decision in asked(player, find_ruleset(name), 1):
        if not isinstance(decision.action, WHY):
            continue
        for lang in get_args(Lang):
            found = advice(Scene(Words(lang), view), [decision])
            assert 1 <= len(found.reasons) <= 3, decision
            assert all(len(reason) <= 95 for reason in found.reasons), found.reasons
            assert len(set(found.reasons)) == len(found.reasons)
        told |= {fact.code for fact in decision.facts}
    assert {"chance", "outlook"} <= told


@pytest.mark.parametrize("name", ["stammtisch", "palast-4-40", "preisbinokel"])
def test_alternatives_tell_the_chance_of_the_own_side(name: str) -> None:
    sides, player = set[bool](), SearchPlayer("search")
    for view, decision in asked(player, find_ruleset(name), 1):
        facts = {fact.code: fact.values for fact in decision.facts}
        if "search_not_here" in facts:
            continue
        for one in decision.alternatives:
            assert (one.chance is None) == isinstance(one.action, Pass | Concede)
        cards = isinstance(decision.action, PlayCard) and bool(decision.alternatives)
        if not cards or "chance" not in facts or view.deal.contract is not Contract.TRUMP:
            continue
        assert view.deal.seat is not None
        assert view.deal.declarer is not None
        side_of = view.rules.side_of
        helps = side_of[view.deal.seat] == side_of[view.deal.declarer]
        (own,) = [one.chance for one in decision.alternatives if one.action == decision.action]
        believed = facts["chance"]["p"]
        assert own == pytest.approx(believed if helps else 1 - believed, abs=1e-3)
        assert facts["chance"].get("how") == (None if helps else "against")
        assert player.p_make(view, decision) == believed
        sides.add(helps)
    assert sides == {True, False}


def test_what_the_next_best_card_costs_is_the_difference_of_the_values() -> None:
    seen = set[str]()
    for view, decision in asked(SearchPlayer("search"), find_ruleset("stammtisch"), 3):
        values = {one.action: one.value for one in decision.alternatives}
        for fact in decision.facts:
            if not isinstance(decision.action, PlayCard) or "card" not in fact.values:
                continue
            best, other = values.get(decision.action), PlayCard(Card[fact.values["card"]])
            if fact.code == "next_best":
                assert best is not None
                assert fact.values["points"] == round(best - values[other])
            if fact.code in ("next_best", "about_equal"):
                assert other in [one for one in values if one != decision.action]
                seen.add(fact.code)
        if any(fact.code == "no_matter" for fact in decision.facts):
            if view.deal.contract is Contract.TRUMP:
                assert max(values.values()) - min(values.values()) < 4
            seen.add("no_matter")
    assert seen == {"next_best", "about_equal", "no_matter"}


def test_a_settled_bid_is_told_as_such_and_its_chance_stays_with_the_cards() -> None:
    rules, player, settled = find_ruleset("stammtisch"), SearchPlayer("search"), set[str]()
    for seed in range(80):
        match, rng = Match(rules, ["x"] * 3, 0), Random(f"settled {seed}")
        match.apply(shuffled(rules, rng))
        while not match.deal.is_over:
            assert match.to_act is not None
            view = match.observe(match.to_act)
            decision = HeuristicPlayer().decide(view, rng, Budget(nodes=4))
            reach = reach_of(view) if isinstance(decision.action, PlayCard) else None
            if reach and (reach.is_made or reach.is_lost) and len(decision.alternatives) > 1:
                decision = player.decide(view, rng, Budget(nodes=2000))
                codes = {fact.code for fact in decision.facts}
                assert codes & {"bid_made", "bid_lost"}
                assert "chance" not in codes
                assert player.p_make(view, decision) == pytest.approx(float(reach.is_made), abs=0.1)
                settled |= codes
            match.apply(decision.action)
        if {"bid_made", "bid_lost"} <= settled:
            return
    raise AssertionError(f"only {settled}")


def test_that_nothing_was_searched_is_told_with_a_stock() -> None:
    told = set[str]()
    for view, decision in asked(SearchPlayer("search"), find_ruleset("zu-zweit"), 1):
        if isinstance(decision.action, PlayCard) and view.deal.n_stock:
            told.add(advice(Scene(Words("de"), view), [decision]).reasons[-1])
    assert told == {
        "Nach Faustregeln: Solange der Stapel liegt, rechnet der Computer nicht voraus."
    }
