"""`binokel solve`: records and positions, in text and JSON, and what it refuses."""

import json
from pathlib import Path

import pytest

from binokel.cli import main
from binokel.engine.record import parse_record, replay
from binokel.kernel.solve import OpenSolver

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


@pytest.mark.parametrize(
    ("changes", "sizes"),
    [({}, [3, 3]), ({"trick": ["EA"], "hands": ["EZ", "HA HK", "BO SO"]}, [2, 3])],
)
def test_the_best_line_is_told_trick_by_trick(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    changes: dict[str, object],
    sizes: list[int],
) -> None:
    told = solved(capsys, position_file(tmp_path, **changes), "--lang", "en").splitlines()
    tricks = told[told.index("The best line, trick by trick (seat and card):") + 1 : -1]
    assert [len(trick.split()) // 2 for trick in tricks] == sizes


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
        (["--deal", "9"], "--deal"),
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


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["solve", *arguments]) == 2
    return capsys.readouterr().err


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"leader": 7}, "leader"),
        ({"hands": ["EA", "HA", "BO SO"]}, "hands"),
        ({"hands": ["EA EZ", "HA HK", 3]}, "hands[2]"),
        ({"trick": ["EA", "SA", "SZ"]}, "trick"),
        ({"trump": None}, "trump"),
        ({"contract": "solo"}, "contract"),
        ({"contract": "bettel", "trump": None, "declarer": None}, "declarer"),
        ({"tricks_done": 12}, "tricks_done"),
        ({"lost": "no"}, "lost"),
        ({"rules": 3}, "rules"),
    ],
)
def test_each_field_of_a_position_says_in_each_language_what_stands_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, object], path: str
) -> None:
    file = position_file(tmp_path, **changes)
    for lang, word in (("de", "hier "), ("en", "wanted "), ("fr", "il faut")):
        said = refused(capsys, file, "--lang", lang)
        assert said.startswith(f"{file}: {path}")
        assert word in said


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"hands": ["EA EA", "EA HK", "BO SO"]}, "EA gibt es in diesem Blatt nicht"),
        ({"hands": ["E7 EA", "HA HK", "BO SO"]}, "E7 gibt es in diesem Blatt nicht"),
        ({"trumps": "H"}, "ein Feld trumps gibt es nicht; es gibt rules, hands"),
        ({"rules": "stamtisch"}, "meinst du stammtisch?"),
    ],
)
def test_what_is_no_position_is_told_in_german(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, object], said: str
) -> None:
    assert said in refused(capsys, position_file(tmp_path, **changes))


def test_a_position_without_hands_is_not_taken_for_a_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "position.json"
    file.write_text('{"rules": "stammtisch", "leader": 0}', encoding="utf-8")
    assert "weder ein Protokoll noch eine Stellung" in refused(capsys, str(file))


@pytest.mark.parametrize("content", ["[" * 200_000, '{"hands":' * 100_000, "", "{", "[]"])
def test_a_text_that_is_neither_is_refused_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str
) -> None:
    file = tmp_path / "position.json"
    file.write_text(content, encoding="utf-8")
    assert refused(capsys, str(file)).startswith(f"{file}:1:")


@pytest.mark.parametrize(
    ("lang", "said"), [("de", "kein Text"), ("en", "no UTF-8 text"), ("fr", "pas un texte")]
)
def test_a_file_that_is_no_text_is_named_with_the_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str, said: str
) -> None:
    file = tmp_path / "noise.bnk"
    file.write_bytes(b"binokel 1\nab\xff")
    err = refused(capsys, str(file), "--lang", lang)
    assert err.startswith(f"{file}:2:3: ")
    assert said in err


def test_a_byte_order_mark_before_a_position_does_no_harm(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "position.json"
    file.write_text("\ufeff" + json.dumps(POSITION), encoding="utf-8")
    assert "Trumpf" in solved(capsys, str(file))


@pytest.mark.parametrize("option", [["--at", "3"], ["--deal", "1"], ["--at", "x"]])
def test_a_position_has_no_other_moments(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: list[str]
) -> None:
    assert "nur für Protokolle" in refused(capsys, position_file(tmp_path), *option)


def test_what_is_not_in_a_record_says_what_is(capsys: pytest.CaptureFixture[str]) -> None:
    folder = GOLDEN.parent
    assert "Stiche 1 bis 12, mit 0 bis 2" in refused(capsys, str(GOLDEN), "--at", "9.3")
    assert "kein Spiel 9; es hat 1" in refused(capsys, str(GOLDEN), "--deal", "9")
    given_up = str(folder / "example-ab-in-schellen.bnk")
    assert "keine Karten gespielt" in refused(capsys, given_up)
    stock = refused(capsys, str(folder / "zu-zweit-1.bnk"), "--at", "5")
    assert "16 Karten liegen noch im Stapel" in stock
    assert "--at" in stock


def test_the_deal_of_a_record_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert solved(capsys, str(GOLDEN), "--at", "12").startswith("Spiel 1 des Protokolls.")
    told = json.loads(solved(capsys, str(GOLDEN), "--at", "12", "--format", "json"))
    assert told["deal"] == 1


def test_an_interrupt_ends_a_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stopped: list[OpenSolver] = []

    def interrupt(_future: object) -> None:
        raise KeyboardInterrupt

    def note(solver: OpenSolver) -> None:
        stopped.append(solver)

    monkeypatch.setattr("concurrent.futures.Future.result", interrupt)
    monkeypatch.setattr(OpenSolver, "stop", note)
    assert main(["solve", position_file(tmp_path)]) == 130
    assert len(stopped) == 1
    assert capsys.readouterr().out == ""
