"""Cards by search: what the worlds say is what enumerating them says, and ties are a person's."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from binokel.cards.card import CARDS, Card
from binokel.cards.hand import pack
from binokel.engine.actions import BuryCard, BuryDone, NameContract, PlayCard, TakeDabb
from binokel.engine.choices import Cards
from binokel.engine.match import Match, MatchView
from binokel.engine.phase import Phase
from binokel.engine.state import shuffled
from binokel.kernel.core import Solver
from binokel.kernel.position import Position
from binokel.kernel.solve import OpenSolver
from binokel.kernel.worlds import Worlds, facts_of
from binokel.players.base import Budget
from binokel.players.heuristic import HeuristicPlayer
from binokel.players.heuristic.cards import all_indices
from binokel.players.heuristic.play import play
from binokel.players.search import SearchPlayer, special
from binokel.players.search.cards import Counted, count
from binokel.players.search.manner import SEARCH, Manner
from binokel.players.search.moment import moment_of
from binokel.rules.catalog import find_ruleset
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet
from binokel.testing.builders import deal_with, do, rules_with, won_by
from tests.unit.players.seats import view_of

OPEN = SearchPlayer("pimc", Manner(open_from=12, how="open", doubts=False))
NODES = Budget(nodes=10**7)
SOLVER = OpenSolver()


def views(rules: RuleSet, seed: int, n_left: int) -> Iterator[MatchView]:
    """Yield the moments of a heuristic deal with so many cards in hand and something to choose."""
    rng = Random(f"search {seed}")
    match = Match(rules, [str(seat) for seat in range(rules.n_seats)], seed % rules.n_seats)
    match.apply(shuffled(rules, rng))
    while not match.deal.is_over:
        assert match.to_act is not None
        view = match.observe(match.to_act)
        choice = view.deal.choices[0]
        is_open = isinstance(choice, Cards) and len(choice.cards) > 1
        is_wanted = view.deal.contract is Contract.TRUMP and len(view.deal.hand) == n_left
        if is_open and is_wanted:
            yield view
        match.apply(HeuristicPlayer().decide(view, rng, Budget(nodes=4)).action)


def brute_force(view: MatchView) -> dict[Card, float]:
    """Return the share of all worlds in which each card makes the bid, cards open."""
    deal, rules = view.deal, view.rules
    assert deal.declarer is not None
    side = rules.sides[rules.side_of[deal.declarer]]
    worlds = Worlds(facts_of(deal, rules))
    made: dict[Card, float] = {}
    for number in range(worlds.count()):
        world = worlds.numbered(number)
        position = Position(
            rules=rules,
            hands=world.hands,
            leader=deal.leader,
            trick=deal.trick,
            trump=deal.trump,
            declarer=deal.declarer,
            n_tricks=len(deal.tricks),
        )
        buried = sum(
            rules.card_points[i] * (world.buried >> (2 * i) & 3) for i in range(len(CARDS))
        )
        taken = sum(trick.points for trick in deal.tricks if trick.winner in side)
        melds = sum(deal.meld_points[seat] for seat in side)
        for one in SOLVER.cards(position):
            points = taken + buried + one.bounds.low
            total = melds + (10 * ((points + 5) // 10) if _rounds(rules) else points)
            made[one.card] = made.get(one.card, 0.0) + (total >= deal.bid) / worlds.count()
    return made


def _rounds(rules: RuleSet) -> bool:
    return rules.scoring.bid_test == "rounded"


def helps(view: MatchView) -> bool:
    deal, side_of = view.deal, view.rules.side_of
    assert deal.declarer is not None
    assert deal.seat is not None
    return side_of[deal.seat] == side_of[deal.declarer]


def contested(name: str, n_left: int, n: int) -> Iterator[tuple[MatchView, dict[Card, float]]]:
    """Yield moments with few worlds in which the card decides about the bid."""
    rules = find_ruleset(name)
    for seed in range(400):
        for view in views(rules, seed, n_left):
            if 1 < Worlds(facts_of(view.deal, rules)).count() <= 90:
                made = brute_force(view)
                if len({round(p, 6) for p in made.values()}) > 1:
                    yield view, made
                    n -= 1
                    if not n:
                        return


@pytest.mark.parametrize("name", ["stammtisch", "kreuzbinokel"])
def test_the_chance_of_a_card_is_the_share_of_all_worlds_in_which_it_makes_the_bid(
    name: str,
) -> None:
    seen = 0
    for view, made in contested(name, 4, 3):
        decision = OPEN.decide(view, Random(1), NODES)
        assert isinstance(decision.action, PlayCard)
        assert OPEN.p_make(view, decision) == pytest.approx(made[decision.action.card], abs=1e-4)
        best = max(made.values()) if helps(view) else min(made.values())
        assert made[decision.action.card] == pytest.approx(best)
        seen += 1
    assert seen == 3


@pytest.mark.parametrize("player", [OPEN, SearchPlayer("pimc")], ids=["open", "pimc"])
def test_a_card_that_makes_the_bid_however_the_cards_lie_is_played_and_said_to_be_safe(
    player: SearchPlayer,
) -> None:
    for view, made in contested("stammtisch", 4, 40):
        if helps(view) and max(made.values()) > 1 - 1e-9:
            decision = player.decide(view, Random(1), NODES)
            assert isinstance(decision.action, PlayCard)
            assert made[decision.action.card] == pytest.approx(1.0)
            assert "safe_line" in {fact.code for fact in decision.facts}
            return
    pytest.fail("no such moment was found")


def test_a_defender_sinks_the_bid_where_rules_of_thumb_let_it_through() -> None:
    for view, made in contested("stammtisch", 4, 60):
        if helps(view):
            continue
        thumb = play(view, tuple(card.index for card in made)).action
        assert isinstance(thumb, PlayCard)
        if made[thumb.card] > min(made.values()) + 0.1:
            decision = OPEN.decide(view, Random(1), NODES)
            assert isinstance(decision.action, PlayCard)
            assert made[decision.action.card] == pytest.approx(min(made.values()))
            return
    pytest.fail("no such moment was found")


@pytest.mark.parametrize("name", ["pimc", "search"])
def test_the_same_view_stream_and_nodes_give_the_same_decision(name: str) -> None:
    view = next(views(find_ruleset("kreuzbinokel"), 2, 8))
    player = SearchPlayer(name)
    first = player.decide(view, Random(5), Budget(nodes=30_000))
    assert player.decide(view, Random(5), Budget(nodes=30_000)) == first
    assert SearchPlayer(name).decide(view, Random(5), Budget(nodes=30_000)) == first


@pytest.mark.parametrize("name", ["pimc", "search"])
def test_every_legal_card_is_an_alternative_with_an_interval_and_the_bid_has_a_chance(
    name: str,
) -> None:
    view = next(views(find_ruleset("stammtisch"), 3, 11))
    player = SearchPlayer(name)
    decision = player.decide(view, Random(5), Budget(nodes=20_000))
    choice = view.deal.choices[0]
    assert isinstance(choice, Cards)
    actions = {one.action for one in decision.alternatives}
    assert actions == {PlayCard(card) for card in choice.cards}
    assert decision.alternatives[0].action == decision.action
    assert any(one.interval[0] < one.value < one.interval[1] for one in decision.alternatives)
    chance = player.p_make(view, decision)
    assert chance is not None
    assert 0 <= chance <= 1


def test_a_forced_card_is_played_at_once() -> None:
    rules = find_ruleset("stammtisch")
    rng = Random(4)
    match = Match(rules, ["a", "b", "c"], 0)
    match.apply(shuffled(rules, rng))
    while match.deal.phase is not Phase.PLAY or len(match.deal.legal_actions()) > 1:
        assert match.to_act is not None
        view = match.observe(match.to_act)
        match.apply(HeuristicPlayer().decide(view, rng, Budget(nodes=4)).action)
    assert match.to_act is not None
    decision = SearchPlayer("search").decide(match.observe(match.to_act), rng, Budget(nodes=1))
    assert [fact.code for fact in decision.facts] == ["only_card"]


class Spent:
    """A solver that adds up all that it searches."""

    total = 0

    def __init__(self) -> None:
        self.solver = Solver()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.solver, name)

    def card_reaches(self, bit: int, n: int) -> bool | None:
        found = self.solver.card_reaches(bit, n)
        Spent.total += self.solver.nodes_searched()
        return found


def test_what_a_card_of_a_bettel_may_cost_is_kept_to_however_hard_the_worlds_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The nodes of every card of every world count, and are looked at after each world."""
    rules, nodes = rules_with("kreuzbinokel"), 200_000
    monkeypatch.setattr(special, "Solver", Spent)
    hard = 0
    for seed in range(6):
        hand = [CARDS[i] for i in all_indices(pack(Random(seed).sample(rules.cards, 13)))]
        state = do(
            won_by(
                deal_with(rules, " ".join(map(str, hand[:9])), dabb=" ".join(map(str, hand[9:]))),
                0,
                200,
            ),
            TakeDabb(),
        )
        state = do(state, *[BuryCard(card) for card in hand[9:]], BuryDone())
        view = view_of(do(state, NameContract(Contract.BETTEL)))
        Spent.total = 0
        player = SearchPlayer("search")
        decision = player.decide(view, Random(seed), Budget(nodes=nodes))
        assert decision.unit == "percent"
        assert Spent.total <= nodes * 5 / 4
        hard += Spent.total > nodes / 2
    assert hard, "otherwise nothing was shown"


def bettel_lead(hand: str) -> MatchView:
    """Return the first lead of a Bettel without partners; the four aces are buried."""
    rules, buried = rules_with("wuerttemberg"), "EA SA HA BA"
    state = do(won_by(deal_with(rules, hand, dabb=buried), 0, 200), TakeDabb())
    aces = [card for card in CARDS if str(card) in buried.split()]
    state = do(state, *[BuryCard(card) for card in aces], BuryDone())
    return view_of(do(state, NameContract(Contract.BETTEL)))


def counted(view: MatchView, nodes: int) -> Counted:
    legal = tuple(dict.fromkeys(card.index for card in view.deal.hand))
    return count(moment_of(view, legal), SEARCH, Random(5), nodes)


def test_worlds_in_which_a_bettel_is_won_vote_as_those_in_which_it_is_lost() -> None:
    """Winning takes many times the nodes of losing: stopped, it would count for nothing."""
    told = counted(bettel_lead("EU EO EO SU SO SK HU HU HO BU BK BO"), 3_000_000).tally
    assert told.unresolved <= told.n / 8
    assert 10 < max(told.mean(place) for place in range(len(told.bits))) < 40


def test_where_a_bettel_is_lost_whatever_is_led_more_worlds_are_asked_and_no_card_is_as_good() -> (
    None
):
    view = bettel_lead("EU EZ EO SU SZ SO HU HZ HO BU BZ BO")
    told = counted(view, 300_000).tally
    assert told.is_alike()
    assert told.n > 200
    decision = SearchPlayer("search").decide(view, Random(5), Budget(nodes=300_000))
    codes = [fact.code for fact in decision.facts]
    assert codes[0] == "special_worlds"
    assert "no_matter" not in codes
