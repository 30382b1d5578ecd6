"""Errors in the words of a language, wherever a command prints them."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from binokel.cards.notation import Lang, parse_card
from binokel.cli import main
from binokel.cli.explain import explain
from binokel.engine.record import verify
from binokel.errors import BadJson, BinokelError, KernelMissing, NotationError
from binokel.players.registry import find_player, player_for
from binokel.rules.catalog import find_ruleset
from tests.unit.engine.record_texts import SAMPLE

TOML = "[rules]\nextends = 'stammtisch'\n[rules.play]\nmust_bat = true\n"


def caught(call: Callable[[], object]) -> BinokelError:
    with pytest.raises(BinokelError) as error:
        call()
    return error.value


def changed(old: str, new: str) -> BinokelError:
    assert old in SAMPLE
    return caught(lambda: verify(SAMPLE.replace(old, new, 1)))


CASES: list[tuple[Callable[[], BinokelError], str, str]] = [
    (lambda: caught(lambda: parse_card("XX")), "„XX“ ist keine Karte", "n’est pas une carte"),
    (lambda: changed("1 play EZ", "1 play XX"), "„XX“ ist keine Karte", "n’est pas une carte"),
    (lambda: changed("trump H", "trump X"), "„X“ ist keine Farbe", "n’est pas une couleur"),
    (lambda: changed("rules stammtisch", "rules stamtisch"), "stammtisch", "stammtisch"),
    (
        lambda: changed("pair S, binokel", "double binokel"),
        "Dafür fehlen Karten: doppelter Binokel: Schippen-Ober",
        "Ober de Feuilles",
    ),
    (lambda: changed("2 play EA", "2 play BA"), "Farbzwang: Eichel-Daus (EA)", "As de Gland (EA)"),
    (lambda: changed("1 take", "1 bury SU"), "Abschnitt: Dabb aufnehmen", "Dabb"),
    (lambda: changed("1 bid 160", "2 bid 160"), "Dran ist Platz 1, nicht Platz 2", "siège 1"),
    (lambda: caught(lambda: find_ruleset("stamtisch")), "stammtisch", "stammtisch"),
    (lambda: caught(lambda: find_player("unifrm")), "meint ist vielleicht uniform", "peut-être"),
    (
        lambda: caught(lambda: player_for("dabb-easy", find_ruleset("zu-zweit"))),
        "dabb-easy kennt deal.stock von zu-zweit nicht",
        "dabb-easy ne connaît pas deal.stock de zu-zweit",
    ),
    (lambda: caught(lambda: find_player("xyz")), "kein Spieler heißt „xyz“", "aucun joueur"),
]


@pytest.mark.parametrize(("fault", "german", "french"), CASES)
def test_an_error_is_told_in_german_and_french(
    fault: Callable[[], BinokelError], german: str, french: str
) -> None:
    error = fault()
    assert german in explain(error, "de")
    assert french in explain(error, "fr")
    for words in ("no rule set", "names no", "is no", "are missing"):
        assert words not in explain(error, "de") + explain(error, "fr")


@pytest.mark.parametrize("lang", ["de", "en", "fr"])
def test_what_has_no_text_of_its_own_is_told_in_english(lang: Lang) -> None:
    assert explain(BadJson("byte 3 is no UTF-8"), lang) == "byte 3 is no UTF-8"
    assert explain(NotationError("souabe-3 has no meld", text="x"), lang) == "souabe-3 has no meld"


def test_a_problem_of_an_embedded_rule_set_is_told_in_the_language() -> None:
    head = f"binokel 1\nrules own\nseats A | B | C\n{TOML}deal 1 dealer 0\n"
    error = caught(lambda: verify(head))
    assert "das Regelwerk ist nicht lesbar: play.must_bat: " in explain(error, "de")
    assert "must_beat" in explain(error, "de")


@pytest.mark.parametrize(
    ("lang", "message"), [("de", "kein Spieler heißt"), ("fr", "aucun joueur"), ("en", "no player")]
)
def test_play_tells_a_wrong_option_in_the_persons_language(
    capsys: pytest.CaptureFixture[str], lang: str, message: str
) -> None:
    assert main(["play", "--lang", lang, "--rules", "stammtisch", "--seats", "xyz"]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("lang", "message"), [("de", "Zeile 9, Spalte 3: „bit“"), ("en", "line 9, column 3: 'bit'")]
)
def test_play_tells_a_faulty_record_in_the_persons_language(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, lang: str, message: str
) -> None:
    file = tmp_path / "abend.bnk"
    file.write_text(SAMPLE.replace("0 bid", "0 bit"), encoding="utf-8")
    assert main(["play", "--lang", lang, "--resume", str(file)]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    "module", ["explain", "records", "verify", "replay", "retelling", "eval", "terminal.main"]
)
def test_every_module_of_the_commands_can_be_imported_first(module: str) -> None:
    code = f"import binokel.cli.{module}"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


@pytest.mark.parametrize(
    ("lang", "told"),
    [("de", "möglich sind compiled"), ("en", "it is compiled"), ("fr", "c’est compiled")],
)
@pytest.mark.parametrize("command", [["solve", "x.bnk"], ["arena", "leak", "uniform"]])
def test_a_command_without_its_kernel_says_so_in_the_language(
    command: list[str], lang: str, told: str
) -> None:
    words = [sys.executable, "-m", "binokel", *command, "--lang", lang]
    env = {**os.environ, "BINOKEL_KERNEL": "pyton"}
    done = subprocess.run(words, env=env, capture_output=True, check=False, encoding="utf-8")
    assert done.returncode == 2
    assert re.search(told, done.stderr)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("what", ["unknown", "stale", "cython", "other"])
def test_each_way_of_lacking_a_kernel_has_its_sentence_and_remedy(what: str) -> None:
    error = KernelMissing("told in English", what=what, wanted="python")
    assert (
        len({explain(error, "de"), explain(error, "en"), explain(error, "fr"), error.message}) == 4
    )
    assert "pip install" in explain(error, "fr") or "compiled" in explain(error, "fr")
    assert explain(KernelMissing("by another program"), "fr") == "by another program"
