"""`binokel replay` and `binokel verify`: what they print, and their exit codes."""

import json
from pathlib import Path
from typing import Any

import pytest

from binokel.cli import main
from binokel.cli.records import MAX_BYTES
from binokel.engine.actions import NoCut, Pass, Shuffle
from binokel.engine.evaluate import evaluate
from binokel.engine.match import Match
from binokel.engine.record import format_record, parse_record, record_of_view, replay, to_dict
from binokel.errors import BinokelError
from binokel.testing.builders import rules_with
from tests.unit.engine.record_texts import SAMPLE, conceded

GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("*.bnk"))
NAMED = {path.stem: path for path in GOLDEN}


class Run:
    """One call of a command on a record: exit code, standard output and standard error."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *words: str | Path) -> None:
        self.code = main([str(word) for word in words])
        self.out, self.err = capsys.readouterr()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "abend.bnk"


def run_json(capsys: pytest.CaptureFixture[str], *words: str | Path) -> Any:
    run = Run(capsys, *words, "--format", "json")
    assert run.code == 0, run.err
    return json.loads(run.out)


def test_a_valid_record_exits_0(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    file.write_text(conceded(), encoding="utf-8")
    run = Run(capsys, "verify", file)
    assert (run.code, run.err) == (0, "")
    assert run.out == (
        "Das Protokoll stimmt: stammtisch, gewertete Spiele: 1. "
        "Die Partie ist noch nicht zu Ende.\n"
    )
    assert "The record is valid" in Run(capsys, "verify", file, "--lang", "en").out


def test_a_record_in_json_is_verified(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    file.write_text(json.dumps(to_dict(parse_record(conceded()))), encoding="utf-8")
    assert run_json(capsys, "verify", file) == {
        "valid": True,
        "rules": "stammtisch",
        "deals": 1,
        "totals": [30, -160, 30],
        "finished": False,
        "winners": [],
        "shuffles_checked": 0,
    }


def test_a_broken_rule_exits_1_with_place_and_reason(
    capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    file.write_text(SAMPLE.replace("2 play EA", "2 play BA"), encoding="utf-8")
    run = Run(capsys, "verify", file)
    assert (run.code, run.out) == (1, "")
    assert run.err.startswith(f"{file}:19:25: `play BA` geht nicht: ")
    assert "EA liegt" in run.err or "EA" in run.err
    assert Run(capsys, "replay", file).code == 1
    run = Run(capsys, "verify", file, "--format", "json")
    error = json.loads(run.out)["error"]
    assert run.code == 1
    assert (error["code"], error["details"]["reason"]) == ("record", "must_follow")
    assert (error["details"]["line"], error["details"]["column"]) == (19, 25)


def test_a_wrong_sum_exits_1(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    file.write_text(conceded().replace("Carla 30", "Carla 40"), encoding="utf-8")
    run = Run(capsys, "verify", file)
    assert run.code == 1
    assert "es steht Anna 30 | Bert -160 | Carla 30" in run.err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "`binokel 1`"),
        (b"\x00\x01\x02", "das Zeichen U+0000"),
        (b"\xff\xfe\x00", "kein Text in UTF-8"),
        (b"{", "kein Protokoll in JSON"),
        (b" " * (MAX_BYTES + 1), "zu lang"),
        (SAMPLE.replace("0 bid", "0 bit").encode(), ":9:3: „bit“ ist keine Handlung"),
    ],
    ids=["empty", "binary", "utf-16", "json", "long", "word"],
)
def test_what_cannot_be_read_exits_2(
    capsys: pytest.CaptureFixture[str], file: Path, content: bytes, message: str
) -> None:
    file.write_bytes(content)
    for command in ("verify", "replay"):
        run = Run(capsys, command, file)
        assert (run.code, run.out) == (2, "")
        assert message in run.err


def test_a_missing_file_or_a_folder_exits_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for path in (tmp_path, tmp_path / "nix.bnk"):
        for command in ("verify", "replay"):
            assert Run(capsys, command, path).code == 2


def test_checked_shuffles_and_the_end_are_told(
    capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    text = NAMED["example-ab-in-schellen"].read_text(encoding="utf-8")
    rules = rules_with("wuerttemberg", match={"ends": "deals", "deals": 1})
    head = (
        format_record(Match(rules, ["Anna", "Bert", "Carla"], 2)).partition("\n\ndeal ")[0] + "\n"
    )
    file.write_text(head + text[text.index("\ndeal 1") :], encoding="utf-8")
    assert "Die Partie ist zu Ende gespielt." in Run(capsys, "verify", file).out
    assert "Gewonnen hat Carla." in Run(capsys, "replay", file).out
    document = (Path(__file__).parents[3] / "docs" / "notation.md").read_text(encoding="utf-8")
    committed = next(part for part in document.split("```") if "\nsecret " in part)
    file.write_text(committed.partition("\n")[2], encoding="utf-8")
    run = Run(capsys, "verify", file)
    assert "Mischungen aus der Zusage nachgerechnet: 1." in run.out


def test_partners_who_have_won_are_joined_as_one_says_it(
    capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    text = NAMED["example-ab-zu-viert"].read_text(encoding="utf-8")
    names = ["Anna", "Bert", "Gretel", "Karl"]
    rules = rules_with(parse_record(text).rules.id, match={"ends": "deals", "deals": 1})
    head = format_record(Match(rules, names, 0)).partition("\n\ndeal ")[0] + "\n"
    deal = text[text.index("\ndeal 1") :].partition("\nsum ")[0] + "\n"
    file.write_text(head + deal, encoding="utf-8")
    assert "Gewonnen haben Anna und Gretel." in Run(capsys, "replay", file).out


@pytest.mark.parametrize("path", GOLDEN[::4], ids=lambda path: path.stem)
def test_every_record_is_told_to_its_last_sum(
    capsys: pytest.CaptureFixture[str], path: Path
) -> None:
    seats = len(parse_record(path.read_text(encoding="utf-8")).seats)
    for seat in ((), ("--seat", "0"), ("--seat", str(seats - 1))):
        run = Run(capsys, "replay", path, *seat, "--lang", "en")
        assert (run.code, run.err) == (0, "")
        total = path.read_text(encoding="utf-8").splitlines()[-1].removeprefix("sum ")
        assert total.replace("-", "−") in run.out


def test_a_deal_is_told_with_melds_tricks_and_every_line_of_the_score(
    capsys: pytest.CaptureFixture[str],
) -> None:
    run = Run(capsys, "replay", NAMED["example-verloren-doppelt"])
    for line in (
        "  Dabb: SU SU BU BU",
        "  Bert hat 4 Karten gedrückt. SU SU BU BU",
        "  Bert meldet 40: Paar Herz 40",
        "  Stich 1: Anna EK · Bert HO · Carla EZ  → Stich für Bert, 17 Augen",
        "      −800  Gebot verloren  [loss-double-or-plus100]",
        "         0  Meldungen verfallen (kein Stich)  [meld-trick-team]",
        "  Stand: Anna 0 | Bert −800 | Carla 40",
    ):
        assert f"{line}\n" in run.out


def test_a_seat_is_told_only_what_it_knew(capsys: pytest.CaptureFixture[str]) -> None:
    path = NAMED["example-verloren-doppelt"]
    run = Run(capsys, "replay", path, "--seat", "0")
    assert "\n  Anna: EK" in run.out
    assert "\n  Bert: HA HA" not in run.out
    assert "\n  Bert: HA HA" in Run(capsys, "replay", path).out
    assert "  Bert hat 4 Karten gedrückt.\n" in run.out
    content = run_json(capsys, "replay", path, "--seat", "0")
    (deal,) = content["deals"]
    assert [hand is None for hand in deal["hands"]] == [False, True, True]
    assert deal["dabb"] is None
    hidden = [step["action"] for step in deal["steps"] if step["action"]["do"] == "bury"]
    assert hidden == [{"do": "bury", "card": None}] * 4
    assert deal["steps"][0]["action"] == {"do": "shuffle", "order": None}


def test_the_json_form_holds_steps_scores_and_totals(capsys: pytest.CaptureFixture[str]) -> None:
    content = run_json(capsys, "replay", NAMED["example-halber-reiz"])
    (deal,) = content["deals"]
    assert (content["rules"], content["seats"]) == ("heroldstatt", ["Anna", "Bert", "Carla"])
    assert (content["totals"], content["finished"], content["winners"]) == (
        [-310, 220, 160],
        False,
        [],
    )
    assert (deal["number"], deal["dealer"], deal["totals"]) == (1, 2, [-310, 220, 160])
    assert deal["steps"][2] == {
        "seat": 0,
        "action": {"do": "bid", "value": 310},
        "phase": "auction",
        "to_act": 1,
    }
    assert sum(line["points"] for line in deal["score"]["lines"] if line["side"] == 1) == 220


def test_one_deal_can_be_chosen(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    match = replay(parse_record(conceded()))
    shuffle = match.entries[0].action
    match.apply(shuffle)
    file.write_text(format_record(match), encoding="utf-8")
    run = Run(capsys, "replay", file, "--deal", "2")
    assert "Spiel 2, Geber: Anna" in run.out
    assert "Spiel 1" not in run.out
    run = Run(capsys, "replay", file, "--deal", "3")
    assert run.code == 2
    assert "im Protokoll stehen 2 Spiele" in run.err
    assert Run(capsys, "replay", file, "--seat", "3").code == 2
    file.write_text(format_record(Match(match.rules, match.seats, 1)), encoding="utf-8")
    assert Run(capsys, "replay", file).code == 0


def test_an_unfinished_trick_and_what_was_taken_back_are_told(
    capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    file.write_text(SAMPLE + "# hm\n", encoding="utf-8")
    out = Run(capsys, "replay", file).out
    assert "  zurückgenommen: 1\n  # comment\n  # hm\n  Stich 1: Anna EA · Bert EZ\n" in out


def test_a_record_that_hides_cards_is_shown_as_written(
    capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    text = format_record(record_of_view(replay(parse_record(SAMPLE)).observe(0)))
    file.write_text(text, encoding="utf-8")
    assert Run(capsys, "replay", file).out == text
    assert run_json(capsys, "replay", file) == to_dict(parse_record(text))
    run = Run(capsys, "verify", file)
    assert run.code == 2
    assert "lässt sich zeigen, aber nicht nachspielen" in run.err


SPECIAL: dict[str, tuple[dict[str, dict[str, object]], str, tuple[str, ...]]] = {
    "called": (
        {"dabb": {"call": "on"}},
        "1 take\n1 call EA\n1 give HA\n",
        (
            "Bert ruft Eichel-Daus und bekommt die Karte von Carla. Gespielt wird für 400.",
            "Bert gibt Carla dafür Herz-Daus.",
        ),
    ),
    "hidden": (
        {"dabb": {"call": "on", "shown": False}},
        "1 take\n1 call EA\n1 give HA\n",
        ("Bert nimmt den Dabb verdeckt auf.", "Bert gibt Carla dafür eine Karte."),
    ),
    "durch": (
        {"contracts": {"durch_trump": "named"}},
        "1 take\n1 bury SU HU EU BO\n1 durch trump H\n",
        ("Bert sagt an: Durch! Trumpf Herz",),
    ),
}


@pytest.mark.parametrize("name", SPECIAL)
def test_calls_and_contracts_are_told(
    capsys: pytest.CaptureFixture[str], file: Path, name: str
) -> None:
    changes, steps, expected = SPECIAL[name]
    rules = rules_with("stammtisch", **changes)
    head = (
        format_record(Match(rules, ["Anna", "Bert", "Carla"], 2)).partition("\n\ndeal ")[0] + "\n"
    )
    body = SAMPLE[SAMPLE.index("\ndeal 1") : SAMPLE.index("1 take")]
    file.write_text(head + body + steps, encoding="utf-8")
    out = Run(capsys, "replay", file, "--seat", "0" if name == "hidden" else "2").out
    for sentence in expected:
        assert sentence in out


def test_claims_are_told_with_their_verdict(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    path = NAMED["example-verloren-doppelt"]
    text = path.read_text(encoding="utf-8")
    rules = rules_with("wuerttemberg", penalties={"strict": True})
    head = (
        format_record(Match(rules, ["Anna", "Bert", "Carla"], 2)).partition("\n\ndeal ")[0] + "\n"
    )
    body = text[text.index("\ndeal 1") : text.index("\nsum")]
    last = "1 play HU   2 play SA   0 play SZ"
    wrong = body.replace(last, last) + "\n0 claim 2 trick 0\n0 claim 1 trick 3\n0 sign\n"
    file.write_text(head + wrong, encoding="utf-8")
    out = Run(capsys, "replay", file).out
    assert (
        "Anna reklamiert: Carla habe im 1. Stich falsch gespielt. Nachgesehen: Das stimmt nicht."
        in out
    )
    assert "Anna unterschreibt." in out


def test_a_redeal_and_a_turned_up_card_are_told(
    capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    rules = rules_with("wuerttemberg")
    match = Match(rules, ["Anna", "Bert", "Carla"], 2)
    match.apply(Shuffle(rules.cards))
    for action in (NoCut(), Pass(), Pass(), Pass()):
        match.apply(action)
    file.write_text(format_record(match), encoding="utf-8")
    assert "Niemand hat gereizt" in Run(capsys, "replay", file).out
    assert "  Aufgedeckt ist " in Run(capsys, "replay", NAMED["zu-zweit-1"], "--seat", "1").out


def typed(text: str) -> str:
    """Return a record as a person types it: no blank lines, nothing that goes without saying."""
    return "".join(
        f"{line}\n" for line in text.splitlines() if line and not line.endswith("nothing")
    )


FAULTS = [
    (SAMPLE, "2 play EA", "2 play BA", (16, 25)),
    (SAMPLE, "cut 13\n", "cut 40\n", (7, 1)),
    (SAMPLE, "undo 1", "sum Anna 1 | Bert 0 | Carla 0", (17, 1)),
    (conceded(), "Carla 30", "Carla 40", (14, 1)),
    (SAMPLE, "shuffle EA ", "shuffle ", (6, 1)),
    (SAMPLE, "bury SU HU EU BO", "bury hidden hidden hidden hidden", (13, 1)),
]


@pytest.mark.parametrize(("text", "old", "new", "place"), FAULTS)
def test_every_command_points_at_the_line_that_was_typed(
    capsys: pytest.CaptureFixture[str],
    file: Path,
    text: str,
    old: str,
    new: str,
    place: tuple[int, int],
) -> None:
    bad = typed(text)
    if old == "shuffle EA ":
        first = bad.index("shuffle ") + len("shuffle ")
        bad = bad[:first] + bad[first + 3 :]
    else:
        assert old in bad
        bad = bad.replace(old, new, 1)
    file.write_text(bad, encoding="utf-8")
    line, column = place
    for command in ("verify", "replay") if "hidden" not in new else ("verify",):
        assert Run(capsys, command, file).err.startswith(f"{file}:{line}:{column}: ")
    with pytest.raises(BinokelError) as caught:
        evaluate({"op": "replay", "record": bad})
    assert (caught.value.details["line"], caught.value.details["column"]) == place
    assert "in_form" not in caught.value.details


def test_in_json_the_place_is_that_in_the_text_form_and_this_is_said(
    capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    content = to_dict(parse_record(SAMPLE.replace("2 play EA", "2 play BA")))
    file.write_text(json.dumps(content, indent=1), encoding="utf-8")
    for command in ("verify", "replay"):
        run = Run(capsys, command, file)
        assert f"{file}: im Text dieses Protokolls (Zeile 19, Spalte 25): " in run.err
    with pytest.raises(BinokelError, match="line 19, column 25 of its text form: ") as caught:
        evaluate({"op": "replay", "record": content})
    assert caught.value.details["in_form"] is True
    content["seats"][0] = "Anna | Bert"
    with pytest.raises(BinokelError, match="line 3, column 1 of its text form: "):
        evaluate({"op": "replay", "record": content})
