"""Problems have a stable code and are told in every language."""

import re
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import binokel.rules
from binokel.errors import RuleSetError
from binokel.locales import LANGUAGES, catalogue
from binokel.rules.loader import load_ruleset
from binokel.rules.problems import Problem, problem, problems_of, tell

SOURCES = Path(binokel.rules.__file__).parent


def problems(rules: Any) -> list[Problem]:
    with pytest.raises(RuleSetError) as caught:
        load_ruleset({"extends": "stammtisch", **rules})
    return problems_of(caught.value)


def test_a_problem_is_told_in_three_languages() -> None:
    (found,) = problems({"table": {"seats": 4}})
    assert (found.path, found.code, found.values["dealt"]) == ("deal.hand", "card_sum", 52)
    assert [tell(found, lang) for lang in LANGUAGES] == [
        "deal.hand: 4 Plätze x 12 + 4 im Dabb sind 52 Karten, das Spiel hat 40",
        "deal.hand: 4 seats x 12 + 4 in the Dabb are 52 cards, the deck has 40",
        "deal.hand: 4 places x 12 + 4 au Dabb font 52 cartes, le jeu en a 40",
    ]


def told(source: Any) -> list[str]:
    with pytest.raises(RuleSetError) as caught:
        load_ruleset(source)
    (found,) = problems_of(caught.value)
    return [tell(found, lang) for lang in LANGUAGES]


def test_what_was_typed_is_quoted_as_each_language_does(tmp_path: Path) -> None:
    german, english, french = told({"extends": "stammtsch"})
    assert german == "extends: kein Regelwerk heißt „stammtsch“; meinst du stammtisch?"
    assert english == "extends: no rule set is called 'stammtsch'; did you mean stammtisch?"
    assert "aucun jeu de règles ne s’appelle «\xa0stammtsch\xa0»\xa0;" in french
    path = tmp_path / "no.toml"
    path.write_bytes(b"\xff")
    german, english, french = told(path)
    assert german.startswith(f"„{path}“ ist kein UTF-8-Text")
    assert english.startswith(f"'{path}' is no UTF-8 text")
    assert french.startswith(f"«\xa0{path}\xa0» n’est pas un texte UTF-8")


def test_what_cannot_be_seen_in_a_name_is_told_in_one_line() -> None:
    assert "heißt „ni\\nx“; es gibt" in told({"extends": "ni\nx"})[0]


def test_what_is_allowed_is_told_in_the_language_too() -> None:
    (found,) = problems({"scoring": {"lost_bonus": "half"}})
    assert found.allowed == ("half-up", "half-down", "a whole number from 0 to 100000")
    assert "half-up, half-down oder eine ganze Zahl von 0 bis 100000" in tell(found, "de")
    assert "meinst du half-up oder half-down?" in tell(found, "de")


def test_every_text_of_a_problem_belongs_to_a_code_and_every_code_has_one() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in sorted(SOURCES.glob("*.py")))
    texts = {key.removeprefix("problem.") for key in catalogue("de") if key.startswith("problem.")}
    dynamic = {f"word.{name}" for name in ("pattern", "eight_ranks", "fours", "source")}
    dynamic |= {"both_ends_target", "both_ends_deals", "forced_forehand", "forced_dealer"}
    dynamic |= {"syntax.JSON", "syntax.TOML", "or", "in_file"}
    assert {name for name in texts - dynamic if f'"{name}"' not in code} == set()
    used = set(re.findall(r'problem\([^,()]+(?:\([^()]*\))?, "(\w+)"', code))
    assert len(used) > 25
    assert used <= texts


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_problem_can_be_told(lang: str) -> None:
    for key, words in catalogue(lang).items():
        if key.startswith("problem.") and not key.startswith("problem.word."):
            names = {name for _, name, _, _ in Formatter().parse(words) if name}
            values = dict.fromkeys(names - {"near"}, "x")
            found = problem("a.b", key.removeprefix("problem."), suggestions=["y"], **values)
            assert tell(found, lang).startswith("a.b: ")


def test_a_problem_of_an_extended_file_names_the_file_in_every_language(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('extends = "palast"\n[melds]\npiar = 3')
    (tmp_path / "b.toml").write_text('extends = "a.toml"')
    with pytest.raises(RuleSetError) as caught:
        load_ruleset(tmp_path / "b.toml")
    (found,) = problems_of(caught.value)
    assert [tell(found, lang).rpartition("(")[2] for lang in LANGUAGES] == [
        "in a.toml)",
        "in a.toml)",
        "dans a.toml)",
    ]
