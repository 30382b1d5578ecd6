"""The three languages have the same texts, and every key and value of the schema has one."""

import json
import re
from importlib.resources import files
from string import Formatter

import pytest

from binokel.errors import MissingText
from binokel.locales import LANGUAGES, catalogue, has_text, text
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.keys import all_keys
from binokel.rules.ruleset import SECTIONS

GERMAN = LANGUAGES[0]


def placeholders(template: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_languages_have_the_same_keys(lang: str) -> None:
    assert set(catalogue(lang)) == set(catalogue(GERMAN))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_text_has_the_same_placeholders_in_every_language(lang: str) -> None:
    texts, german = catalogue(lang), catalogue(GERMAN)
    assert [key for key in german if placeholders(texts[key]) != placeholders(german[key])] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_is_empty_or_has_blanks_at_its_ends(lang: str) -> None:
    assert [
        key for key, words in catalogue(lang).items() if words != words.strip() or not words
    ] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_files_are_sorted_so_that_changes_are_easy_to_read(lang: str) -> None:
    content = files("binokel.locales").joinpath(f"{lang}.json").read_text(encoding="utf-8")
    texts = json.loads(content)
    assert content == json.dumps(texts, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_and_value_of_the_schema_has_a_text(lang: str) -> None:
    wanted = [f"rules.section.{section}" for section in SECTIONS]
    wanted += [f"rules.key.{key}" for key in ("id", "title", "version", "extends", "source")]
    wanted += [f"rules.key.{key.path}" for key in all_keys()]
    wanted += [f"rules.value.{key.path}.{word}" for key in all_keys() for word in key.choices]
    wanted += [f"rules.title.{name}" for name in names()]
    assert [key for key in wanted if not has_text(key, lang)] == []


def test_no_text_is_left_over_for_a_key_that_is_gone() -> None:
    known = {f"rules.key.{key.path}" for key in all_keys()}
    known |= {f"rules.key.{key}" for key in ("id", "title", "version", "extends", "source")}
    known |= {f"rules.value.{key.path}.{word}" for key in all_keys() for word in key.choices}
    known |= {f"rules.value.{word}" for word in ("true", "false", "off")}
    known |= {f"rules.title.{name}" for name in names()}
    families = ("rules.key.", "rules.value.", "rules.title.")
    assert [key for key in catalogue(GERMAN) if key.startswith(families) and key not in known] == []


@pytest.mark.parametrize("name", names())
def test_the_german_title_is_that_of_the_file(name: str) -> None:
    assert text(f"rules.title.{name}") == find_ruleset(name).title


@pytest.mark.parametrize("lang", LANGUAGES)
def test_titles_are_different(lang: str) -> None:
    assert len({text(f"rules.title.{name}", lang) for name in names()}) == len(names())


def test_french_has_fixed_blanks_before_its_high_punctuation() -> None:
    bad = re.compile(r"[^\u00a0][;:!?»](?!\w)|«[^\u00a0]")
    french = {key: re.sub(r"\{[^}]*\}", "x", words) for key, words in catalogue("fr").items()}
    assert [key for key, words in french.items() if bad.search(words)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_apostrophes_and_quotes_are_typographic(lang: str) -> None:
    ours = {
        key: words for key, words in catalogue(lang).items() if key.startswith(("rules", "sheet"))
    }
    assert [key for key, words in ours.items() if "'" in words or '"' in words] == []


@pytest.mark.parametrize(
    ("lang", "foreign"),
    [("de", r"'\{|\}'|[«»]|“\{|\}”"), ("en", "[„«»]"), ("fr", r"'\{|\}'|[„“”]")],
)
def test_what_was_typed_stands_in_the_quotation_marks_of_the_language(
    lang: str, foreign: str
) -> None:
    texts = catalogue(lang).items()
    assert [key for key, words in texts if re.search(foreign, words)] == []
    # What a file of rules spells with straight marks is shown as it stands there.
    straight = [key for key, words in texts if '"{' in words]
    assert straight == [key for key in straight if key.startswith("problem.")]


def test_a_missing_text_is_an_error_that_names_the_key() -> None:
    with pytest.raises(MissingText, match=r"no text 'rules\.nothing' in 'fr'") as caught:
        text("rules.nothing", "fr")
    assert caught.value.details == {"lang": "fr", "key": "rules.nothing"}
    with pytest.raises(KeyError):
        text("rules.nothing")


def test_a_missing_language_is_an_error_that_names_the_languages() -> None:
    with pytest.raises(MissingText, match="there are de, en, fr"):
        text("rules.title.palast", "it")


def test_a_missing_value_is_an_error_that_names_the_key() -> None:
    with pytest.raises(MissingText, match=r"sheet\.bid\.maximum.*needs a value for 'maximum'"):
        text("sheet.bid.maximum")
