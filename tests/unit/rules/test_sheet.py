"""The printed sheet says what the rules say, fits on a page, and contradicts nothing."""

import itertools
from typing import Any

import pytest

from binokel import locales
from binokel.errors import MissingText
from binokel.locales import LANGUAGES, catalogue
from binokel.rules import speaker
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.keys import Key, all_keys
from binokel.rules.loader import load_ruleset
from binokel.rules.sheet import sheet, title

LONGEST = 70
"""Lines of 78 characters on a printed page of A4."""


def page(rules: Any, lang: str = "de") -> str:
    """The sheet without its line breaks."""
    return " ".join(sheet(load_ruleset(rules), lang).split())


def changed(base: str, **sections: Any) -> str:
    return page({"extends": base, **sections})


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_a_sheet_fits_on_one_page(name: str, lang: str) -> None:
    lines = sheet(find_ruleset(name), lang).splitlines()
    assert 45 <= len(lines) <= LONGEST
    assert max(map(len, lines)) <= 78
    assert not any(line != line.rstrip() for line in lines)
    assert lines[0] == title(find_ruleset(name), lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_placeholder_is_left_and_nothing_is_none(lang: str) -> None:
    for name in names():
        words = sheet(find_ruleset(name), lang)
        assert "{" not in words
        assert "None" not in words


def test_the_stammtisch_sheet_says_the_contract() -> None:
    words = page("stammtisch")
    for sentence in (
        "Drei Spieler, jeder für sich",
        (
            "Jeder bekommt 12 Karten, 4 kommen verdeckt in den Dabb "
            "(je 4 – Dabb 2 – je 4 – Dabb 2 – je 4)."
        ),
        "Geboten wird ab 150 in Stufen von 10",
        "Reizt niemand, muss die Vorhand für 150 spielen.",
        (
            "Jeder andere schreibt seine Meldungen in diesem Trumpf, auch ohne Stich, "
            "und dazu 30 Punkte."
        ),
        "Vier Zehner zählen nichts.",
        "macht mit Vierern und Paaren 240, neben einer Trumpf-Familie 200.",
        "Sonst verliert er das doppelte Gebot",
        (
            "Durch (alle Stiche machen) zählt 1000, aufgelegt 1500, aufgelegt von der Hand "
            "(der Dabb bleibt zu) 2000."
        ),
        "Bettel gibt es nicht.",
        "1000 Punkte hat; der höchste Stand gewinnt.",
    ):
        assert sentence in words
    assert "Partei" not in words
    assert "Siebener" not in words


def test_the_kreuzbinokel_sheet_speaks_of_sides() -> None:
    words = page("kreuzbinokel-48")
    for sentence in (
        "zwei gegen zwei, Partner sitzen sich gegenüber",
        "reizt mit dem Partner dessen, der weg ist",
        "und dazu 40 Punkte.",
        "Trumpf-Siebener darf er melden und doch drücken",
        "wenn die eigene Partei einen Stich macht",
        "Auch ein Stich eines Partners bricht ihn.",
        "Stiche eines Partners schaden ihm nicht.",
        "Bettel (Untendurch: keinen Stich machen) zählt 1000",
        "der höhere Stand gewinnt",
    ):
        assert sentence in words
    assert "Jeder andere" not in words


@pytest.mark.parametrize("name", [name for name in names() if find_ruleset(name).n_seats == 2])
def test_a_sheet_for_two_speaks_of_the_other_and_not_of_the_others(name: str) -> None:
    for lang, words in (
        ("de", ("die anderen", "der Reihe nach", "reihum", "Uhrzeiger", "Nachbar", "Jeder andere")),
        ("en", ("the others", "in turn order", "clockwise", "neighbour", "Every other")),
        ("fr", ("les autres", "à tour de rôle", "horaire", "voisin", "Chacun des autres")),
    ):
        told = page(name, lang)
        assert [word for word in words if word in told] == []


@pytest.mark.parametrize(
    "change",
    [
        {"dabb": {"call": "on"}},
        {"bidding": {"form": "in-turn"}},
        {"scoring": {"unreachable_lost": True}},
        {"contracts": {"lost_others": "tricks", "bettel": 500}},
        {"penalties": {"revoke": "lost"}},
    ],
    ids=str,
)
def test_whatever_two_play_there_are_no_others(change: dict[str, Any]) -> None:
    told = changed("zu-zweit-reizen", **change)
    for word in ("die anderen", "der Reihe", "reihum", "Jeder andere", "Nachbar"):
        assert word not in told


@pytest.mark.parametrize(
    ("lang", "single", "side"),
    [
        ("de", "der Spielmacher das doppelte", "die Partei des Spielmachers das doppelte"),
        ("en", "the declarer twice", "the declarer’s side twice"),
        ("fr", "le preneur le double", "le camp du preneur le double"),
    ],
)
def test_a_revoke_costs_the_whole_side_of_the_declarer_the_bid(
    lang: str, single: str, side: str
) -> None:
    assert single in page("stammtisch", lang)
    for name in ("kreuzbinokel", "souabe-4", "sechser", "dabb-online-4"):
        assert side in page(name, lang)


@pytest.mark.parametrize("revoke", ["forfeit-tricks", "lost"])
def test_the_club_forms_of_a_revoke_speak_of_partners_too(revoke: str) -> None:
    told = changed("kreuzbinokel", penalties={"revoke": revoke})
    assert "Tut es der Spielmacher oder ein Partner von ihm" in told
    assert "unter die anderen geteilt" not in told


@pytest.mark.parametrize(
    ("base", "where"),
    [
        ("stammtisch", "Beim Durch"),
        ("wuerttemberg", "Bei Durch und Bettel"),
        ("heroldstatt", ""),
        ("drecksau-online", "Beim Durch"),
    ],
)
def test_mistakes_in_durch_and_bettel_are_told_where_there_are_any(base: str, where: str) -> None:
    told = page(base)
    sentence = f"{where} verliert eine falsche Karte des Spielmachers das Spiel, jede andere"
    assert (sentence in told) is bool(where)
    assert ("jede andere gewinnt es" in told) is bool(where)


def test_after_a_burying_error_in_durch_or_bettel_the_others_get_nothing() -> None:
    assert "schreibt ihre Meldungen, bei Durch und Bettel nichts." in page("kreuzbinokel")
    assert "schreibt seine Meldungen, beim Durch nichts." in page("stammtisch")
    assert "beim Bettel nichts." in changed("drecksau-online", contracts={"bettel": 500})
    assert "Meldungen. Wer falsch" in page("drecksau-online")  # its Durch has melds as ever


def test_the_deck_is_not_told_as_if_there_were_two() -> None:
    assert "48 Karten: jede doppelt" in page("preisbinokel")
    assert "48 cards: two of each kind" in page("preisbinokel", "en")
    assert "48 cartes : chacune en double" in page("preisbinokel", "fr").replace("\u00a0", " ")


def test_a_trump_that_was_named_stays_when_going_out() -> None:
    assert "Ein schon angesagter Trumpf bleibt." in page("dabb-online")
    assert "angesagter Trumpf bleibt" not in page("stammtisch")
    early = {"trump_named": "before", "concede": "after-dabb"}
    assert "bleibt." not in changed("stammtisch", dabb=early)


@pytest.mark.parametrize("name", ["stammtisch", "kreuzbinokel", "souabe-3", "sechser"])
def test_without_a_bid_the_last_one_may_still_open(name: str) -> None:
    assert "der Letzte darf noch eröffnen" in page(name)


@pytest.mark.parametrize("name", ["dabb-online", "drecksau-online"])
def test_where_a_bid_stands_from_the_start_nobody_opens_late(name: str) -> None:
    assert "eröffnen" not in page(name)
    turn = {"form": "in-turn", "opener": "must-bid", "nobody": "redeal"}
    assert "eröffnen" not in changed("stammtisch", bidding=turn)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("points", [10, 1000, 100_000])
def test_rows_of_fours_never_run_over_the_line(points: int, lang: str) -> None:
    fours = dict.fromkeys("AZKOU7", points)
    rules = load_ruleset({"extends": "preisbinokel", "melds": {"fours": fours}})
    told = sheet(rules, lang)
    assert max(map(len, told.splitlines())) <= 78
    assert told.count(str(points)) >= 6
    rows = [line for line in told.splitlines() if line.startswith("  ") and f"/{points}" in line]
    assert rows
    assert max(map(len, rows)) <= 66  # where the column of points ends


def test_a_literal_rundgang_is_told_without_a_value_for_trump_pairs() -> None:
    literal = {"rundgang": "literal-200", "pair_trump": "off"}
    assert "macht mit Vierern und Paaren 200; teilt er" in changed("stammtisch", melds=literal)


def test_a_long_sheet_goes_without_empty_lines() -> None:
    assert sheet(find_ruleset("kreuzbinokel-48")).count("\n\n") == 1
    assert sheet(find_ruleset("preisbinokel")).count("\n\n") == 9


def test_the_preisbinokel_sheet_knows_no_dabb_no_abgehen_no_durch() -> None:
    words = page("preisbinokel")
    for sentence in (
        "einen Dabb gibt es nicht.",
        "muss abheben. Geklopft wird nicht. Zuerst gibt Spieler 1",
        "Der Spielmacher sagt sofort Trumpf an. Abgehen gibt es nicht",
        (
            "Im Rundgang sind seine Vierer und Paare enthalten. "
            "Das Paar einer Trumpf-Familie zählt für ihn mit, das einer anderen nicht."
        ),
        "Vier Zehner oder Siebener zählen nichts.",
        "Der letzte Stich zählt nichts extra.",
        "Sonst verliert er das Gebot und",
        "Die Augen werden genau aufgeschrieben.",
        "Durch und Bettel gibt es nicht.",
        "der Spielmacher das Gebot, wenn das mehr ist",
        "3 Runden zu je 9 Spielen, zusammen 27",
    ):
        assert sentence in words
    assert "drück" not in words.lower()
    assert "gerundet" not in words


def test_the_sheet_for_two_with_a_stock_knows_no_bidding() -> None:
    words = page("zu-zweit")
    for sentence in (
        "Zwei Spieler KARTEN",
        "Ihre Farbe ist Trumpf.",
        "mit ihr sind es 24.",
        "melden beide, die Vorhand zuerst;",
        "einmal im Spiel.",
        "die folgenden Pflichten gelten erst danach.",
        "Jeder schreibt seine Meldungen und seine Augen.",
    ):
        assert sentence in words
    for word in ("REIZEN", "Gebot", "Spielmacher", "Abgehen", "Partei"):
        assert word not in words


def test_a_stock_with_an_auction_has_a_declarer() -> None:
    words = changed("zu-zweit", bidding={"form": "duel"})
    assert "Vorhand und Geber bieten abwechselnd" in words
    assert "melden beide, der Spielmacher zuerst;" in words
    assert "Ihre Farbe ist Trumpf" not in words


def test_the_silent_forehand_is_told_instead_of_who_speaks_first() -> None:
    words = page("drecksau-online-6-48")
    assert "drei gegen drei, abwechselnd gesetzt" in words
    assert "Die Vorhand hält 150, ohne etwas zu sagen" in words
    assert "Die Vorhand spricht zuerst" not in words
    assert "auch wenn es ein Partner ist" in words
    assert "Trumpf und Meldungen sind wie sonst" in words


def test_the_club_sheets_tell_their_own_penalties() -> None:
    assert "bekommt der Spielmacher alle restlichen Karten" in page("ennahofen")
    assert "entscheiden die genauen Augen des letzten Spiels" in page("ennahofen")
    assert "zählen seine Stiche in diesem Spiel nicht" in page("ohmden")
    assert "Mindestens 4 Karten müssen dabei liegen bleiben." in page("ohmden")
    assert "das halbe Gebot, auf Zehner aufgerundet" in page("heroldstatt")
    assert "auch mit allen Augen nicht zu erreichen" in page("heroldstatt")


SAYS: list[tuple[str, str, dict[str, Any]]] = [
    ("Alles geht im Uhrzeigersinn.", "stammtisch", {"table": {"direction": "clockwise"}}),
    ("Die Vorhand, links vom Geber,", "stammtisch", {"table": {"direction": "clockwise"}}),
    ("König 10, Ober 0, Unter 0", "stammtisch", {"deck": {"points": "tens-only"}}),
    ("Es wird nicht abgehoben. Geklopft", "souabe-3", {"deal": {"cut": "none"}}),
    ("linke Nachbar des Gebers darf klopfen: Dann", "stammtisch", {"deal": {"cut": "none"}}),
    ("darf klopfen", "ohmden", {"deal": {"cut": "none"}}),
    ("immer genau 10 mehr", "stammtisch", {"bidding": {"jumps": False}}),
    ("Mehr als 600 darf niemand bieten.", "stammtisch", {"bidding": {"maximum": 600}}),
    ("Die Vorhand muss ein Gebot machen.", "stammtisch", {"bidding": {"opener": "must-bid"}}),
    (
        "Reizt niemand, gibt der Nächste; das zählt nicht.",
        "stammtisch",
        {"bidding": {"nobody": "next-dealer"}},
    ),
    ("Nach zweimal „weg“", "souabe-4", {"bidding": {"in_turn_end": "two-passes"}}),
    ("ohne ihn zu zeigen", "stammtisch", {"dabb": {"shown": False}}),
    ("Er sagt Trumpf an und drückt dann", "stammtisch", {"dabb": {"trump_named": "before"}}),
    ("muss er sagen, wie viele", "stammtisch", {"dabb": {"announce_trumps": True}}),
    ("Das Gebot steigt damit auf 400", "stammtisch", {"dabb": {"call": "on"}}),
    ("zählt dann 500, in", "stammtisch", {"dabb": {"call": "durch", "call_bid": 500}}),
    ("Bevor er drückt, darf", "stammtisch", {"dabb": {"concede": "after-dabb"}}),
    ("Bevor er Trumpf ansagt, darf", "preisbinokel", {"dabb": {"concede": "until-meld"}}),
    ("verliert das 3-Fache des Gebots", "stammtisch", {"dabb": {"concede_cost": 3}}),
    ("auch ohne Stich. MELDEN", "stammtisch", {"dabb": {"concede_amount": 0}}),
    ("das halbe Gebot, auf Zehner abger", "stammtisch", {"dabb": {"concede_others": "half-down"}}),
    ("40 Punkte für jeden ihrer Spieler", "kreuzbinokel", {"dabb": {"concede_scope": "seat"}}),
    ("Gedrücktes zählt für niemanden.", "stammtisch", {"scoring": {"buried_count": False}}),
    ("gilt als Stich", "stammtisch", {"scoring": {"buried_is_trick": True}}),
    (
        "gilt aber als sein Stich",
        "stammtisch",
        {"scoring": {"buried_is_trick": True, "buried_count": False}},
    ),
    ("Zwei gleiche Familien zählen als zwei.", "souabe-3", {}),
    ("zählen als zweimal vier.", "souabe-3", {}),
    ("Das Paar in einer Familie zählt extra.", "souabe-3", {}),
    ("nur 200.", "stammtisch", {"melds": {"rundgang": "literal-200"}}),
    ("........ 250", "stammtisch", {"melds": {"rundgang": "always"}}),
    ("Karten einer Familie zählen für ihn", "stammtisch", {"melds": {"rundgang": "fixed"}}),
    ("Meldungen zählen auch ohne Stich.", "stammtisch", {"scoring": {"meld_trick": "none"}}),
    ("wenn man selbst einen", "kreuzbinokel", {"scoring": {"meld_trick": "seat"}}),
    ("höher legen muss man nicht", "stammtisch", {"play": {"must_beat": False}}),
    ("hat, legt, was er will.", "stammtisch", {"play": {"must_trump": False}}),
    ("egal wie hoch", "stammtisch", {"play": {"must_over_trump": False}}),
    ("auch, wenn schon Trumpf im Stich", "stammtisch", {"play": {"beat_after_ruff": True}}),
    ("muss man nur bedienen", "kreuzbinokel", {"play": {"partner_exempt": True}}),
    ("Der erste Stich zählt 10", "stammtisch", {"play": {"first_trick": 10, "last_trick": 0}}),
    ("vom ersten Stich an", "zu-zweit", {"play": {"stock_duties": True}}),
    ("höchstens eine Meldung", "zu-zweit", {"play": {"stock_meld_windows": "one-a-window"}}),
    ("und gerundete Augen", "stammtisch", {"scoring": {"bid_test": "rounded"}}),
    ("jedes Spielers werden für sich", "kreuzbinokel", {"scoring": {"rounding_scope": "seat"}}),
    ("das Gebot und 100 Punkte dazu", "stammtisch", {"scoring": {"lost": "plus-100"}}),
    ("die Augen behält er", "stammtisch", {"scoring": {"lost_keeps_tricks": True}}),
    ("nur die Meldungen.", "stammtisch", {"scoring": {"lost_others_tricks": False}}),
    (
        "nur die Meldungen und 30 Punkte.",
        "stammtisch",
        {"scoring": {"lost_others_tricks": False, "lost_bonus": 30}},
    ),
    ("ist es sofort verloren. Jeder andere", "stammtisch", {"scoring": {"unreachable_lost": True}}),
    ("die Farbe seiner ersten", "stammtisch", {"contracts": {"durch_trump": "first-card"}}),
    ("zählen dabei mit.", "kreuzbinokel", {"contracts": {"scope": "side"}}),
    ("verloren doppelt minus", "stammtisch", {"contracts": {"lost": "double"}}),
    ("wie sonst das doppelte", "stammtisch", {"contracts": {"lost": "ordinary"}}),
    ("Augen, wenn das Spiel verloren ist.", "stammtisch", {"contracts": {"lost_others": "tricks"}}),
    ("nur spielt die Vorhand aus", "wuerttemberg", {"contracts": {"bettel_lead": "forehand"}}),
    ("Durch gibt es nicht. Bettel", "heroldstatt", {"contracts": {"bettel": 500}}),
    ("zählt aufgelegt 1500. Er", "stammtisch", {"contracts": {"durch": 0, "durch_hand": 0}}),
    ("Es gilt strenges Spiel", "stammtisch", {"penalties": {"strict": True}}),
    ("werden berichtigt", "stammtisch", {"penalties": {"bury_error": "refuse"}}),
    (
        "Gebot. Sonst schreibt niemand etwas.",
        "palast",
        {"penalties": {"bury_error_others": "none"}},
    ),
    (
        "schreibt man wie beim Abgehen, beim Durch nichts.",
        "palast",
        {"penalties": {"bury_error_others": "melds-and-compensation"}},
    ),
    ("wird zurückgenommen", "stammtisch", {"penalties": {"revoke": "none"}}),
    ("dem zählen seine Stiche", "zu-zweit", {"penalties": {"revoke": "forfeit-tricks"}}),
    ("letzten Stich an den anderen", "zu-zweit", {"penalties": {"revoke": "lost"}}),
    ("wird noch ein Spiel gemacht", "stammtisch", {"match": {"tie": "extra-deal"}}),
    ("Gespielt werden 12 Spiele;", "palast", {}),
    ("selbst gewonnenen Spiel auf 1000", "drecksau-online", {}),
    (
        "Augen im Durch wie sonst. Beim Bettel schreibt sonst niemand etwas.",
        "drecksau-online",
        {"contracts": {"bettel": 1000, "lost_others": "zero"}},
    ),
]


@pytest.mark.parametrize(("words", "base", "change"), SAYS, ids=[row[0] for row in SAYS])
def test_a_rule_that_is_changed_is_said(words: str, base: str, change: dict[str, Any]) -> None:
    assert words in changed(base, **change)


SOME = ("stammtisch", "kreuzbinokel-48", "zu-zweit", "souabe-4", "heroldstatt", "sechser")


def variants(key: Key) -> list[Any]:
    if key.type is bool:
        return [True, False]
    return [*key.choices, *([key.bounds[0]] if key.bounds and key.name != "seats" else [])]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_of_the_schema_can_be_told(lang: str) -> None:
    told = 0
    for name, key in itertools.product(SOME, all_keys()):
        for value in variants(key):
            try:
                rules = load_ruleset({"extends": name, key.section: {key.name: value}})
            except ValueError:
                continue  # impossible in this set
            assert sheet(rules, lang)
            told += 1
    assert told > 500


def test_every_text_of_the_sheet_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    used: set[str] = set()

    def listen(key: str, lang: str = "de", **values: object) -> str:
        used.add(key)
        return locales.text(key, lang, **values)

    monkeypatch.setattr(speaker, "text", listen)
    sets = [find_ruleset(name) for name in names()]
    sets += [load_ruleset({"extends": base, **change}) for _, base, change in SAYS]
    sets += [load_ruleset({"extends": base, **change}) for base, change in RARE]
    for rules in sets:
        sheet(rules)
    texts = {key for key in catalogue("de") if key.startswith("sheet.")}
    assert sorted(texts - used) == []


RARE: list[tuple[str, dict[str, Any]]] = [
    ("souabe-3", {"bidding": {"opener": "must-bid"}}),
    ("zu-zweit-reizen", {"bidding": {"opener": "must-bid"}, "dabb": {"call": "on"}}),
    ("zu-zweit-reizen", {"deal": {"first_dealer": "seat-0"}, "penalties": {"revoke": "lost"}}),
    ("kreuzbinokel", {"contracts": {"scope": "side"}, "penalties": {"revoke": "lost"}}),
    ("drecksau-online", {"contracts": {"bettel": 500, "lost_others": "tricks"}}),
    ("palast", {"contracts": {"durch": "off"}}),
    ("heroldstatt", {"penalties": {"bury_error_others": "melds-and-compensation"}}),
    ("preisbinokel", {"melds": {"fours": dict.fromkeys("AZKOU7", 100)}}),
    ("stammtisch", {"melds": {"double_binokel": "off"}}),
    ("stammtisch", {"melds": {"binokel": "off"}}),
    ("stammtisch", {"melds": {"rundgang": "fixed", "rundgang_family_pair": "trump-single"}}),
    ("wuerttemberg-48", {"deck": {"points": "tens-only"}}),
    ("kreuzbinokel", {"dabb": {"concede_others": "half-up", "concede_scope": "seat"}}),
    ("kreuzbinokel", {"dabb": {"concede_others": "half-down", "concede_scope": "seat"}}),
    ("dabb-online-4", {"table": {"sides": "single"}}),
    ("zu-zweit", {"play": {"stock_meld_windows": "winner"}}),
    ("zu-zweit", {"bidding": {"form": "duel"}}),
    ("zu-zweit", {"play": {"stock_meld_windows": "both"}}),
    ("wuerttemberg", {"contracts": {"durch_trump": "first-card"}}),
    (
        "wuerttemberg",
        {"contracts": {"durch_trump": "first-card", "bettel_lead": "forehand"}},
    ),
    ("stammtisch", {"melds": {"fours": {"Z": 100, "7": "off"}, "eight_ranks": ""}}),
    ("preisbinokel", {"melds": {"fours": {"7": 10}}}),
    ("preisbinokel", {"melds": {"fours": "off", "rundgang_points": 0}}),
    ("stammtisch", {"melds": {"family": "off", "family_trump": "off"}}),
]


def test_a_sheet_in_an_unknown_language_is_refused() -> None:
    with pytest.raises(MissingText):
        sheet(find_ruleset("stammtisch"), "swg")


def test_a_set_of_ones_own_keeps_its_title_in_every_language() -> None:
    rules = load_ruleset({"extends": "palast", "id": "palast", "title": "Zum Ochsen"})
    assert [title(rules, lang) for lang in LANGUAGES] == ["Zum Ochsen"] * 3
    assert title(find_ruleset("palast"), "fr") == "Palast, à trois"
