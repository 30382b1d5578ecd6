"""The text of records: the head, the lines, what may be left out, and what does not matter."""

import pytest
from msgspec.structs import replace

from binokel.cards.card import Card, Suit
from binokel.engine.actions import (
    Action,
    Bid,
    BuryCard,
    BuryDone,
    Cut,
    DeclareMelds,
    Knock,
    NameTrump,
    NoCut,
    Pass,
    PlayCard,
    Shuffle,
    TakeBack,
)
from binokel.engine.match import Entry, Match, Undo
from binokel.engine.record import (
    Comment,
    DabbShown,
    DealStart,
    Record,
    Sums,
    Turned,
    format_record,
    parse_record,
    record_of,
    record_of_view,
    replay,
)
from binokel.engine.state import CHANCE
from binokel.errors import RecordError
from binokel.rules.writer import to_toml
from binokel.testing.builders import rules_with
from tests.unit.engine.record_texts import HASH, SAMPLE, STAMMTISCH, conceded

BODY = SAMPLE.partition("\n\n")[2]


def test_the_sample_is_canonical() -> None:
    assert format_record(parse_record(SAMPLE)) == SAMPLE


def test_the_sample_says_who_did_what() -> None:
    record = parse_record(SAMPLE)
    assert (record.rules, record.version, record.hash) == (STAMMTISCH, 1, HASH)
    assert (record.seats, record.date) == (("Anna", "Bert", "Carla"), "2026-11-29")
    assert record.items[0] == DealStart(1, 2)
    assert [entry.seat for entry in record.entries[:4]] == [CHANCE, 1, 0, 1]
    assert record.items[-2:] == (Entry(None, Undo(1)), Comment("comment"))
    assert record.entries[-4] == Entry(0, PlayCard(Card.EA))
    assert not record.is_redacted


def test_the_sample_replays_to_its_last_step() -> None:
    match = replay(parse_record(SAMPLE))
    assert match.deal.trick == (Card.EA.index, Card.EZ.index)
    assert match.to_act == 2
    assert sum(meld.points for meld in match.deal.melds[1] or ()) == 150 + 20 + 40


def test_the_contract_s_sample_leaves_out_what_goes_without_saying() -> None:
    short = SAMPLE.replace("2 meld nothing\n0 meld nothing\n", "")
    assert parse_record(short) == parse_record(SAMPLE)
    declarer_too = short.replace("1 meld family H, pair S, binokel\n", "")
    melds = [
        e.action for e in parse_record(declarer_too).entries if isinstance(e.action, DeclareMelds)
    ]
    assert melds == [DeclareMelds()] * 3


def test_a_deck_that_nobody_cuts_needs_no_line() -> None:
    text = SAMPLE.partition("0 pass")[0]
    uncut = text.replace("cut 13", "cut 0")
    assert parse_record(text.replace("cut 13\n", "")) == parse_record(uncut)
    nobody = 'binokel 1\nrules own\nseats A | B | C\n[rules]\nextends = "stammtisch"\n'
    nobody += '[rules.deal]\ncut = "none"\nknock = false\n'
    deal = text[text.index("deal 1") :].replace("cut 13\n", "")
    assert len(parse_record(nobody + deal).entries) == len(parse_record(uncut).entries) - 1


def test_burying_is_done_when_something_else_follows() -> None:
    actions = [entry.action for entry in parse_record(SAMPLE).entries]
    trump = actions.index(NameTrump(Suit.H))
    assert actions[trump - 1] == BuryDone()
    assert actions[trump - 2] == BuryCard(Card.BO)


def test_an_end_of_burying_before_anything_else_is_written() -> None:
    text = SAMPLE.partition("1 trump")[0] + "1 done\nundo 1\n1 unbury EU BO\n1 bury EU BO\n1 done\n"
    record = parse_record(text)
    assert format_record(record) == text
    assert [e.action for e in record.entries[-5:-3]] == [TakeBack(Card.EU), TakeBack(Card.BO)]
    assert replay(record).deal.burying_done


def test_a_comment_may_stand_before_the_step_that_ends_burying() -> None:
    text = SAMPLE.replace("1 trump H\n", "# hm\n1 trump H\n")
    assert format_record(parse_record(text)) == text


def test_going_out_does_not_say_that_burying_is_done() -> None:
    text = SAMPLE.partition("1 trump")[0] + "1 concede E\n"
    assert not replay(parse_record(text)).deal.burying_done


@pytest.mark.parametrize(
    "typed",
    [
        "\ufeff" + SAMPLE,
        SAMPLE.replace("\n", "\r\n"),
        SAMPLE.replace("\n", "  \t\n"),
        SAMPLE.replace("\n", "\n\n").replace("deal 1", "   deal   1"),
        SAMPLE.rstrip("\n"),
        SAMPLE.replace("0 bid 150", "0 BID 150").replace("deal 1 dealer", "DEAL 1 Dealer"),
        SAMPLE.replace("EA   1 play EZ   2", "Eichel-Ass 1 play EZ 2"),
        SAMPLE.replace("EA   1 play EZ   2", "E A\t1 play E 10\t2"),
        SAMPLE.replace("cut 13", "1 cut 13"),
        SAMPLE.replace("family H, pair S, binokel", "Herz-Familie, Schippen-Paar, Binokel"),
        SAMPLE.replace("0 bid 150\n1 bid 160\n", "0 bid 150  1 bid 160\n"),
        SAMPLE.replace("rules stammtisch", "rules Stammtisch"),
        SAMPLE.replace("1 bury SU HU EU BO", "1 bury SU\n1 bury HU, EU BO"),
        SAMPLE.replace("# comment", "#comment"),
    ],
)
def test_how_it_is_typed_does_not_matter(typed: str) -> None:
    assert parse_record(typed) == parse_record(SAMPLE)


def test_further_lines_of_the_head_are_kept_in_order() -> None:
    head = "place Ochsen, Stube\nweather rain\n# since 1987\nplayers a | b\n"
    text = SAMPLE.replace("\n\ndeal", f"\n{head}\ndeal")
    record = parse_record(text)
    assert record.header == tuple(head.strip().split("\n"))
    assert format_record(record) == text


def test_version_and_hash_may_be_missing_when_one_types() -> None:
    for line in ("rules stammtisch", "rules stammtisch 1"):
        text = SAMPLE.replace(f"rules stammtisch 1 {HASH}", line)
        assert format_record(parse_record(text)) == text
        assert replay(parse_record(text)).deal == replay(parse_record(SAMPLE)).deal


def test_a_hash_may_be_shortened_with_an_ellipsis() -> None:
    text = SAMPLE.replace(HASH, HASH[:11] + "…")
    assert format_record(parse_record(text)) == text
    assert replay(parse_record(text)).to_act == 2


def test_a_changed_rule_set_stands_in_the_record() -> None:
    rules = rules_with("stammtisch", match={"target": 500})
    text = format_record(Match(rules, ["Anna", "Bert", "Carla"], 2))
    assert '\n[rules]\nid = "own"\n' in text
    assert "\n[rules.match]\n" in text
    assert parse_record(text).rules == rules
    assert format_record(parse_record(text)) == text


def test_an_embedded_rule_set_may_be_plain_toml_and_stand_above_the_seats() -> None:
    rules = rules_with("stammtisch", match={"target": 500})
    toml = to_toml(rules).replace("source = [", "source = [\n  ")
    text = f"binokel 1\nrules own 1\n[rules]\n{toml}\nseats Anna | Bert | Carla\n{BODY}"
    assert parse_record(text).rules == rules
    short = '[rules]\nextends = "stammtisch"\n[rules.match]\ntarget = 500\n'
    text = f"binokel 1\nrules own\nseats Anna | Bert | Carla\n{short}{BODY}"
    assert parse_record(text).rules == rules


def test_names_may_have_any_sign_but_the_bar() -> None:
    seats = ["Anna 2", "Bert = [x] #", "ÄöÜ + Ω -7"]
    match = Match(STAMMTISCH, seats, 2)
    assert parse_record(format_record(match)).seats == tuple(seats)
    text = conceded().replace("Anna", seats[0]).replace("Bert", seats[1]).replace("Carla", seats[2])
    assert replay(parse_record(text)).standing.totals == (30, -160, 30)


@pytest.mark.parametrize("name", ["", " Anna", "Anna ", "An|na", "An\nna", "An\u2028na", "An\rna"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(RecordError, match="does not fit into a line") as caught:
        format_record(replace(parse_record(SAMPLE), seats=(name, "Bert", "Carla")))
    assert caught.value.line == 3
    with pytest.raises(ValueError, match="is no name"):
        Match(STAMMTISCH, [name, "Bert", "Carla"], 2)


@pytest.mark.parametrize("header", ["seats x", "7 bid", "sum 3", "[deck]", "DEAL x", "deal"])
def test_further_lines_must_not_mean_anything(header: str) -> None:
    with pytest.raises(RecordError, match="can be no further line"):
        format_record(record_of(Match(STAMMTISCH, ["A", "B", "C"], 0), header=[header]))


@pytest.mark.parametrize("comment", ["a\nb", " a"])
def test_comments_have_one_line(comment: str) -> None:
    record = parse_record(SAMPLE)
    broken = Record(rules=record.rules, seats=record.seats, items=(*record.items, Comment(comment)))
    with pytest.raises(RecordError, match="does not fit into a line"):
        format_record(broken)


def test_a_record_begins_with_a_deal() -> None:
    with pytest.raises(RecordError, match="deal 1 dealer SEAT"):
        format_record(Record(rules=STAMMTISCH, seats=("A", "B", "C"), items=(Comment("x"),)))


def test_sums_are_by_side_or_by_seat() -> None:
    head = "binokel 1\nrules kreuzbinokel\nseats Anna | Bert | Carla | Anna\ndeal 1 dealer 0\n"
    canonical = "sum Anna + Carla -120 | Bert + Anna 310\n"
    for line in (
        canonical,
        "sum Anna −120 | Bert +310\n",
        "sum Anna -120 | Bert 310 | Carla -120 | Anna 310\n",
    ):
        record = parse_record(head + line)
        assert record.items[-1] == Sums((-120, 310))
        assert format_record(record).endswith(canonical)


@pytest.mark.parametrize(
    "line",
    [
        "sum",
        "sum Anna 120",
        "sum Anna 120 | Bert x | Carla 90",
        "sum Bert 120 | Anna 310 | Carla 90",
        "sum Anna 120 | Bert 310 | Carla 90 | Anna 120",
    ],
)
def test_other_sums_are_refused(line: str) -> None:
    with pytest.raises(RecordError, match=r"write `sum Anna 0 \| Bert 0 \| Carla 0`"):
        parse_record(f"{SAMPLE}{line}\n")


def test_partners_with_different_sums_are_refused() -> None:
    head = "binokel 1\nrules kreuzbinokel\nseats A | B | C | D\ndeal 1 dealer 0\n"
    with pytest.raises(RecordError):
        parse_record(head + "sum A 1 | B 2 | C 3 | D 2\n")


def test_what_a_seat_sees_is_written_without_what_it_cannot_know() -> None:
    match = replay(parse_record(SAMPLE))
    own, other = (format_record(record_of_view(match.observe(seat))) for seat in (1, 0))
    assert "1 bury SU HU EU BO\n" in own
    assert "1 bury hidden hidden hidden hidden\n" in other
    for text in (own, other):
        assert "shuffle hidden\n" in text
        assert "dabb HU BZ BZ SZ\n" in text
        assert "1 meld family H, pair S, binokel\n" in text
        assert parse_record(text).is_redacted
        assert format_record(parse_record(text)) == text


def test_the_turned_up_suit_is_written_where_the_shuffle_is_hidden() -> None:
    text = "binokel 1\nrules zu-zweit\nseats A | B\ndeal 1 dealer 0\nshuffle hidden\nturned H\n"
    record = parse_record(f"{text}cut 12\n1 meld dix, pair H\n")
    assert Turned(Suit.H) in record.items
    melds = record.entries[-1].action
    assert isinstance(melds, DeclareMelds)
    assert [meld.points for meld in melds.melds] == [10, 40]


def test_what_one_sees_of_a_game_with_a_stock_names_the_turned_up_suit() -> None:
    match = Match(rules_with("zu-zweit"), ["A", "B"], 0)
    match.apply(Shuffle(match.rules.cards))
    assert "turned" not in format_record(record_of_view(match.observe(0)))
    match.apply(Cut(5))
    assert match.deal.trump is not None
    text = format_record(record_of_view(match.observe(0)))
    assert f"shuffle hidden\nturned {match.deal.trump}\ncut 5\n" in text


def test_a_scored_deal_of_a_view_has_its_sum() -> None:
    view = replay(parse_record(conceded())).observe(None)
    assert record_of_view(view).items[-1] == Sums((30, -160, 30))
    assert any(isinstance(item, DabbShown) for item in record_of_view(view).items)


def test_a_record_that_the_match_does_not_continue_is_no_base() -> None:
    match = replay(parse_record(SAMPLE))
    with pytest.raises(ValueError, match="does not continue"):
        record_of(match, base=parse_record(conceded()))


def test_each_deal_has_its_line_and_its_sum() -> None:
    match = replay(parse_record(conceded()))
    match.apply(Shuffle(STAMMTISCH.cards))
    text = format_record(match)
    assert "\nsum Anna 30 | Bert -160 | Carla 30\n\ndeal 2 dealer 0\nshuffle EA EA" in text
    assert format_record(parse_record(text)) == text


def test_a_contract_without_melds_is_played_at_once() -> None:
    before = SAMPLE.partition("1 trump")[0]
    text = before + "1 durch\n1 play HA   2 play HA   0 play EA\n"
    record = parse_record(text)
    assert BuryDone() in [entry.action for entry in record.entries]
    assert format_record(record) == text


def test_an_embedded_rule_set_may_end_the_text() -> None:
    text = 'binokel 1\nrules own\nseats A | B | C\n[rules]\nextends = "stammtisch"'
    assert parse_record(text).rules.match.target == 1000


def test_where_nobody_cuts_the_shuffle_turns_up_the_trump() -> None:
    head = 'binokel 1\nrules own\nseats A | B\n[rules]\nextends = "zu-zweit"\n[rules.deal]\n'
    head += 'cut = "none"\nknock = false\n'
    rules = parse_record(head).rules
    match = Match(rules, ["A", "B"], 0)
    match.apply(Shuffle(rules.cards))
    trump = match.deal.trump
    assert trump is not None
    shuffle = " ".join(map(str, rules.cards))
    record = parse_record(f"{head}deal 1 dealer 0\nshuffle {shuffle}\n1 meld pair {trump}\n")
    melds = record.entries[-1].action
    assert isinstance(melds, DeclareMelds)
    assert [meld.points for meld in melds.melds] == [40]


def test_knocking_and_leaving_the_deck_are_written() -> None:
    for words, action in (("knock", Knock()), ("cut 0", NoCut())):
        match = Match(STAMMTISCH, ["A", "B", "C"], 0)
        match.apply(Shuffle(STAMMTISCH.cards))
        match.apply(action)
        text = format_record(match)
        assert text.endswith(f"\n{words}\n")
        assert replay(parse_record(text)).deal == match.deal


def test_a_deck_left_alone_turns_up_the_trump_too() -> None:
    rules = rules_with("zu-zweit")
    match = Match(rules, ["A", "B"], 0)
    for action in (Shuffle(rules.cards), NoCut(), DeclareMelds(), DeclareMelds(), Undo(2)):
        match.apply(action)
    assert parse_record(format_record(match)).entries == tuple(match.entries)


def test_no_melds_are_left_out_where_a_stock_lets_one_meld_later() -> None:
    rules = rules_with("zu-zweit", bidding={"form": "duel", "nobody": "redeal"})
    match = Match(rules, ["A", "B"], 0)
    steps: list[Action] = [Shuffle(rules.cards), NoCut(), Pass(), Bid(150), NameTrump(Suit.H)]
    for action in (*steps, DeclareMelds(), DeclareMelds()):
        match.apply(action)
    match.apply(match.deal.legal_actions()[0])
    text = format_record(match)
    assert parse_record(text).entries == tuple(match.entries)
    with pytest.raises(RecordError, match=r"`play .*` is refused"):
        replay(parse_record(text.replace("1 meld nothing\n", "")))


def test_a_comment_in_an_embedded_rule_set_may_hold_brackets() -> None:
    block = '[rules]  # [\nextends = "stammtisch" # {\n# [[\n\n'
    text = f"binokel 1\nrules own\nseats A | B | C\n{block}deal 1 dealer 0\n"
    assert parse_record(text).items == (DealStart(1, 0),)
