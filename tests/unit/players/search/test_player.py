"""The searching players: who decides what, and what they say where they cannot search."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

import binokel.kernel
from binokel.engine.actions import NameContract, PlayCard
from binokel.engine.choices import Bids, Cards, Cuts, Melds
from binokel.engine.match import Match, MatchView
from binokel.engine.state import shuffled
from binokel.errors import NoWorld, UnfitPlayer
from binokel.kernel.solve import OpenSolver
from binokel.kernel.worlds import Worlds, facts_of
from binokel.locales import LANGUAGES, text
from binokel.players.base import Budget, Fact
from binokel.players.heuristic import HeuristicPlayer
from binokel.players.registry import find_player, names_for, player_for
from binokel.players.search import SearchPlayer, cards
from binokel.players.search.manner import Manner
from binokel.rules.catalog import find_ruleset
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet
from binokel.testing.builders import rules_with
from binokel.testing.players import check_deal

BUDGET = Budget(nodes=5000)


def moments(rules: RuleSet, seed: int) -> Iterator[MatchView]:
    """Yield every view of a heuristic deal from which somebody decides."""
    rng = Random(f"player {seed}")
    match = Match(rules, [str(seat) for seat in range(rules.n_seats)], seed % rules.n_seats)
    match.apply(shuffled(rules, rng))
    while not match.deal.is_over:
        assert match.to_act is not None
        view = match.observe(match.to_act)
        yield view
        match.apply(HeuristicPlayer().decide(view, rng, Budget(nodes=4)).action)


def first_choice(rules: RuleSet, *, stock: bool = False) -> MatchView:
    """Return the first moment with a choice of cards to play."""
    for seed in range(20):
        for view in moments(rules, seed):
            choice = view.deal.choices[0]
            wanted = isinstance(choice, Cards) and len(choice.cards) > 1
            if wanted and bool(view.deal.n_stock) == stock:
                return view
    raise AssertionError("there is none")


def test_they_are_found_by_name_and_know_every_rule_set() -> None:
    for name in ("pimc", "search"):
        assert find_player(name).name == name
        assert name in names_for(find_ruleset("zu-zweit"))


def test_signing_cutting_and_melding_are_decided_as_the_heuristic_player_does() -> None:
    kinds = set()
    for view in moments(find_ruleset("stammtisch"), 1):
        choice = view.deal.choices[0]
        if isinstance(choice, Cuts | Melds):
            mine = SearchPlayer("search").decide(view, Random(3), BUDGET)
            assert mine == HeuristicPlayer().decide(view, Random(3), Budget())
            kinds.add(type(choice))
    assert kinds == {Cuts, Melds}


def test_rules_that_the_value_model_does_not_know_are_bid_by_heuristic_and_told_first() -> None:
    rules = rules_with("stammtisch", melds={"rundgang": "literal-200"})
    view = next(v for v in moments(rules, 1) if isinstance(v.deal.choices[0], Bids))
    decision = SearchPlayer("search").decide(view, Random(3), BUDGET)
    assert decision.facts[0] == Fact("search_not_here", {"why": "melds.rundgang"})
    assert decision.action == HeuristicPlayer().decide(view, Random(3), Budget()).action


def test_cards_in_a_stock_are_not_searched_and_the_decision_says_so_first() -> None:
    view = first_choice(find_ruleset("zu-zweit"), stock=True)
    decision = SearchPlayer("search").decide(view, Random(3), BUDGET)
    assert decision.facts[0] == Fact("search_not_here", {"why": "stock"})
    assert decision.action == HeuristicPlayer().decide(view, Random(3), Budget()).action


@pytest.mark.parametrize("name", ["pimc", "search"])
def test_once_the_stock_is_empty_the_rest_is_played_best(name: str) -> None:
    rules = find_ruleset("zu-zweit")
    view = next(
        view
        for view in moments(rules, 1)
        if not view.deal.n_stock
        and isinstance(view.deal.choices[0], Cards)
        and len(view.deal.choices[0].cards) > 1
        and len(view.deal.hand) < 7
    )
    decision = SearchPlayer(name).decide(view, Random(1), Budget(nodes=10**6))
    assert "search_not_here" not in {fact.code for fact in decision.facts}
    state = _opened(view)
    best = OpenSolver().cards(state)
    assert isinstance(decision.action, PlayCard)
    top = max(one.bounds.low for one in best)
    assert decision.action.card in {one.card for one in best if one.bounds.low == top}


def _opened(view: MatchView):  # type: ignore[no-untyped-def]
    from binokel.kernel.position import Position  # noqa: PLC0415

    world = Worlds(facts_of(view.deal, view.rules)).numbered(0)
    return Position(
        rules=view.rules,
        hands=world.hands,
        leader=view.deal.leader,
        trick=view.deal.trick,
        trump=view.deal.trump,
        n_tricks=len(view.deal.tricks),
    )


def test_no_world_and_no_answer_are_told_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    view = first_choice(find_ruleset("stammtisch"))

    def refuse(*_args: object) -> None:
        raise NoWorld("none")

    monkeypatch.setattr(cards, "choose", refuse)
    decision = SearchPlayer("pimc").decide(view, Random(3), BUDGET)
    assert decision.facts[0] == Fact("search_not_here", {"why": "worlds"})
    monkeypatch.setattr(cards, "choose", lambda *_args: None)
    decision = SearchPlayer("pimc").decide(view, Random(3), BUDGET)
    assert decision.facts[0] == Fact("search_not_here", {"why": "budget"})
    for lang in LANGUAGES:
        told = {text(f"fact.search_not_here.{why}", lang) for why in ("worlds", "budget", "stock")}
        assert len(told) == 3


def test_without_a_kernel_they_do_not_sit_down(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys  # noqa: PLC0415

    from binokel.errors import KernelMissing  # noqa: PLC0415

    class Refusing:
        def find_spec(self, name: str, *_rest: object) -> None:
            if name == "binokel.kernel":
                raise KernelMissing("there is no kernel; compile it", what="stale")

    monkeypatch.delitem(sys.modules, "binokel.kernel")
    monkeypatch.delattr(binokel, "kernel")
    monkeypatch.setattr(sys, "meta_path", [Refusing(), *sys.meta_path])
    with pytest.raises(UnfitPlayer, match="compile it; or choose heuristic"):
        player_for("search", find_ruleset("stammtisch"))
    assert find_player("search").version >= 1


@pytest.mark.parametrize("contract", [Contract.DURCH, Contract.BETTEL])
def test_a_durch_and_a_bettel_are_searched_won_or_lost(contract: Contract) -> None:
    rules = find_ruleset("wuerttemberg" if contract is Contract.BETTEL else "stammtisch")
    seen = 0
    for seed in range(60):
        for view in _special(rules, seed, contract):
            decision = SearchPlayer("search").decide(view, Random(1), Budget(nodes=20_000))
            if decision.facts[0].code == "special_worlds":
                assert all(0 <= one.value <= 100 for one in decision.alternatives)
                seen += 1
        if seen > 3:
            return
    raise AssertionError(f"no {contract} was played")


def _special(rules: RuleSet, seed: int, contract: Contract) -> Iterator[MatchView]:
    """Yield the choices of a deal whose declarer announces what he can."""
    rng = Random(seed)
    match = Match(rules, [str(seat) for seat in range(rules.n_seats)], 0)
    match.apply(shuffled(rules, rng))
    while not match.deal.is_over:
        assert match.to_act is not None
        view = match.observe(match.to_act)
        choice = view.deal.choices[0]
        if view.deal.contract is contract and isinstance(choice, Cards) and len(choice.cards) > 1:
            yield view
        special = [
            action
            for action in view.deal.legal_actions()
            if isinstance(action, NameContract) and action.contract is contract
        ]
        action = HeuristicPlayer().decide(view, rng, Budget(nodes=4)).action
        match.apply(special[0] if special else action)


@pytest.mark.parametrize("name", ["stammtisch", "souabe-4"])
def test_strict_play_is_kept(name: str) -> None:
    rules = rules_with(name, penalties={"strict": True})
    check_deal(SearchPlayer("search"), rules, Random(1), 1)


def test_threads_think_at_once_and_decide_as_one_does() -> None:
    view = first_choice(find_ruleset("stammtisch"))
    player = SearchPlayer("search", Manner(melded=True, weighed=True, nodes=100_000))
    alone = player.decide(view, Random(3), Budget())
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: player.decide(view, Random(3), Budget()), range(8)))
    assert found == [alone] * 8


def test_the_chance_is_told_as_the_arena_asks_for_it() -> None:
    view = first_choice(find_ruleset("stammtisch"))
    player = SearchPlayer("pimc", Manner(nodes=3000, worlds=30))
    decision = player.decide(view, Random(3), Budget())
    told = player.p_make(view, decision)
    fact = next(fact for fact in decision.facts if fact.code == "chance")
    assert told is not None
    assert told == fact.values["p"]
    assert fact.values["percent"] == round(100 * told)
    assert player.p_make(view, SearchPlayer("pimc").by_thumb(view, Random(1), "x")) is None
