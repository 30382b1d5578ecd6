"""What a player decides is told as advice: what to do, why, and what else was weighed."""

from random import Random
from typing import Any

import pytest

from binokel.cards.card import Card, Suit
from binokel.engine.actions import (
    Action,
    Bid,
    BuryCard,
    BuryDone,
    CallCard,
    ClaimRevoke,
    Concede,
    Cut,
    DeclareMelds,
    ExchangeDix,
    GiveCard,
    Knock,
    NameContract,
    NameTrump,
    NoCut,
    Pass,
    PlayCard,
    Sign,
    TakeBack,
    TakeDabb,
)
from binokel.engine.match import MatchView
from binokel.engine.phase import Phase
from binokel.engine.state import CHANCE, shuffled
from binokel.errors import MissingText
from binokel.locales import catalogue, text
from binokel.players.base import Alternative, Budget, Decision, Fact, Unit
from binokel.players.registry import find_player
from binokel.rules.contracts import Contract
from binokel.rules.melds import Meld, MeldKind
from binokel.telling import Words
from binokel.telling.advice import (
    Advice,
    actions_of,
    advice,
    goes_on,
    reasons,
    tell_fact,
    what_to_do,
)
from binokel.telling.players import player_about, player_title
from binokel.telling.scene import Scene
from binokel.testing.builders import deal_with, rules_with, won_by
from tests.unit.telling.scenes import new_match, scene
from tests.unit.telling.test_everywhere import LANGS, check, check_sentence, rule_sets

PAIR = Meld(MeldKind.PAIR, (Card.HK, Card.HO), 20)


def table() -> Scene:
    return scene(deal_with(rules_with()), 0)


def check_advice(found: Advice, told: Scene) -> None:
    check_sentence(found.text, told)
    assert len(found.reasons) <= 3
    for reason in found.reasons:
        check_sentence(reason, told)
        assert len(reason) <= 90, reason
    assert len(found.weighed) <= 5
    for other in found.weighed:
        check(other.text, told)
        check(other.value, told)
    if found.weighed:
        check_sentence(found.meaning, told)


@pytest.mark.parametrize("number", range(8))
def test_whatever_is_asked_under_any_rules_the_advice_is_whole_sentences(number: int) -> None:
    player, phases = find_player("heuristic"), set[Phase]()
    for rules in rule_sets()[number::8]:
        match, rng = new_match(rules), Random(number)
        match.apply(shuffled(rules, rng))
        while not match.deal.is_over:
            seat = match.to_act
            assert seat is not None
            assert seat != CHANCE
            view = match.observe(seat)
            decision = player.decide(view, rng, Budget(nodes=3))
            told = Scene(Words(LANGS[len(match.entries) % len(LANGS)]), view)
            check_advice(advice(told, [decision]), told)
            phases.add(view.deal.phase)
            match.apply(decision.action)
    assert {Phase.PLAY, Phase.AUCTION} <= phases


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Bid(210), "Sag 210."),
        (Pass(), "Sag weg."),
        (Cut(12), "Heb ab: 12 Karten."),
        (Knock(), "Klopf."),
        (NoCut(), "Heb nicht ab."),
        (TakeDabb(), "Nimm den Dabb auf."),
        (BuryCard(Card.HZ), "Drück Herz-Zehner."),
        (BuryDone(), "Lass es so liegen: fertig gedrückt."),
        (TakeBack(Card.HZ), "Nimm Herz-Zehner zurück."),
        (NameTrump(Suit.S), "Sag Schippe als Trumpf an."),
        (NameContract(Contract.DURCH, is_open=True), "Sag an: Aufgelegter Durch."),
        (Concede(Suit.B), "Geh ab in Bollen."),
        (CallCard(Card.SO), "Ruf Schippen-Ober."),
        (GiveCard(Card.SO), "Gib Schippen-Ober her."),
        (DeclareMelds((PAIR,)), "Meld Paar Herz 20, zusammen 20 Punkte."),
        (DeclareMelds(), "Meld jetzt nichts."),
        (ExchangeDix(), "Tausch den Trumpf-Siebener."),
        (PlayCard(Card.HA), "Spiel Herz-Daus."),
        (Sign(), "Unterschreib."),
        (ClaimRevoke(2, 0), "Reklamier den 1. Stich von Carla."),
    ],
)
def test_every_action_can_be_advised(action: Action, said: str) -> None:
    assert what_to_do(table(), [action]) == said


def test_cards_to_bury_are_named_together_and_what_ends_the_burying_is_not_yet_advised() -> None:
    decisions = [Decision(BuryCard(card)) for card in (Card.HZ, Card.SU)]
    assert goes_on(decisions)
    decisions.append(Decision(BuryDone()))
    assert not goes_on(decisions)
    found = advice(table(), decisions)
    assert found.actions == (BuryCard(Card.HZ), BuryCard(Card.SU))
    assert found.text == "Drück Herz-Zehner, Schippen-Unter."
    assert actions_of([Decision(BuryDone())]) == (BuryDone(),)


def test_a_player_that_buries_and_takes_back_for_ever_comes_to_an_end() -> None:
    decisions = [Decision(BuryCard(Card.HZ)), Decision(TakeBack(Card.HZ))] * 6
    assert not goes_on(decisions)
    assert goes_on(decisions[:-1])


def weighing(
    *values: tuple[Action, float, float],
    do: Action,
    unit: Unit = "points",
    chance: float | None = None,
) -> Advice:
    alternatives = tuple(
        Alternative(action, value, (value - margin, value + margin), chance)
        for action, value, margin in values
    )
    return advice(table(), [Decision(do, alternatives, (), unit)])


def test_values_stand_with_their_sign_and_uncertainty_and_the_advised_one_is_marked() -> None:
    found = weighing((Bid(160), 38.4, 11.6), (Pass(), -20.0, 4.0), do=Bid(160), chance=0.625)
    first, second = found.weighed
    assert (first.text, first.value) == ("160 sagen", "etwa +38 ± 12 Punkte")
    assert (second.text, second.value) == ("Weg sagen", "etwa −20 ± 4 Punkte")
    assert first.chance == "gelingt zu etwa 62\u00a0%"
    assert (first.is_advised, second.is_advised) == (True, False)
    assert found.meaning.startswith("Geschätzt ist, wie viele Punkte")
    assert "wie oft es gelingt" in found.meaning
    silent = weighing((Bid(160), 38.4, 11.6), do=Bid(160))
    assert (silent.weighed[0].chance, "gelingt" in silent.meaning) == ("", False)


def test_points_of_a_match_are_told_as_such() -> None:
    found = weighing((Bid(160), 38.4, 11.6), do=Bid(160), unit="standing")
    assert found.weighed[0].value == "etwa +38 ± 12 Punkte"
    assert "beim jetzigen Stand" in found.meaning


def test_a_defender_hears_how_often_the_declarer_fails() -> None:
    deal = won_by(deal_with(rules_with()), 1, 200)
    alternatives = (Alternative(PlayCard(Card.HA), 5.0, (0.0, 10.0), 0.3),)
    decision = Decision(PlayCard(Card.HA), alternatives)
    told = [advice(scene(deal, seat), [decision]) for seat in (0, 1)]
    assert [one.weighed[0].chance for one in told] == [
        "Bert scheitert zu etwa 30\u00a0%",
        "gelingt zu etwa 30\u00a0%",
    ]
    assert "wie oft Bert dann das Gebot verfehlt" in told[0].meaning


def test_a_chance_that_says_no_more_than_the_value_is_not_told_twice() -> None:
    found = weighing(
        (PlayCard(Card.HA), 62.0, 4.0), do=PlayCard(Card.HA), unit="percent", chance=0.62
    )
    assert found.weighed[0].chance == ""
    assert "gelingt" not in found.meaning


def test_what_cards_are_buried_for_is_marked() -> None:
    trumps = ((NameTrump(Suit.S), 50.0, 4.0), (NameTrump(Suit.H), 20.0, 4.0))
    found = weighing(*trumps, do=BuryCard(Card.EZ))
    assert [other.is_advised for other in found.weighed] == [True, False]


@pytest.mark.parametrize(
    ("unit", "said"),
    [
        ("percent", "etwa 62 ± 4\u00a0%"),
        ("match", "etwa 62 ± 4\u00a0% für die Partie"),
    ],
)
def test_values_in_per_cent_say_so(unit: Unit, said: str) -> None:
    found = weighing((PlayCard(Card.HA), 62.0, 4.0), do=PlayCard(Card.HA), unit=unit)
    assert found.weighed[0].value == said
    assert found.weighed[0].chance == ""
    assert "von hundert Fällen" in found.meaning


def test_at_most_five_are_compared_and_what_is_advised_is_one_of_them() -> None:
    bids = [(Bid(150 + 10 * n), 100.0 - n, 1.0) for n in range(8)]
    assert [other.text for other in weighing(*bids, do=Bid(150)).weighed] == [
        f"{150 + 10 * n} sagen" for n in range(5)
    ]
    last = weighing(*bids, do=Bid(220)).weighed
    assert [other.action for other in last] == [Bid(150), Bid(160), Bid(170), Bid(180), Bid(220)]
    assert [other.is_advised for other in last] == [False] * 4 + [True]
    assert not any(other.is_advised for other in weighing(*bids, do=Pass()).weighed)


def test_where_not_the_largest_value_is_advised_that_is_said() -> None:
    values = ((Bid(160), -16.0, 32.0), (Pass(), -130.0, 40.0))
    odd = "Geraten ist hier nicht die größte Zahl"
    assert odd in weighing(*values, do=Pass()).meaning
    assert odd not in weighing(*values, do=Bid(160)).meaning
    near = ((Bid(160), 9.0, 8.0), (Bid(170), 8.0, 8.0))
    assert odd not in weighing(*near, do=Bid(170)).meaning


def test_without_alternatives_nothing_is_explained() -> None:
    found = advice(table(), [Decision(Pass())])
    assert (found.weighed, found.meaning) == ((), "")


def test_of_many_facts_the_first_three_are_told_and_one_without_a_text_is_left_out() -> None:
    facts = (
        Fact("of_a_player_of_ones_own"),
        Fact("melds_held", {"points": 120}),
        Fact("partner_holds", {"bid": 200, "partner": 2}),
        Fact("match_at_stake", {"seat": 1, "bid": 200}),
        Fact("makes_bid", {"bid": 200}),
    )
    found = advice(table(), [Decision(Pass(), (), facts)])
    assert len(found.reasons) == 3
    assert found.reasons[0] == "Deine Hand meldet jetzt schon 120 Punkte."


def test_what_is_said_of_the_player_itself_comes_last_but_is_never_left_out() -> None:
    made = Fact("makes_bid", {"bid": 200})
    facts = (Fact("search_not_here", {"why": "deal.stock"}), made)
    told = reasons(table(), facts)
    assert told == (
        "Mit diesem Stich ist 200 geschafft.",
        "Nach Faustregeln: Mit einem Stapel rechnet der Computer nicht voraus.",
    )
    assert reasons(table(), (facts[0], *[made] * 3)) == (told[0], told[0], told[1])
    other = Fact("search_not_here", {"why": "a.rule_of_ones_own"})
    assert reasons(table(), (other,)) == (
        "Nach Faustregeln: Mit diesen Regeln rechnet der Computer nicht voraus.",
    )


def test_a_fact_may_have_a_text_for_each_of_its_kinds() -> None:
    told, values = table(), {"seat": 1, "suit": "S"}
    assert tell_fact(told, Fact("void", values)) == "Bert hat in Schippe nichts mehr."
    trump = Fact("void", {**values, "how": "trump"})
    assert tell_fact(told, trump) == "Bert hat keinen Trumpf mehr."
    other = Fact("void", {**values, "how": "of a player of one's own"})
    assert tell_fact(told, other) == "Bert hat in Schippe nichts mehr."


@pytest.mark.parametrize(
    ("code", "values", "said"),
    [
        (
            "play_better",
            {"bid": 150, "play": 200, "weg": -40},
            "Für 150 zu spielen bringt etwa 240 Punkte mehr als weg.",
        ),
        (
            "weg_better",
            {"bid": 290, "play": -121, "weg": 35},
            "Weg bringt etwa 156 Punkte mehr, als für 290 zu spielen.",
        ),
        (
            "concede_cheaper",
            {"play": -893, "concede": -466},
            "Abgehen kostet etwa 427 Punkte weniger als spielen.",
        ),
    ],
)
def test_two_values_are_told_as_their_difference(
    code: str, values: dict[str, Any], said: str
) -> None:
    assert tell_fact(table(), Fact(code, values)) == said


def test_values_to_compare_that_are_missing_are_named() -> None:
    with pytest.raises(MissingText, match="points"):
        tell_fact(table(), Fact("play_better", {"bid": 150, "play": 200}))


@pytest.mark.parametrize(
    ("code", "values", "said"),
    [
        (
            "trump_best",
            {"suit": "B", "melds": 0},
            "Bollen ist der beste Trumpf, auch wenn es nichts zu melden gibt.",
        ),
        ("chance", {"bid": 390, "percent": 0, "p": 0.004}, "390 gelingt so gut wie nie."),
        (
            "chance",
            {"bid": 390, "percent": 100, "declarer": 1, "how": "against"},
            "Bert schafft 390 so gut wie sicher.",
        ),
        ("points_to_make", {"bid": 200, "points": 1}, "Noch ein Auge, dann ist 200 geschafft."),
        ("points_to_make", {"bid": 200, "points": 2}, "Noch 2 Augen, dann ist 200 geschafft."),
    ],
)
def test_a_fact_may_have_a_text_for_a_number_of_its_own(
    code: str, values: dict[str, Any], said: str
) -> None:
    assert tell_fact(table(), Fact(code, values)) == said


@pytest.mark.parametrize("lang", LANGS)
def test_no_reason_is_longer_than_a_phone_has_room_for(lang: str) -> None:
    longest = {
        "card": "Schippen-Zehner",
        "suit": "Schippe",
        "percent": "100",
        "trick": "12",
        "share": "100",
    }
    names = dict.fromkeys(("seat", "partner", "declarer"), "Friederike")
    numbers = dict.fromkeys(("made", "lost"), "100") | {"n": "1000"}
    points = dict.fromkeys(("points", "bid", "melds", "rest", "held"), "1000")
    values = {**longest, **names, **numbers, **points, "cards": "vier Karten"}
    told = {key: text(key, lang, **values) for key in catalogue(lang) if key.startswith("fact.")}
    assert {key: said for key, said in told.items() if len(said) > 110} == {}


def test_values_of_facts_are_told_by_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    told = table()
    texts: dict[str, tuple[dict[str, Any], str]] = {
        "seat": ({"seat": 1}, "Bert"),
        "partner": ({"partner": 2}, "Carla"),
        "declarer": ({"declarer": 0}, "Anna"),
        "suit": ({"suit": "H"}, "Herz"),
        "trump": ({"trump": "S"}, "Schippe"),
        "card": ({"card": "SO"}, "Schippen-Ober"),
        "cards": ({"cards": ["SO", "HA"]}, "Schippen-Ober, Herz-Daus"),
        "points": ({"points": -12}, "−12"),
        "percent": ({"percent": 61.7}, "62"),
        "sure": ({"sure": True}, "True"),
    }
    monkeypatch.setattr(
        "binokel.telling.advice.text",
        lambda key, lang, **values: f"{key} {lang} {next(iter(values.values()))}",
    )
    for code, (values, said) in texts.items():
        assert tell_fact(told, Fact(code, values)) == f"fact.{code} de {said}"


def test_suits_are_called_as_the_person_has_set_it() -> None:
    told = table()
    french = Scene(Words("de", "french"), told.view)
    fact = Fact("trump_best", {"suit": "E", "melds": 40})
    said = "Kreuz ist der beste Trumpf und bringt 40 Punkte beim Melden."
    assert tell_fact(french, fact) == said
    assert what_to_do(french, [PlayCard(Card.SO)]) == "Spiel Pik-Dame."


def melding(view: MatchView) -> Scene:
    return Scene(Words("de"), view)


def test_who_declares_all_there_is_hears_only_how_much() -> None:
    player = find_player("heuristic")
    said = set[str]()
    for seed in range(30):
        match, rng = new_match(rules_with()), Random(seed)
        match.apply(shuffled(match.rules, rng))
        while not match.deal.is_over and match.deal.phase is not Phase.PLAY:
            assert match.to_act is not None
            view = match.observe(match.to_act)
            decision = player.decide(view, rng, Budget(nodes=3))
            if view.deal.phase is Phase.MELD:
                found = advice(melding(view), [decision])
                said.add(found.text.split(":")[0])
            match.apply(decision.action)
    assert said == {"Meld alles", "Zu melden gibt es nichts"}


@pytest.mark.parametrize("lang", LANGS)
def test_levels_have_a_name_and_a_word_about_them(lang: str) -> None:
    levels = ("anfaenger", "geuebt", "stark", "meister")
    titles = [player_title(level, lang) for level in levels]  # type: ignore[arg-type]
    assert len(set(titles)) == 4
    assert not set(titles) & set(levels)
    assert all(player_about(level, lang) for level in levels)  # type: ignore[arg-type]


def test_a_player_without_a_text_goes_by_its_name() -> None:
    assert (player_title("mine", "de"), player_about("mine", "de")) == ("mine", "")
