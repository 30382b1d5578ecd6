"""Actions and melds in words, as they are written and as people type them."""

import pytest

from binokel.cards.card import CARDS, Card, Suit
from binokel.engine import actions as do
from binokel.engine.actions import Action
from binokel.engine.match import Undo
from binokel.engine.record import format_action
from binokel.engine.record.faults import Unread
from binokel.engine.record.meldwords import Reading, parse_melds
from binokel.engine.record.words import READERS, SEATLESS, Args
from binokel.rules.catalog import find_ruleset
from binokel.rules.contracts import Contract
from binokel.rules.melds.check import describe
from binokel.testing.builders import melds_of, rules_with

F3, PREIS = rules_with("souabe-3"), rules_with("preisbinokel")

WORDS: list[tuple[str, Action | Undo]] = [
    ("shuffle EA SO", do.Shuffle((Card.EA, Card.SO))),
    ("shuffle hidden", do.Shuffle(None)),
    ("cut 13", do.Cut(13)),
    ("cut 0", do.NoCut()),
    ("knock", do.Knock()),
    ("undo 1", Undo(1)),
    ("bid 150", do.Bid(150)),
    ("pass", do.Pass()),
    ("take", do.TakeDabb()),
    ("call EA", do.CallCard(Card.EA)),
    ("give BU", do.GiveCard(Card.BU)),
    ("give hidden", do.GiveCard(None)),
    ("bury SU", do.BuryCard(Card.SU)),
    ("bury hidden", do.BuryCard(None)),
    ("unbury SU", do.TakeBack(Card.SU)),
    ("unbury hidden", do.TakeBack(None)),
    ("done", do.BuryDone()),
    ("concede S", do.Concede(Suit.S)),
    ("concede S show", do.Concede(Suit.S, show=True)),
    ("trump H", do.NameTrump(Suit.H)),
    ("durch", do.NameContract(Contract.DURCH)),
    ("durch open", do.NameContract(Contract.DURCH, True)),
    ("durch open hand", do.NameContract(Contract.DURCH, True, True)),
    ("durch trump H", do.NameContract(Contract.DURCH, suit=Suit.H)),
    ("durch open trump H", do.NameContract(Contract.DURCH, True, suit=Suit.H)),
    ("bettel", do.NameContract(Contract.BETTEL)),
    ("meld nothing", do.DeclareMelds()),
    ("meld family H, pair S, binokel", do.DeclareMelds(melds_of(F3, "family H, pair S, binokel"))),
    ("meld dix, dix, buried 1", do.DeclareMelds(melds_of(F3, "dix, dix", "H"), 1)),
    ("meld buried 2", do.DeclareMelds((), 2)),
    ("exchange", do.ExchangeDix()),
    ("play EA", do.PlayCard(Card.EA)),
    ("claim 0 trick 5", do.ClaimRevoke(0, 5)),
    ("sign", do.Sign()),
]


def read(text: str, trump: str | None = "H") -> list[Action | Undo]:
    word, _, rest = text.partition(" ")
    reading = Reading(F3, None if trump is None else Suit(trump))
    reader = {**READERS, **SEATLESS}[word]
    return [action for _, action in reader(Args(rest.strip(), len(word) + 2, reading))]


@pytest.mark.parametrize(("words", "action"), WORDS, ids=lambda value: str(value)[:30])
def test_every_action_has_its_words(words: str, action: Action | Undo) -> None:
    assert format_action(action) == words
    trump = None if "family H" in words else "H"
    assert read(words, trump) == [action]


def test_no_kind_of_action_is_without_words() -> None:
    kinds = {type(action) for _, action in WORDS}
    assert kinds == {*Action.__args__, Undo}


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("play Schippen-Ober", do.PlayCard(Card.SO)),
        ("play S 10", do.PlayCard(Card.SZ)),
        ("call Queen of Spades", do.CallCard(Card.SO)),
        ("trump Herz", do.NameTrump(Suit.H)),
        ("concede ♠  SHOW", do.Concede(Suit.S, True)),
        ("durch OPEN hand", do.NameContract(Contract.DURCH, True, True)),
        ("claim 1 Trick 0", do.ClaimRevoke(1, 0)),
    ],
)
def test_people_may_write_cards_and_suits_as_they_like(typed: str, action: Action) -> None:
    assert read(typed) == [action]


def test_several_cards_are_buried_one_by_one() -> None:
    assert read("bury SU HU, EU") == [do.BuryCard(Card(c)) for c in ("SU", "HU", "EU")]
    assert read("bury hidden hidden") == [do.BuryCard(None)] * 2
    assert read("bury Schippen-Unter, Herz Unter") == [do.BuryCard(Card.SU), do.BuryCard(Card.HU)]


def test_every_card_is_read_back() -> None:
    assert all(read(f"play {card}") == [do.PlayCard(card)] for card in CARDS)


@pytest.mark.parametrize(
    ("words", "what", "column"),
    [
        ("bid hundert", "form", 5),
        ("bid -10", "form", 5),
        ("bid 9999999999", "form", 5),
        ("bid", "form", 5),
        ("cut x", "form", 5),
        ("undo", "form", 6),
        ("pass 1", "extra_words", 6),
        ("knock knock", "extra_words", 7),
        ("play", "form", 6),
        ("play EA EZ", "form", 6),
        ("play hidden", "bad_cards", 6),
        ("call", "form", 6),
        ("give EA EZ", "form", 6),
        ("bury", "form", 6),
        ("bury EA XX", "bad_cards", 9),
        ("bury hidden EA", "bad_cards", 6),
        ("shuffle EA ??", "bad_cards", 12),
        ("trump", "bad_cards", 7),
        ("trump X", "bad_cards", 7),
        ("concede show", "bad_cards", 9),
        ("durch closed", "form", 7),
        ("durch trump X", "bad_cards", 13),
        ("claim 0", "form", 7),
        ("claim 0 trick", "form", 7),
        ("meld family", "meld_suit", 6),
        ("meld family X", "meld_suit", 6),
        ("meld pair S, four", "meld_rank", 14),
        ("meld pair S, four X", "meld_rank", 14),
        ("meld pair S, what", "bad_meld", 14),
        ("meld double pair S", "bad_meld", 6),
        ("meld binokel S", "bad_meld", 6),
        ("meld double family S", "meld_unknown", 6),
        ("meld four Z", "meld_unknown", 6),
        ("meld buried x", "bad_meld", 6),
        ("meld hfamilie", "bad_meld", 6),
        ("meld dix S", "bad_meld", 6),
        ("meld pair S, familie H 150", "meld_value", 14),
        ("meld Familie Herz (150)", "meld_value", 6),
        ("meld Herzfamilie = 150", "meld_value", 6),
        ("meld vier Asse 100", "meld_value", 6),
        ("meld four A (10)", "meld_value", 6),
        ("meld binokel 40", "meld_value", 6),
        ("meld dix 10", "meld_value", 6),
    ],
)
def test_what_is_not_understood_has_a_place(words: str, what: str, column: int) -> None:
    with pytest.raises(Unread) as caught:
        read(words)
    assert (caught.value.what, caught.value.column) == (what, column)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Familie Herz, Schippen-Paar; Binokel", "family H, pair S, binokel"),
        ("Herz-Familie", "family H"),
        ("family of hearts", "family H"),
        ("famille de cœur", "family H"),
        ("Bärle in Schippen", "pair S"),
        ("paire de pique", "pair S"),
        ("Trumpf-Familie", "family H"),
        ("Herzfamilie", "family H"),
        ("Trumpffamilie, TRUMPFPAAR", "family H, pair H"),
        ("Schippenpaar, Schippenbärle", "pair S, pair S"),
        ("Pikpaar, Karopaar, Eichelpaar", "pair S, pair B, pair E"),
        ("Baerle Schippen, Bärle in Trumpf", "pair S, pair H"),
        ("Dix in Trumpf, Dix Herz, Diss", "dix, dix, dix"),
        ("pair in trumps, paire d'atout", "pair H, pair H"),
        ("vier Asse", "four A"),
        ("carré d'as, quatre rois, four queens", "four A, four K, four O"),
        ("vier Könige, 4 Ober, vier Buben", "four K, four O, four U"),
        ("FOUR a", "four A"),
        ("Diß, Dissle, dix", "dix, dix, dix"),
        ("doppelter Binokel", "double binokel"),
        ("Karle", "double binokel"),
        ("Dreihunderter", "double binokel"),
        ("double_binokel", "double binokel"),
    ],
)
def test_melds_are_read_by_kind_and_suit(typed: str, meant: str) -> None:
    melds = parse_melds(typed, 1, Reading(F3, Suit.H))
    assert melds == do.DeclareMelds(melds_of(F3, meant, "H"))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Doppelfamilie Herz", "double family H"),
        ("Herzdoppelfamilie, doppelte Herzfamilie", "double family H, double family H"),
        ("Doppel-Familie in Herz", "double family H"),
        ("double famille pique", "double family S"),
        ("acht Siebener", "eight 7"),
        ("huit rois", "eight K"),
        ("Rundgang", "rundgang"),
    ],
)
def test_large_melds_are_read_where_the_rules_have_them(typed: str, meant: str) -> None:
    melds = parse_melds(typed, 1, Reading(PREIS, Suit.H))
    assert melds == do.DeclareMelds(melds_of(PREIS, meant, "H"))


@pytest.mark.parametrize("typed", ["", "nothing", "Nichts", "rien", "-", "none"])
def test_nothing_may_be_melded(typed: str) -> None:
    assert parse_melds(typed, 1, Reading(F3, Suit.H)) == do.DeclareMelds()


def test_four_tens_are_not_a_dix() -> None:
    rules = rules_with("souabe-3", melds={"fours": {"Z": 100}})
    melds = parse_melds("quatre dix", 1, Reading(rules, Suit.H))
    assert melds == do.DeclareMelds(melds_of(rules, "four Z", "H"))


def test_a_meld_counts_what_it_counts_in_this_trump() -> None:
    for trump, points in (("H", 150), ("S", 100), (None, 100)):
        suit = None if trump is None else Suit(trump)
        (meld,) = parse_melds("family H", 1, Reading(F3, suit)).melds
        assert meld.points == points


@pytest.mark.parametrize("typed", ["dix", "pair in trumps"])
def test_without_trump_there_is_no_dix_and_no_pair_in_trumps(typed: str) -> None:
    with pytest.raises(Unread):
        parse_melds(typed, 1, Reading(F3, None))


@pytest.mark.parametrize("joint", [", ", "; ", " und ", " and ", " et ", " + ", "&"])
def test_melds_are_listed_with_commas_or_with_and(joint: str) -> None:
    reading = Reading(find_ruleset("stammtisch"), Suit.H)
    melds = parse_melds(f"Paar Schippen{joint}Paar Bollen", 1, reading).melds
    assert [describe(meld) for meld in melds] == ["pair S", "pair B"]


@pytest.mark.parametrize("typed", ["pair S,", ", pair S", "pair S und"])
def test_a_comma_too_many_names_no_meld(typed: str) -> None:
    reading = Reading(find_ruleset("stammtisch"), Suit.H)
    assert [describe(meld) for meld in parse_melds(typed, 1, reading).melds] == ["pair S"]
