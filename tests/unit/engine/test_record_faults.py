"""Bad records: each has its place, what is wrong, and what to write instead."""

import re

import pytest

from binokel.engine.record import parse_record, replay, verify
from binokel.errors import RecordError
from binokel.testing.builders import rules_with
from tests.unit.engine.record_texts import HASH, SAMPLE, STAMMTISCH, conceded

WHOLE = conceded()


def fault_of(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        verify(text)
    return caught.value


def test_the_texts_are_valid() -> None:
    verify(SAMPLE)
    verify(WHOLE)


UNREADABLE = [
    ("", "", (1, 1), "begins with the line `binokel 1`"),
    ("binokel 1\n", "hello\nbinokel 1\n", (1, 1), "not with 'hello'"),
    ("binokel 1", "binokel 2", (1, 9), "reads `binokel 1`"),
    ("binokel 1", "binokel", (1, 8), "version ''"),
    ("rules stammtisch", "rulez stammtisch", (5, 1), "`rules …` is missing"),
    ("rules stammtisch", "rules stamtisch", (2, 7), "did you mean stammtisch"),
    (HASH, "md5:12", (2, 7), "no rule set is called"),
    (f"rules stammtisch 1 {HASH}", "rules", (2, 6), "write `rules NAME"),
    ("seats Anna", "saets Anna", (5, 1), "`seats …` is missing"),
    ("seats Anna | Bert | Carla", "seats Anna | Bert", (3, 7), "2 names, but stammtisch has 3"),
    ("seats Anna | Bert", "seats Anna | | Bert", (3, 7), "write `seats Anna | Bert | Carla`"),
    ("date 2026-11-29", "date", (4, 5), "write `date 2026-11-29`"),
    ("date 2026-11-29", "seats A | B | C", (4, 1), "further up"),
    ("date 2026-11-29", "binokel 1", (4, 1), "further up"),
    ("date 2026-11-29", "[deck]", (4, 1), "write `[rules]`"),
    ("deal 1 dealer 2\n", "", (6, 1), "`deal 1 dealer SEAT` is missing"),
    ("deal 1 dealer 2", "0 bid 150", (6, 1), "`deal 1 dealer SEAT` is missing"),
    ("deal 1 dealer 2", "deal 1", (6, 6), "write `deal 1 dealer 0`"),
    ("deal 1 dealer 2", "deal 1 dealer 3", (6, 6), "seats are 0 to 2"),
    ("shuffle", "shufle", (7, 1), "perhaps one of: shuffle"),
    ("0 bid 150", "0 bit 150", (9, 3), "'bit' is no action; perhaps one of: bid"),
    ("0 bid 150", "0 zzzz", (9, 3), "bid, pass, take"),
    ("0 bid 150", "0", (9, 2), "after the seat the action is missing: bid, pass"),
    ("0 bid 150", "0 sum", (9, 3), "no seat stands before `sum`"),
    ("0 bid 150", "0 bid", (9, 6), "write `bid 150`"),
    ("0 bid 150", "0 undo 1", (9, 3), "no seat stands before `undo`"),
    ("0 bid 150", "3 bid 150", (9, 1), "there is no seat 3"),
    ("0 bid 150", "bid 150", (9, 1), "the seat's number is missing before `bid`"),
    ("1 take", "TAKE", (13, 1), "the seat's number is missing before `take`"),
    (" 1 sha256", " sha256", (2, 18), "the version number is missing: `rules stammtisch 1 sha256:"),
    (f" 1 {HASH}", " sha256:55f8…", (2, 18), "missing: `rules stammtisch 1 sha256:55f8…`"),
    ("0 play EA   1", "0 play EA   3", (19, 13), "there is no seat 3"),
    ("1 play EZ", "1 plai EZ", (19, 15), "perhaps one of: play"),
    ("1 play EZ", "1 play EX", (19, 21), "'X' is no rank"),
    ("family H", "famly H", (16, 8), "is no meld"),
    ("pair S", "pair", (16, 18), "the suit is missing"),
    ("undo 1", "sum 3", (20, 5), "write `sum Anna 0"),
    ("undo 1", "commit x", (20, 8), "write `commit sha256"),
    ("undo 1", "secret x", (20, 8), "write `secret"),
    ("undo 1", "add x", (20, 5), "write `add SEAT TEXT`"),
    ("undo 1", "add 3 x", (20, 5), "seats are 0 to 2"),
    ("undo 1", "turned X", (20, 8), "is no suit"),
    ("undo 1", "dabb XX", (20, 6), "names no card"),
    ("undo 1", "undo\x001", (20, 5), "the sign U+0000 may not stand"),
    ("0 bid 150", "0 bid 1\x8550", (9, 8), "the sign U+0085 may not stand"),
    ("1 bury SU HU EU BO", "1 bury hidden", (14, 1), "cards are hidden"),
]


@pytest.mark.parametrize(("old", "new", "place", "message"), UNREADABLE)
def test_what_cannot_be_read_is_told_with_its_place(
    old: str, new: str, place: tuple[int, int], message: str
) -> None:
    fault = fault_of(SAMPLE.replace(old, new, 1) if old else new)
    assert (fault.line, fault.column) == place
    assert message in fault.message
    assert "reason" not in fault.details


BROKEN = [
    ("stammtisch 1 ", "stammtisch 2 ", (2, 7), "wrong_version", "made by version 2 of stammtisch"),
    (HASH, "sha256:" + "0" * 64, (2, 7), "wrong_hash", "made by other rules"),
    (HASH, "sha256:0…", (2, 7), "wrong_hash", "made by other rules"),
    ("deal 1", "deal 2", (6, 1), "wrong_deal", "`deal 1 dealer 2`"),
    ("cut 13", "cut 40", (8, 1), "cut_out_of_range", "1 to 39 can"),
    ("cut 13\n", "", (13, 1), "not_in_hand", "SU is not in the hand"),
    ("cut 13", "undo 1\nundo 1", (9, 1), "nothing_to_undo", "Only 0 steps"),
    ("cut 13", "deal 1 dealer 2", (8, 1), "deal_too_soon", "no deal begins here"),
    ("cut 13", "shuffle EA", (8, 1), "wrong_phase", "Possible is `cut 0`"),
    ("0 bid 150", "1 bid 150", (9, 1), "wrong_seat", "Seat 0 is to act, not seat 1"),
    ("0 bid 150", "0 bid 155", (9, 1), "bid_off_step", "steps of 10"),
    ("1 bid 160", "1 bid 150", (10, 1), "bid_too_low", "the next bid is 160"),
    ("1 take", "1 bury SU", (13, 1), "wrong_phase", "Possible is `1 take`"),
    ("bury SU HU EU BO", "bury SU HU EU BA", (14, 17), "not_in_hand", "BA is not in the hand"),
    ("bury SU HU EU BO", "bury SU HU EU", (15, 1), "bury_count", "3 lie there now"),
    ("bury SU HU EU BO", "bury SU HU EU BO HZ", (14, 20), "bury_count", "4 cards"),
    ("family H, pair S", "family H, pair E", (16, 1), "meld_not_held", "Cards are missing"),
    ("family H, pair S", "family H, dix", (16, 18), "meld_unknown", "counts nothing in"),
    ("2 meld nothing", "0 meld nothing", (17, 1), "wrong_seat", "Seat 2 is to act"),
    ("0 play EA", "0 play SA", (19, 13), "must_follow", "`play EZ` is refused"),
    ("1 play EZ", "1 play EA", (19, 13), "not_in_hand", "Possible is `1 play"),
    ("2 play EA", "1 play EA", (19, 25), "wrong_seat", "Seat 2 is to act, not seat 1"),
    ("2 play EA", "2 play BA", (19, 25), "must_follow", "Follow suit: EA was led"),
    ("undo 1", "undo 99", (20, 1), "nothing_to_undo", "steps can be taken back"),
    ("undo 1", "undo 0", (20, 1), "nothing_to_undo", "Possible is `undo 1` … `undo 19`"),
    ("undo 1", "sum Anna 1 | Bert 0 | Carla 0", (20, 1), "wrong_sum", "Anna 0 | Bert 0 | Carla 0"),
    ("undo 1", "turned S", (20, 1), "wrong_turned", "another suit than S"),
    ("undo 1", "dabb SU HU EU BO", (20, 1), "wrong_dabb", "HU BZ BZ SZ"),
]


@pytest.mark.parametrize(("old", "new", "place", "reason", "message"), BROKEN)
def test_a_broken_rule_is_told_with_its_place(
    old: str, new: str, place: tuple[int, int], reason: str, message: str
) -> None:
    fault = fault_of(SAMPLE.replace(old, new, 1))
    assert (fault.line, fault.column) == place
    assert fault.details["reason"] == reason
    assert message in fault.message


def test_a_cut_that_must_be_cannot_be_left_out() -> None:
    head = "binokel 1\nrules preisbinokel\nseats A | B | C\ndeal 1 dealer 0\n"
    deck = " ".join(map(str, rules_with("preisbinokel").cards))
    fault = fault_of(f"{head}shuffle {deck}\n1 bid 150\n")
    assert (fault.line, fault.details["reason"]) == (6, "cut_mandatory")
    assert "Possible is `cut 1`, `cut 2`" in fault.message
    verify(f"{head}shuffle {deck}\ncut 1\n1 bid 150\n")


def test_the_sample_may_state_what_lies_in_the_dabb() -> None:
    verify(SAMPLE.replace("undo 1", "dabb BZ BZ SZ HU\nturned H"))


def test_after_the_end_of_a_deal_the_next_one_begins_with_its_line() -> None:
    shuffle = re.search("^shuffle .*$", WHOLE, re.MULTILINE)
    assert shuffle
    fault = fault_of(f"{WHOLE}{shuffle[0]}\n")
    assert fault.details["reason"] == "no_deal"
    assert "`deal 2 dealer 0` is missing" in fault.message
    fault = fault_of(f"{WHOLE}0 bid 150\n")
    assert "`deal 2 dealer 0`, `shuffle …`" in fault.message
    fault = fault_of(f"{WHOLE}deal 2 dealer 0\n0 bid 150\n")
    assert fault.details["reason"] == "wrong_phase"
    assert "Possible is `shuffle …`" in fault.message
    fault = fault_of(f"{WHOLE}deal 2 dealer 0\ndeal 2 dealer 0\n")
    assert fault.details["reason"] == "deal_too_soon"


def test_after_the_end_of_the_match_nothing_follows() -> None:
    target = "[rules]\nextends = 'stammtisch'\n[rules.match]\nends = 'deals'\ndeals = 1\n"
    head = "binokel 1\nrules own\nseats Anna | Bert | Carla\n"
    ended = head + target + WHOLE[WHOLE.index("deal 1") :]
    _, match = verify(ended)
    assert match.to_act is None
    fault = fault_of(f"{ended}0 bid 150\n")
    assert fault.details["reason"] == "match_over"
    fault = fault_of(f"{ended}deal 2 dealer 0\n")
    assert fault.details["reason"] == "deal_too_soon"
    verify(f"{ended}undo 1\n0 meld nothing\n")


def test_a_changed_shuffle_shows_where_a_card_is_missing() -> None:
    line = re.search("^shuffle .*$", SAMPLE, re.MULTILINE)
    assert line
    words = line[0].split()
    swapped = SAMPLE.replace(line[0], " ".join([words[0], *reversed(words[1:])]))
    assert fault_of(swapped).details["reason"] == "meld_not_held"
    twice = SAMPLE.replace(line[0], " ".join([*words[:-1], words[1]]))
    assert fault_of(twice).details["reason"] == "not_the_deck"
    fewer = SAMPLE.replace(line[0], " ".join(words[:-1]))
    assert fault_of(fewer).details["reason"] == "not_the_deck"


def test_every_played_card_is_checked_against_the_hand() -> None:
    before = SAMPLE[: SAMPLE.index("0 play EA")]
    hand = replay(parse_record(before)).deal.hand(0)
    foreign = [card for card in STAMMTISCH.cards if card not in hand]
    assert foreign
    for card in foreign:
        fault = fault_of(f"{before}0 play {card}\n")
        assert (fault.line, fault.column) == (19, 1)
        assert fault.details["reason"] == "not_in_hand"


@pytest.mark.parametrize("text", [SAMPLE, WHOLE], ids=["sample", "whole"])
def test_a_record_cut_off_after_a_line_is_a_record_or_lacks_its_head(text: str) -> None:
    lines = text.splitlines(keepends=True)
    for n in range(len(lines)):
        short = "".join(lines[:n])
        if n < 6:
            assert "reason" not in fault_of(short).details
        else:
            record, match = verify(short)
            assert tuple(match.entries) == record.entries
            assert match.entries == replay(parse_record(text)).entries[: len(match.entries)] or (
                lines[n - 1].startswith("1 bury")
            )


@pytest.mark.parametrize("text", [SAMPLE, WHOLE], ids=["sample", "whole"])
def test_a_record_cut_off_anywhere_is_a_record_or_an_error(text: str) -> None:
    places = [place_of_fault(text[:n]) for n in range(0, len(text), 3)]
    faults = [(n, place) for n, place in zip(range(0, len(text), 3), places, strict=True) if place]
    assert len(faults) > 20
    for n, (line, column) in faults:
        lines = text[:n].split("\n")
        assert 1 <= line <= len(lines)
        assert 1 <= column <= len(lines[line - 1]) + 2


def place_of_fault(text: str) -> tuple[int, int] | None:
    try:
        verify(text)
    except RecordError as fault:
        return fault.line, fault.column
    return None


def test_a_fault_in_an_embedded_rule_set_is_told_in_its_line() -> None:
    head = "binokel 1\nrules own\nseats A | B | C\n[rules]\n"
    cases = [
        ('extends = "stammtisch"\nx =\n', (6, 4), "cannot be read: no TOML: Invalid value"),
        ('extends = "stammtisch"\n[rules.play]\nmust_bat = true\n', (4, 1), "must_beat"),
        ('extends = "nix"\n', (4, 1), "no rule set is called"),
        ('id = "mine"\nextends = "stammtisch"\n', (4, 1), "the rule set is called mine"),
    ]
    for toml, place, message in cases:
        fault = fault_of(head + toml + "deal 1 dealer 0\n")
        assert message in fault.message
        assert (fault.line, fault.column) == place
        assert "reason" not in fault.details


@pytest.mark.parametrize(
    ("version", "digest", "reason", "message"),
    [
        ("1 ", "sha256:" + "0" * 64, "wrong_hash", "not that of the rule set under [rules]"),
        ("7", "", "wrong_version", "has version 1, the head says version 7"),
    ],
)
def test_an_embedded_rule_set_of_another_hash_is_not_to_be_embedded_once_more(
    version: str, digest: str, reason: str, message: str
) -> None:
    head = f"binokel 1\nrules own {version}{digest}\nseats A | B | C\n"
    toml = "[rules]\nextends = 'stammtisch'\n[rules.play]\nlead = 'declarer'\n"
    fault = fault_of(f"{head}{toml}deal 1 dealer 0\n")
    assert (fault.line, fault.details["reason"]) == (2, reason)
    assert message in fault.message
    assert "needs" not in fault.message


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
def test_every_kind_of_line_end_ends_a_line(end: str) -> None:
    assert verify(SAMPLE.replace("\n", end))[0] == verify(SAMPLE)[0]
    text = SAMPLE.replace("2 play EA", "2 play BA").replace("\n", end)
    assert (fault_of(text).line, fault_of(text).column) == (19, 25)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("rules stammtisch", "rules " + "x" * 5000),
        ("seats Anna", "seats |" + "x" * 5000),
        ("deal 1", "deal " + "x" * 5000),
        ("0 bid 150", "0 " + "x" * 5000),
        ("0 bid 150", "x" * 5000),
        ("0 bid 150", "0 bid " + "x" * 5000),
        ("1 play EZ", "1 play " + "x" * 5000),
        ("pair S", "x" * 5000),
        ("shuffle", "shuffle " + "EA " * 5000),
        ("undo 1", "sum " + "x" * 5000),
    ],
)
def test_no_message_quotes_more_than_a_line_or_two(old: str, new: str) -> None:
    fault = fault_of(SAMPLE.replace(old, new, 1))
    assert "x" * 50 in fault.message or "EA EA EA" in fault.message
    assert len(fault.message) < 1200
