"""Very many deals: what goes wrong is found, named, kept, and shown again by its command."""

import json
import shlex
from pathlib import Path
from random import Random

import pytest

from binokel.arena import soak as soaking
from binokel.arena.refused import ArenaRefused
from binokel.arena.soak import DEALS_A_TABLE, Mishap, Sitting, Soak, Table, make_soak, run_soak, sit
from binokel.cli import main
from binokel.engine.actions import BuryCard, PlayCard, TakeBack
from binokel.engine.match import MatchView
from binokel.engine.phase import Phase
from binokel.players.base import Budget, Decision
from binokel.players.heuristic import HeuristicPlayer
from binokel.rules.catalog import find_ruleset, names
from tests.unit.arena.test_command import filling, one_line

QUICK = "heuristic:1"
SETS = [find_ruleset(name) for name in ("stammtisch", "zu-zweit")]


def quiet(_done: int, _total: int) -> None:
    pass


def planned(n_deals: int = 3 * DEALS_A_TABLE, seed: int = 2) -> Soak:
    return make_soak(QUICK, SETS, n_deals, seed)


def stopping(n: int, done: list[int]) -> None:
    done.append(n)
    if len(done) == 2:
        raise KeyboardInterrupt


def wrong_card(monkeypatch: pytest.MonkeyPatch, *, seat: int = 1, n_left: int = 5) -> None:
    """Let the heuristic player of a seat play a card that it does not hold."""
    honest = HeuristicPlayer.decide

    def decide(player: HeuristicPlayer, view: MatchView, rng: Random, budget: Budget) -> Decision:
        decision, deal = honest(player, view, rng, budget), view.deal
        if deal.phase is Phase.PLAY and (deal.seat, len(deal.hand)) == (seat, n_left):
            foreign = next(card for card in view.rules.cards if card not in deal.hand)
            return Decision(PlayCard(foreign))
        return decision

    monkeypatch.setattr(HeuristicPlayer, "decide", decide)


def test_the_rule_sets_take_turns_and_the_last_table_plays_the_rest() -> None:
    tables = make_soak(QUICK, SETS, 3 * DEALS_A_TABLE + 7, 2).tasks()
    assert [(one.rules.id, one.number, one.n_deals) for one in tables] == [
        ("stammtisch", 0, DEALS_A_TABLE),
        ("zu-zweit", 0, DEALS_A_TABLE),
        ("stammtisch", 1, DEALS_A_TABLE),
        ("zu-zweit", 1, 7),
    ]


def test_only_rule_sets_that_the_player_knows_are_played() -> None:
    known = make_soak("dabb-hard", [find_ruleset(name) for name in names()], 5, 1).head.rules
    assert "dabb-online" in known
    assert "zu-zweit" not in known
    with pytest.raises(ArenaRefused, match="dabb-hard knows none of these rule sets: zu-zweit"):
        make_soak("dabb-hard", SETS[1:], 5, 1)


def test_a_sound_player_has_no_mishap_and_its_own_decisions_are_counted() -> None:
    table = Table(SETS[0], QUICK, 2, 0, 2)
    asked: list[int] = []

    class Counting(soaking._Playing):
        def _step(self, player: object, seat: int) -> tuple[str, str] | None:
            asked.append(player is self._player)
            return super()._step(player, seat)  # type: ignore[arg-type]

    playing = Counting(table)
    playing.deal(0)
    first = len(asked)
    assert all(asked)
    playing.deal(1)
    assert 0 < sum(asked[first:]) < len(asked) - first
    assert playing.n_decisions == sum(asked)
    assert sit(table) == Sitting("stammtisch", 0, 2, sum(asked))


def test_the_same_table_is_the_same_again_and_another_one_is_not() -> None:
    assert sit(Table(SETS[0], QUICK, 2, 0, 4)) == sit(Table(SETS[0], QUICK, 2, 0, 4))
    many = {sit(Table(SETS[0], QUICK, 2, number, 4)).decisions for number in range(6)}
    assert len(many) > 1


def test_an_illegal_card_is_named_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong_card(monkeypatch)
    found = sit(Table(SETS[0], QUICK, 2, 0, 4))
    assert found.deals == 4
    first = found.mishaps[0]
    assert (first.what, first.player, first.seat) == ("illegal", QUICK, 1)
    assert first.told.startswith("play ")
    assert [mishap.deal for mishap in found.mishaps] == sorted({m.deal for m in found.mishaps})


def test_what_a_player_raises_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def decide(*_: object) -> Decision:
        raise ZeroDivisionError("nothing left")

    monkeypatch.setattr(HeuristicPlayer, "decide", decide)
    found = sit(Table(SETS[0], QUICK, 2, 0, 1))
    assert found.mishaps == (
        Mishap("raised", QUICK, 0, 1, found.mishaps[0].seat, "ZeroDivisionError: nothing left"),
    )


def test_a_deal_without_end_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = HeuristicPlayer.decide

    def decide(player: HeuristicPlayer, view: MatchView, rng: Random, budget: Budget) -> Decision:
        if view.deal.phase is Phase.BURY:
            card, *_ = view.deal.buried or view.deal.hand
            return Decision(TakeBack(card) if view.deal.buried else BuryCard(card))
        return honest(player, view, rng, budget)

    monkeypatch.setattr(HeuristicPlayer, "decide", decide)
    monkeypatch.setattr(soaking, "MOST_STEPS", 100)
    kinds = {mishap.what for mishap in sit(Table(SETS[0], QUICK, 2, 0, 4)).mishaps}
    assert kinds == {"endless"}


def test_a_stopped_run_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    whole, stopped, done = tmp_path / "whole", tmp_path / "stopped", list[int]()
    found = run_soak(planned(), whole, progress=quiet)
    assert sum(one.deals for one in found) == 3 * DEALS_A_TABLE
    with pytest.raises(KeyboardInterrupt):
        run_soak(planned(), stopped, progress=lambda n, _: stopping(n, done))
    with stopped.open("ab") as file:
        file.write(b'{"rules":"stamm')  # was being written when the machine stopped
    reached: list[int] = []
    again = run_soak(planned(), stopped, progress=lambda n, _: reached.append(n))
    assert reached == [3 * DEALS_A_TABLE]
    assert again == found
    assert whole.read_bytes() == stopped.read_bytes()


def test_two_processes_find_the_same_as_one(tmp_path: Path) -> None:
    paths = tmp_path / "one", tmp_path / "two"
    run_soak(planned(), paths[0], progress=quiet)
    run_soak(planned(), paths[1], workers=2, progress=quiet)
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_more_deals_are_added_and_a_short_table_is_played_again(tmp_path: Path) -> None:
    more, at_once = tmp_path / "more", tmp_path / "at once"
    run_soak(planned(DEALS_A_TABLE + 3), more, progress=quiet)
    run_soak(planned(2 * DEALS_A_TABLE), more, progress=quiet)
    run_soak(planned(2 * DEALS_A_TABLE), at_once, progress=quiet)
    assert more.read_bytes() == at_once.read_bytes()


@pytest.mark.parametrize("keep_going", [False, True])
def test_a_run_stops_at_the_first_mishap_unless_it_shall_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keep_going: bool
) -> None:
    wrong_card(monkeypatch)
    found = run_soak(planned(), tmp_path / "a", keep_going=keep_going, progress=quiet)
    assert len(found) == (3 if keep_going else 1)
    assert found[0].mishaps
    again = run_soak(planned(), tmp_path / "a", keep_going=keep_going, progress=quiet)
    assert again == found


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"Dear all,\n", "line 1: this is no head"),
        (b"Dear all", "line 1: this is no head"),
    ],
)
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, content: bytes, fault: str) -> None:
    path = tmp_path / "letter"
    path.write_bytes(content)
    with pytest.raises(ArenaRefused, match=fault):
        run_soak(planned(), path, progress=quiet)
    assert path.read_bytes() == content


def test_damaged_lines_and_other_plans_are_named(tmp_path: Path) -> None:
    path = tmp_path / "a"
    run_soak(planned(), path, progress=quiet)
    lines = path.read_bytes().splitlines(keepends=True)
    with pytest.raises(ArenaRefused, match="seed is 2 there and 3 here"):
        run_soak(planned(seed=3), path, progress=quiet)
    for bad in (b"[1]\n", lines[1], lines[1].replace(b'"deals":20', b'"deals":21')):
        path.write_bytes(b"".join([lines[0], lines[1], bad]))
        with pytest.raises(ArenaRefused, match="line 3: "):
            run_soak(planned(), path, progress=quiet)
    with pytest.raises(ArenaRefused, match="that is no file"):
        run_soak(planned(), tmp_path, progress=quiet)


class Ran:
    def __init__(self, capsys: pytest.CaptureFixture[str], *words: str) -> None:
        self.code = main(["arena", "soak", *words])
        self.out, self.err = capsys.readouterr()


@pytest.mark.parametrize(
    ("lang", "wanted"),
    [("de", "nichts Verbotenes in 25 Spielen"), ("en", "nothing illegal in 25 deals")],
)
def test_the_table_tells_every_rule_set_and_the_sum(
    capsys: pytest.CaptureFixture[str], lang: str, wanted: str
) -> None:
    ran = Ran(capsys, QUICK, "--deals", "25", "--lang", lang)
    assert ran.code == 0
    assert wanted in one_line(ran.out)
    lines = [line.split() for line in ran.out.splitlines()]
    assert ["25", "0", "0", "0"] in [[line[1], *line[3:]] for line in lines if len(line) == 6]
    assert max(map(len, ran.out.splitlines())) < 80


def test_a_mishap_is_told_with_the_command_that_shows_it_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong_card(monkeypatch)
    words = ("--rules", "stammtisch", "--deals", "40", "--first", "3", "--lang", "en")
    ran = Ran(capsys, QUICK, *words)
    assert ran.code == 1
    assert "decides against the rules (stammtisch, table 3, deal " in one_line(ran.out)
    command = next(line for line in ran.out.splitlines() if line.startswith("Again: "))
    again = shlex.split(command.removeprefix("Again: "))
    assert again[:3] == ["binokel", "arena", "soak"]
    assert Ran(capsys, *again[3:]).code == 1


def test_json_holds_the_sums_and_all_mishaps(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wrong_card(monkeypatch)
    words = ("--rules", "stammtisch", "--deals", "60", "--keep-going", "--json")
    told = json.loads(Ran(capsys, QUICK, *words, "--resume", str(tmp_path / "a")).out)
    assert told["sums"]["deals"] == told["plan"]["deals"] == 60
    assert told["sums"]["illegal"] == len(told["mishaps"]) > 10
    many = Ran(capsys, QUICK, *words[:-1], "--resume", str(tmp_path / "a"), "--lang", "en")
    assert f"and {len(told['mishaps']) - 10} more" in many.out


def test_a_stop_says_how_to_go_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("binokel.cli.arenasoak.run_soak", stop)
    ran = Ran(capsys, QUICK, "--resume", str(tmp_path / "a"), "--lang", "en")
    assert (ran.code, ran.err.strip()) == (130, "Stopped. The same command goes on.")
    ran = Ran(capsys, QUICK, "--lang", "en")
    assert "without --resume FILE nothing is kept" in ran.err


def test_on_a_full_disk_the_same_command_goes_on_once_there_is_room(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    full, whole = (
        (QUICK, "--rules", "zu-zweit", "--deals", "60", "--resume", str(tmp_path / name))
        for name in ("full", "whole")
    )
    with monkeypatch.context() as patch:
        filling(patch, "full", 2)
        ran = Ran(capsys, *full, "--lang", "en")
    assert ran.code == 2
    assert "not enough space; make room, then the same command goes on" in ran.err
    assert Ran(capsys, *full).code == Ran(capsys, *whole).code == 0
    assert (tmp_path / "full").read_bytes() == (tmp_path / "whole").read_bytes()


def test_what_cannot_be_had_is_told_with_the_remedy(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ran = Ran(capsys, "nobody", "--lang", "en")
    assert ran.code == 2
    ran = Ran(capsys, QUICK, "--resume", str(tmp_path), "--lang", "en")
    assert (ran.code, "that is no file; name one" in ran.err) == (2, True)
    (tmp_path / "file").write_bytes(b"")
    ran = Ran(capsys, QUICK, "--resume", str(tmp_path / "file" / "a"), "--lang", "en")
    assert (ran.code, "name a file that can be written" in ran.err) == (2, True)
