"""Words, refusals, and the pages of rules and glossary."""

import re
from typing import get_args

import pytest

from binokel.cards.card import SUITS, Card
from binokel.cards.notation import Lang, SuitStyle, format_suit
from binokel.engine.actions import BuryCard, BuryDone, PlayCard, TakeDabb
from binokel.errors import MissingText
from binokel.locales import catalogue
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.sheet import sheet
from binokel.telling import Words
from binokel.telling.melds import outlook_line, outlooks
from binokel.telling.rulebook import WORDS, glossary, rules_page
from binokel.telling.scene import goal_line, result_line
from binokel.testing.builders import (
    deal_with,
    declared,
    do,
    play_to,
    played,
    rules_with,
    won_by,
)
from tests.unit.telling.scenes import scene

LANGS: tuple[Lang, ...] = get_args(Lang)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("de", ("eine Karte", "4 Karten", "−200 Punkte", "1 Punkt")),
        ("en", ("one card", "4 cards", "−200 points", "1 point")),
        ("fr", ("une carte", "4 cartes", "−200 points", "1 point")),
    ],
)
def test_what_is_counted_stands_in_the_singular_or_plural(lang: Lang, said: tuple[str]) -> None:
    words = Words(lang)
    counted = [words.count("cards", n) for n in (1, 4)]
    assert (*counted, *(words.count("points", n) for n in (-200, 1))) == said


def test_suits_and_ranks_follow_the_wish_of_the_seat() -> None:
    assert Words("de").card(Card.SO) == "Schippen-Ober"
    assert Words("de", "french").card(Card.SO) == "Pik-Dame"
    assert Words("en", "french").card(Card.SO) == "Queen of Spades"


def test_an_unknown_text_is_an_error() -> None:
    with pytest.raises(MissingText, match=r"told\.nonsense"):
        Words("de")("nonsense")


def test_a_refusal_names_the_duty_and_the_card() -> None:
    rules = rules_with("stammtisch")
    state = declared(deal_with(rules, "SO | SA SK", dabb="BU BU BO BO"), bury="BU BU BO BO")
    state = played(state, "SO")
    fault = state.why_illegal(PlayCard(Card.EA if state.hand(1).count(Card.EA) else Card.HA))
    assert fault is not None
    said = Words("de").refusal(fault, ("Anna", "Bert", "Carla"))
    assert said.startswith("Farbzwang: Schippen-Ober wurde ausgespielt")


def test_a_refused_burying_says_how_many_cards_there_are() -> None:
    state = won_by(deal_with(rules_with("stammtisch")), 0, 200).apply(TakeDabb())
    fault = state.why_illegal(BuryDone())
    assert fault is not None
    said = Words("de").refusal(fault, ("Anna", "Bert", "Carla"))
    assert said == "Gedrückt werden 4 Karten; jetzt liegen 0."


def test_the_outlook_shows_each_trump_and_what_burying_breaks() -> None:
    hand = "EK EO SK SO HA HZ BU BA BZ EA EZ SA"
    state = won_by(deal_with(rules_with("stammtisch"), hand, dabb="HU HU BK HK"), 0, 200)
    state = do(state, TakeDabb(), BuryCard(Card.EK))
    lines = [outlook_line(Words("de"), one) for one in outlooks(scene(state, 0).view)]
    assert [line.partition(":")[0] for line in lines] == [
        f"Trumpf {suit}" for suit in ("Eichel", "Schippe", "Herz", "Bollen")
    ]
    assert lines[0] == "Trumpf Eichel: 160 statt 280; weg: vier Könige 80, Paar Eichel 40"
    assert lines[1].endswith("; weg: vier Könige 80, Paar Eichel 20")
    assert outlooks(scene(state, 1).view)
    assert not outlooks(scene(state, None).view)


@pytest.mark.parametrize(
    ("match", "goal"),
    [
        ({}, "Gespielt wird bis 1000 Punkte."),
        ({"only_by_won_bid": True}, "Gespielt wird bis 1000 Punkte, mit einem selbst gewonnenen"),
        ({"ends": "deals", "deals": 1, "target": "off"}, "Die Partie hat ein Spiel."),
        ({"ends": "deals", "deals": 12, "target": "off"}, "Die Partie hat 12 Spiele."),
    ],
)
def test_the_goal_is_told_in_a_few_words(match: dict[str, object], goal: str) -> None:
    told = scene(deal_with(rules_with("stammtisch", match=match)), 0)
    assert goal_line(told).startswith(goal)
    assert result_line(told) == ""


@pytest.mark.parametrize("base", ["stammtisch", "kreuzbinokel"])
def test_the_result_congratulates_the_winner(base: str) -> None:
    rules = rules_with(base, match={"ends": "deals", "deals": 1, "target": "off"})
    state = play_to(declared(deal_with(rules)))
    assert state.score is not None
    best = max(state.score.scores)
    winners = [side for side, score in enumerate(state.score.scores) if score == best]
    assert len(winners) == 1
    seats = rules.sides[winners[0]]
    other = next(seat for seat in range(rules.n_seats) if seat not in seats)
    assert result_line(scene(state, seats[0])).endswith("gewonnen. Glückwunsch!")
    assert result_line(scene(state, other)).startswith("Gewonnen ha")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", names())
def test_the_page_of_rules_says_what_the_sheet_says(name: str, lang: Lang) -> None:
    rules = find_ruleset(name)
    page, printed = rules_page(rules, lang), " ".join(sheet(rules, lang).split())
    assert page.id == name
    assert any(section.rows for section in page.sections)
    for section in page.sections:
        assert section.title
        for sentence in section.sentences:
            assert " ".join(sentence.split()) in printed
        assert all(row.text in printed and row.points for row in section.rows)


@pytest.mark.parametrize("lang", LANGS)
def test_every_word_is_explained_once_and_in_a_sentence(lang: Lang) -> None:
    words = glossary(lang)
    assert len({word.word for word in words}) == len(WORDS)
    assert all(word.meaning.endswith(".") for word in words)
    assert "Bärle" in next(word.also for word in words if "Bärle" in word.also)


def test_no_text_of_the_glossary_is_left_over() -> None:
    known = {f"glossary.{word}.{part}" for word in WORDS for part in ("word", "also", "meaning")}
    assert {key for key in catalogue("de") if key.startswith("glossary.")} <= known


def test_the_glossary_is_in_the_order_of_the_alphabet() -> None:
    found = [word.word for word in glossary("de")]
    assert found.index("abgehen") < found.index("Augen") < found.index("drücken")
    assert found.index("drücken") < found.index("Durch") < found.index("Zwangsspiel")


@pytest.mark.parametrize("lang", get_args(Lang))
@pytest.mark.parametrize("style", get_args(SuitStyle))
def test_the_settings_of_the_page_name_the_suits_as_the_table_does(
    lang: Lang, style: SuitStyle
) -> None:
    told = catalogue(lang)[f"web.settings.suits.{style}_names"]
    assert told.split(", ") == [format_suit(suit, lang, style) for suit in SUITS]


def test_french_has_one_word_for_each_thing_and_one_kind_of_apostrophe() -> None:
    pages = ("web.", "told.", "sheet.", "reason.", "fact.", "rules.", "glossary.")
    texts = {key: text for key, text in catalogue("fr").items() if key.startswith(pages)}
    named = {key: text for key, text in texts.items() if not key.endswith(".also")}
    other_words = ("Dapp", "Diss", "déclarant", "une pioche", "la pioche")
    assert [key for key, text in named.items() if any(word in text for word in other_words)] == []
    assert [key for key, text in texts.items() if re.search(r"\w'[\w{]", text)] == []
