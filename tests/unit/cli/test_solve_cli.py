"""`binokel solve`: records and positions, in text and JSON, and what it refuses."""

import json
from pathlib import Path

import pytest

from binokel.cli import main
from binokel.engine.record import parse_record, replay

GOLDEN = Path(__file__).parents[2] / "golden" / "stammtisch-2.bnk"
POSITION = {
    "rules": "stammtisch",
    "hands": ["EA EZ", "HA HK", "BO SO"],
    "leader": 0,
    "trump": "H",
    "declarer": 0,
    "tricks_done": 10,
}


def solved(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["solve", *arguments]) == 0
    return capsys.readouterr().out


def position_file(folder: Path, **changes: object) -> str:
    file = folder / "position.json"
    file.write_text(json.dumps({**POSITION, **changes}), encoding="utf-8")
    return str(file)


def test_a_position_is_solved_with_every_card_and_the_best_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = solved(capsys, position_file(tmp_path), "--format", "json")
    told = json.loads(out)
    assert told["seat"] == 0
    assert told["counts"] == "points"
    # Both trumps of seat 1 take all of it, whatever is led.
    assert [(one["card"], one["low"], one["high"]) for one in told["cards"]] == [
        ("EA", 0, 0),
        ("EZ", 0, 0),
    ]
    assert len(told["line"]) == 6


def test_a_bettel_counts_the_tricks_of_those_who_need_them_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = position_file(
        tmp_path, rules="wuerttemberg", contract="bettel", trump=None, hands=["EA", "EZ", "BO"]
    )
    told = json.loads(solved(capsys, file, "--format", "json"))
    assert told["counts"] == "tricks"
    assert told["cards"] == [{"card": "EA", "low": 0, "high": 0}]


@pytest.mark.parametrize(("lang", "word"), [("de", "Trumpf"), ("en", "Trump"), ("fr", "Atout")])
def test_the_answer_is_told_in_each_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str, word: str
) -> None:
    assert solved(capsys, position_file(tmp_path), "--lang", lang).startswith(word)


def test_a_moment_of_a_record_is_named_by_its_trick_and_the_cards_on_the_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = json.loads(solved(capsys, str(GOLDEN), "--at", "9.1", "--format", "json"))
    deal = replay(parse_record(GOLDEN.read_text(encoding="utf-8"))).deal
    ninth = deal.tricks[8]
    assert told["seat"] == (ninth.leader + 1) % 3
    assert ninth.cards[1].value in {one["card"] for one in told["cards"]}
    assert len(told["line"]) == 3 * (len(deal.tricks) - 8) - 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--at", "40"], "40"),
        (["--at", "x"], "5.2"),
        (["--deal", "9"], "--at"),
    ],
)
def test_a_moment_that_is_not_in_the_record_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert main(["solve", str(GOLDEN), *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_position_that_cannot_be_names_the_field(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", position_file(tmp_path, leader=7)]) == 2
    assert "leader" in capsys.readouterr().err


def test_rules_that_the_kernel_does_not_know_are_told_with_the_file_and_their_keys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dear = {"extends": "stammtisch", "play": {"last_trick": 16}}
    file = position_file(tmp_path, rules=dear)
    assert main(["solve", file]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"{file}: ")
    assert "play.last_trick" in told
