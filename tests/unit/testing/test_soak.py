"""The soak plays, tells what it played, and says how to repeat what went wrong."""

from random import Random

import pytest

from binokel.engine.match import Match
from binokel.engine.record import parse_record
from binokel.engine.state import DealState
from binokel.errors import RecordError
from binokel.testing import soak
from binokel.testing.soak import Soak, ending, main, record_text


def test_it_plays_so_many_deals_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--deals", "30", "--seed", "5"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("seed 5, 30 deals, rules mixed\nseed 5: 3")
    assert "rule sets" in text


@pytest.mark.parametrize("n", ["0", "-5"])
def test_a_soak_without_deals_is_refused(n: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([f"--deals={n}"])
    assert caught.value.code == 2
    assert f"--deals: {n} deals check nothing" in capsys.readouterr().err


def test_a_seed_is_drawn_and_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--deals", "1", "--rules", "Zu zweit"]) == 0
    assert capsys.readouterr().out.startswith("seed ")


def test_the_same_seed_plays_the_same() -> None:
    matches = []
    for _ in range(2):
        run = Soak(9, "random")
        run.play(3)
        assert run.match is not None
        matches.append(run.match.entries)
    assert matches[0] == matches[1]


def test_shipped_and_random_sets_take_turns() -> None:
    run = Soak(9, "mixed")
    assert [run.rules_of(number).id for number in range(4)] == [
        "stammtisch",
        "random-0",
        "wuerttemberg",
        "random-1",
    ]
    assert Soak(9, "random").rules_of(1002).id == "random-2"


def test_a_failure_prints_rule_set_record_and_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(state: DealState, rng: Random) -> None:
        del rng
        assert len(state.history) < 5, "five steps are too many"

    monkeypatch.setattr(soak, "check_state", broken)
    assert main(["--deals", "5", "--seed", "3", "--rules", "stammtisch"]) == 1
    text = capsys.readouterr().err
    assert "five steps are too many" in text
    assert 'id = "stammtisch"' in text
    assert "repeat with: python -m binokel.testing.soak --seed 3 --rules stammtisch" in text
    record = text[text.index("binokel 1\n") : text.index("--- repeat with")]
    assert parse_record(record).seats == ("Seat 0", "Seat 1", "Seat 2")
    assert main(["--seed", "3", "--rules", "stammtisch", "--match", "0"]) == 1


def test_a_failure_before_the_first_match_is_told_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(soak, "random_ruleset", lambda *_: 1 // 0)
    assert main(["--deals", "5", "--seed", "12345", "--rules", "random"]) == 1
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_where_no_record_can_be_written_the_actions_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unwritable(match: Match) -> str:
        raise RecordError("no", 1)

    run = Soak(9, "stammtisch")
    run.play(0)
    assert run.match is not None
    monkeypatch.setattr(soak, "format_record", unwritable)
    lines = record_text(run.match).splitlines()
    assert lines[0].startswith("(no record")
    assert '{"do":"shuffle"' in lines[1]
    assert len(lines) == len(run.match.entries) + 1


def test_progress_shows_on_a_terminal_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setattr(soak, "PROGRESS_S", 0.0)
    assert main(["--deals", "4", "--seed", "5"]) == 0
    assert "of 4 deals" in capsys.readouterr().err


def test_the_player_sits_at_some_tables_and_decides_by_view_and_luck() -> None:
    run = Soak(1, "stammtisch")
    number = 0
    while not run.n_decisions:
        run.play(number)
        number += 1
    assert run.n_decisions > 5


def test_many_deals_end_in_every_way() -> None:
    run = Soak(4, "mixed")
    for number in range(40):
        run.play(number)
    wanted = {"bid made", "bid lost", "conceded", "redeal"}
    assert wanted <= set(run.endings)
    assert ending(DealState(rules=run.rules_of(0), dealer=0)) == "redeal"
