"""Replaying: resuming a match, stepping through it, and committed shuffles."""

from random import Random

import pytest

from binokel.engine.actions import BuryCard, Shuffle
from binokel.engine.fairness import commitment, derive_order
from binokel.engine.match import Entry, Match, Undo
from binokel.engine.record import (
    Commit,
    Contribution,
    DealStart,
    Item,
    Record,
    Secret,
    format_record,
    parse_record,
    record_of,
    replay,
    start,
    verify,
    walk,
)
from binokel.engine.state import CHANCE, shuffled
from binokel.errors import RecordError
from tests.unit.engine.record_texts import SAMPLE, STAMMTISCH, conceded

SECRET = bytes(range(32))
SEATS = ("Anna", "Bert", "Carla")
RNG = Random(7)


def fault_of(record: Record) -> RecordError:
    with pytest.raises(RecordError) as caught:
        replay(record)
    assert parse_record(format_record(record)) == record
    with pytest.raises(RecordError) as verified:
        verify(format_record(record))
    assert {**verified.value.details, "in_form": True} == caught.value.details
    return verified.value


def test_a_new_match_is_a_record_with_a_dealer_and_nothing_else() -> None:
    match = Match(STAMMTISCH, SEATS, 1)
    record = record_of(match)
    assert record.items == (DealStart(1, 1),)
    again = replay(record)
    assert (again.first_dealer, again.entries, again.deal) == (1, [], match.deal)


def test_a_record_without_a_deal_cannot_be_replayed() -> None:
    fault = fault_of(Record(rules=STAMMTISCH, seats=SEATS))
    assert "`deal 1 dealer SEAT` is missing" in fault.message
    assert fault.line == 3


def test_a_shuffle_taken_back_gets_a_deal_line_of_its_own() -> None:
    match = Match(STAMMTISCH, SEATS, 1)
    for action in (shuffled(STAMMTISCH, RNG), Undo(), shuffled(STAMMTISCH, RNG)):
        match.apply(action)
    record = record_of(match)
    assert [type(item) for item in record.items] == [DealStart, Entry, Entry, DealStart, Entry]
    assert replay(record).deal == match.deal


def test_an_undo_reaches_back_into_the_deal_before() -> None:
    match = replay(parse_record(conceded()))
    for action in (shuffled(STAMMTISCH, RNG), Undo(3)):
        match.apply(action)
    assert match.to_act == 2
    text = format_record(match)
    assert text.endswith("undo 3\n")
    assert "\ndeal 2 dealer 0\n" in text
    again = replay(parse_record(text))
    assert (again.deal, again.results) == (match.deal, ())


def test_one_can_step_through_a_record() -> None:
    record = parse_record(SAMPLE)
    match = start(record)
    phases = [match.deal.phase.value for _ in walk(record, match)]
    assert [p for i, p in enumerate(phases) if p != phases[i - 1]] == [
        *("shuffle", "cut", "auction", "dabb", "bury", "trump", "meld", "play")
    ]
    assert match.entries == list(record.entries)


def test_what_is_hidden_cannot_be_replayed() -> None:
    record = parse_record(SAMPLE)
    fault = fault_of(changed(record, DealStart(1, 2), Entry(CHANCE, Shuffle(None))))
    assert (fault.line, "reason" in fault.details) == (6, False)
    fault = fault_of(changed(record, *record.items[:8], Entry(1, BuryCard(None))))
    assert (fault.line, "reason" in fault.details) == (13, False)


def committed(
    *, contributions: tuple[Contribution, ...] = (Contribution(0, "Anna's coin: heads"),)
) -> Record:
    """Return a record whose first shuffle follows from a secret and what the seats add."""
    texts = {item.seat: item.text for item in contributions}
    order = derive_order(STAMMTISCH.cards, SECRET, texts, 3)
    items: tuple[Item, ...] = (
        DealStart(1, 2),
        Commit(commitment(SECRET)),
        *contributions,
        Entry(CHANCE, Shuffle(order)),
        Secret(SECRET.hex()),
    )
    return Record(rules=STAMMTISCH, seats=SEATS, items=items)


def changed(record: Record, *items: Item) -> Record:
    return Record(rules=record.rules, seats=record.seats, items=items)


@pytest.mark.parametrize(
    "contributions",
    [(), (Contribution(0, "Anna"), Contribution(1, ""), Contribution(2, "Ω | # 7"))],
)
def test_a_revealed_secret_proves_the_shuffle(contributions: tuple[Contribution, ...]) -> None:
    record = committed(contributions=contributions)
    assert parse_record(format_record(record)) == record
    replay(record)


def test_the_secret_may_be_revealed_at_any_time_or_not_yet() -> None:
    first, commit, add, shuffle, secret = committed().items
    replay(changed(committed(), first, commit, add, shuffle))
    replay(changed(committed(), first, commit, add, secret, shuffle))


def test_another_order_than_the_committed_one_is_found_out() -> None:
    first, commit, add, shuffle, secret = committed().items
    assert isinstance(shuffle, Entry)
    assert isinstance(shuffle.action, Shuffle)
    assert shuffle.action.order is not None
    other = Entry(CHANCE, Shuffle(shuffle.action.order[::-1]))
    for items in ((other, secret), (secret, other)):
        fault = fault_of(changed(committed(), first, commit, add, *items))
        assert fault.details["reason"] == "wrong_shuffle"
        assert fault.details["order"].split() == [str(card) for card in shuffle.action.order]
    fault = fault_of(changed(committed(), first, commit, shuffle, secret))
    assert fault.details["reason"] == "wrong_shuffle"


def test_another_secret_than_the_committed_one_is_found_out() -> None:
    *before, _ = committed().items
    fault = fault_of(changed(committed(), *before, Secret("00" * 32)))
    assert (fault.details["reason"], fault.line) == ("wrong_secret", 9)


def test_a_commitment_comes_before_what_it_binds() -> None:
    first, commit, add, shuffle, secret = committed().items
    for items in (
        (first, commit, commit),
        (first, add),
        (first, commit, add, add),
        (first, commit, shuffle, add),
        (first, shuffle, commit),
        (first, shuffle, secret),
        (first, commit, add, shuffle, secret, secret),
    ):
        fault = fault_of(changed(committed(), *items))
        assert fault.details["reason"] == "wrong_commitment"


def test_each_deal_has_a_commitment_of_its_own() -> None:
    record = parse_record(conceded())
    items = committed().items
    order = derive_order(STAMMTISCH.cards, SECRET, {}, 3)
    second = (DealStart(2, 0), items[1], Entry(CHANCE, Shuffle(order)), items[-1])
    replay(changed(record, *record.items, *second))


def test_after_the_commitment_a_resumed_deal_needs_no_second_line() -> None:
    first, commit, add, shuffle, _ = committed().items
    base = changed(committed(), first, commit, add)
    match = replay(base)
    assert isinstance(shuffle, Entry)
    match.apply(shuffle.action)
    record = record_of(match, base=base)
    assert record.items == (first, commit, add, shuffle)


def test_a_resumed_record_keeps_what_the_match_does_not_know() -> None:
    base = parse_record(conceded().replace("sum", "# well played\nsum"))
    match = replay(base)
    match.apply(shuffled(STAMMTISCH, RNG))
    record = record_of(match, base=base)
    assert record.items[:-2] == base.items
    assert record.items[-2] == DealStart(2, 0)
    assert (record.date, record.header) == (base.date, base.header)
