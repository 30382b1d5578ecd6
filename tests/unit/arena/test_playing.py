"""One deal in all seatings: the same cards, repeatable, and only the compared part is theirs."""

from itertools import pairwise
from random import Random
from statistics import fmean

import pytest
from msgspec.structs import replace

from binokel.arena import playing
from binokel.arena.contestant import Contestant, Mode, p_make, spec_of
from binokel.arena.playing import DEAL, MATCH, Task, _match, _table, play_unit
from binokel.arena.refused import ArenaRefused
from binokel.arena.rows import Row
from binokel.arena.seatings import LETTERS, Seats, mixed_seatings
from binokel.arena.summary import match_share, points
from binokel.cards.card import Card
from binokel.engine.actions import BuryCard, Pass, PlayCard, Shuffle, TakeBack
from binokel.engine.match import MatchView
from binokel.engine.phase import Phase
from binokel.engine.state import shuffled
from binokel.errors import UnknownPlayer
from binokel.players.base import Budget, Decision, Fact
from binokel.players.registry import find_player
from binokel.players.table import play_deal
from binokel.players.uniform import UniformPlayer
from binokel.rules.catalog import find_ruleset
from binokel.testing.players import check_deal

SHAPES = ["zu-zweit", "stammtisch", "kreuzbinokel", "drecksau-online-5-40", "sechser"]


def task(name: str, *, unit: int = 3, kind: str = DEAL, mode: Mode = Mode.WHOLE) -> Task:
    contest = ("heuristic", "uniform")
    return Task(find_ruleset(name), contest, unit, 7, kind, mode, "heuristic", 12)


@pytest.mark.parametrize("name", SHAPES)
def test_each_row_is_the_deal_that_the_players_table_plays(name: str) -> None:
    asked = task(name)
    rules = asked.rules
    cards = shuffled(rules, Random("7 cards 3")).order
    for row in play_unit(asked).rows:
        seats = [asked.contest[LETTERS.index(row.seating[side])] for side in rules.side_of]
        deal = play_deal(
            rules,
            [find_player(seat) for seat in seats],
            Random(f"7 players 3 {row.seating}"),
            dealer=3 % rules.n_seats,
            order=cards,
        )
        assert row.scores == (deal.score.scores if deal.score else (0,) * rules.n_sides)
        assert (row.declarer, row.bid) == (deal.declarer, deal.bid)


@pytest.mark.parametrize("name", SHAPES)
def test_the_same_task_gives_the_same_rows(name: str) -> None:
    asked = task(name, mode=Mode.PLAY)
    rows = play_unit(asked).rows
    assert rows == play_unit(asked).rows
    assert tuple(row.seating for row in rows) == mixed_seatings(asked.rules.n_sides)


@pytest.mark.parametrize("unit", range(4))
def test_a_player_without_chance_gains_nothing_over_itself(unit: int) -> None:
    asked = task("zu-zweit", unit=unit)._replace(contest=("heuristic", "heuristic"))
    rows = play_unit(asked).rows
    assert rows[0].scores == rows[1].scores
    assert rows[0].scores[0] != rows[0].scores[1]
    assert fmean(map(points, rows)) == 0


def test_all_seatings_of_a_match_have_the_same_cards_deal_by_deal() -> None:
    asked = task("stammtisch", kind=MATCH)._replace(max_deals=3)
    orders = []
    for seating in mixed_seatings(3):
        table = _table(asked, seating)
        _match(asked, seating, table)
        entries = [entry.action for entry in table.match.entries]
        orders.append([a.order for a in entries if isinstance(a, Shuffle)])
    n = min(map(len, orders))
    assert n >= 2
    assert all(a[:n] == b[:n] for a, b in pairwise(orders))


def test_a_match_that_does_not_end_has_no_winner_and_is_an_even_share() -> None:
    rows = play_unit(task("stammtisch", kind=MATCH)._replace(max_deals=2)).rows
    assert {row.winners for row in rows} == {()}
    assert [match_share(row) for row in rows] == [row.seating.count("X") / 3 for row in rows]
    assert fmean(map(match_share, rows)) == pytest.approx(0.5)


def test_one_against_the_rest_sits_once_on_every_side() -> None:
    asked = task("stammtisch", kind=MATCH)._replace(max_deals=1, table=Seats.ONE)
    rows = play_unit(asked).rows
    assert [row.seating for row in rows] == ["XYY", "YXY", "YYX"]
    assert [match_share(row) for row in rows] == [pytest.approx(1 / 3)] * 3


def test_shared_matches_are_shared() -> None:
    won = Row(contest=("a", "b"), unit=0, seating="XYY", dealer=0, scores=(1, 1, 0), winners=(0,))
    assert match_share(won) == 1
    assert match_share(replace(won, winners=(2,))) == 0
    assert match_share(replace(won, winners=(0, 1, 2))) == pytest.approx(1 / 3)


def test_points_are_means_of_sides() -> None:
    row = Row(contest=("a", "b"), unit=0, seating="XYX", dealer=0, scores=(100, 30, 50))
    assert points(row) == 45


def test_no_name_at_the_table_tells_who_sits_there() -> None:
    table = _table(task("stammtisch"), "XYX")
    assert table.match.observe(0).seats == ("1", "2", "3")


@pytest.mark.parametrize("mode", [Mode.PLAY, Mode.AUCTION])
def test_the_reference_decides_what_is_not_compared(mode: Mode) -> None:
    asked = task("stammtisch", mode=mode)
    changed = asked._replace(contest=("uniform", "uniform"), reference="uniform")
    assert set(play_unit(changed).times) == {"uniform"}
    phases = {phase for phase in Phase if Contestant("uniform", mode, "heuristic").owns(phase)}
    assert (Phase.PLAY in phases) is (mode is Mode.PLAY)
    assert (Phase.AUCTION in phases) is (mode is Mode.AUCTION)
    assert Phase.SIGN not in phases


def test_with_the_cards_alone_compared_bids_are_those_of_the_reference() -> None:
    rows = play_unit(task("stammtisch", mode=Mode.PLAY)).rows
    assert max(row.bid for row in rows) < 1000  # uniform bids up to 5000
    whole = play_unit(task("stammtisch")).rows
    assert max(row.bid for row in whole) > 1000


@pytest.mark.parametrize("mode", Mode)
def test_contestants_know_nothing_that_is_hidden(mode: Mode) -> None:
    for name in ("stammtisch", "zu-zweit", "kreuzbinokel"):
        check_deal(Contestant("uniform", mode, "heuristic"), find_ruleset(name), Random(2), 1)


def test_a_specification_has_a_name_and_perhaps_nodes() -> None:
    assert spec_of(" Uniform") == "uniform"
    assert spec_of("heuristic:8") == "heuristic:8"
    with pytest.raises(UnknownPlayer, match="did you mean heuristic"):
        spec_of("hueristic")


@pytest.mark.parametrize("nodes", ["", "0", "-3", "x", "²", "99999999999"])
def test_other_numbers_of_nodes_are_refused_with_an_example(nodes: str) -> None:
    with pytest.raises(ArenaRefused, match="for example heuristic:24"):
        spec_of(f"heuristic:{nodes}")


class Spy:
    name, version = "spy", 1

    def __init__(self) -> None:
        self.budgets: list[Budget] = []

    def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
        self.budgets.append(budget)
        return Decision(Pass())

    def p_make(self, view: MatchView, decision: Decision) -> float | None:
        return 0.123


def test_the_nodes_are_the_budget() -> None:
    contestant, spy = Contestant("heuristic:5", Mode.WHOLE, "heuristic"), Spy()
    contestant.player = spy
    contestant.decide(_table(task("stammtisch"), "XYX").match.observe(0), Random(1), Budget())
    assert spy.budgets == [Budget(nodes=5)]


def test_a_players_own_chance_goes_before_its_fact() -> None:
    view = _table(task("stammtisch"), "XYX").match.observe(0)
    told = Decision(Pass(), (), (Fact("chance", {"percent": 80}),))
    assert p_make(Spy(), view, told) == 0.123
    assert p_make(find_player("heuristic"), view, told) == 0.8
    assert p_make(find_player("heuristic"), view, Decision(Pass())) is None


@pytest.mark.parametrize("percent", [120, -1, float("nan")])
def test_what_is_no_chance_is_refused_with_its_player(percent: float) -> None:
    view = _table(task("stammtisch"), "XYX").match.observe(0)
    told = Decision(Pass(), (), (Fact("chance", {"percent": percent}),))
    with pytest.raises(ArenaRefused, match=r"heuristic tells .* mend the player"):
        p_make(find_player("heuristic"), view, told)


@pytest.mark.parametrize("mode", [Mode.WHOLE, Mode.PLAY])
def test_an_action_against_the_rules_is_told_with_its_player_deal_and_seat(
    mode: Mode, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(UniformPlayer, "decide", lambda *_: Decision(PlayCard(Card.E7)))
    with pytest.raises(ArenaRefused) as refused:
        play_unit(task("stammtisch", mode=mode))
    told = refused.value.told("de")
    assert told.startswith("uniform entscheidet gegen die Regeln: play E7: ")
    assert "Spiel 3 XXY, Sitz " in told


def test_what_a_player_raises_names_player_deal_and_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    def decide(*_: object) -> Decision:
        raise ZeroDivisionError

    monkeypatch.setattr(UniformPlayer, "decide", decide)
    with pytest.raises(ZeroDivisionError) as raised:
        play_unit(task("stammtisch"))
    assert raised.value.__notes__ == ["uniform decided last: deal 3 XXY, seat 3"]


def test_a_deal_that_does_not_end_is_refused_with_its_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    honest = UniformPlayer.decide

    def decide(player: UniformPlayer, view: MatchView, rng: Random, budget: Budget) -> Decision:
        if view.deal.phase is Phase.BURY:
            card, *_ = view.deal.buried or view.deal.hand
            return Decision(TakeBack(card) if view.deal.buried else BuryCard(card))
        return honest(player, view, rng, budget)

    monkeypatch.setattr(UniformPlayer, "decide", decide)
    monkeypatch.setattr(playing, "MOST_DECISIONS", 200)
    with pytest.raises(ArenaRefused, match=r"uniform: deal 3 \w+ does not end, .* mend the player"):
        play_unit(task("stammtisch"))
