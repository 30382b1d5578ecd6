"""What always holds of records: written and read they are the same, whatever was played."""

from contextlib import suppress
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from binokel.engine.match import Match, Undo
from binokel.engine.record import (
    format_record,
    from_dict,
    parse_record,
    record_of,
    record_of_view,
    replay,
    to_dict,
    verify,
)
from binokel.engine.state import new_deal
from binokel.errors import RecordError
from binokel.testing.random_play import random_action, random_style
from binokel.testing.strategies import matches, rulesets

SEEDS = st.integers(0, 2**32 - 1)


def go_on(match: Match, rng: Random, n_steps: int) -> None:
    """Play on, and take back now and then, also over the border of deals."""
    style = random_style(rng)
    for _ in range(n_steps):
        if match.n_steps and rng.random() < 0.05:
            match.apply(Undo(rng.randint(1, min(match.n_steps, rng.choice((1, 2, 8, 80))))))
        elif match.to_act is None:
            return
        else:
            deal = new_deal(match.rules, 0) if match.deal.is_over else match.deal
            match.apply(random_action(deal, rng, style))


strict = rulesets(lambda rules: rules.penalties.strict)
any_match = st.one_of(matches(), matches(strict))


@settings(max_examples=60)
@given(any_match, SEEDS, st.integers(0, 120))
def test_a_record_reads_back_as_it_was_written(match: Match, seed: int, n_steps: int) -> None:
    go_on(match, Random(seed), n_steps)
    record = record_of(match, date="2026-11-29", header=["place Ochsen"])
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text
    again = replay(parse_record(text))
    assert (again.entries, again.deal, again.results) == (match.entries, match.deal, match.results)


@settings(max_examples=20)
@given(any_match, SEEDS)
def test_the_json_form_says_the_same(match: Match, seed: int) -> None:
    go_on(match, Random(seed), 40)
    record = record_of(match)
    assert from_dict(to_dict(record)) == record


@settings(max_examples=20)
@given(any_match, SEEDS, st.integers(0, 60))
def test_a_resumed_record_continues_the_old_one(match: Match, seed: int, n_steps: int) -> None:
    old = record_of(match, header=["place Ochsen"])
    resumed = replay(old)
    go_on(resumed, Random(seed), n_steps)
    new = record_of(resumed, base=old)
    assert new.items[: len(old.items)] == old.items
    assert new == record_of(resumed, header=["place Ochsen"])


@settings(max_examples=20)
@given(any_match)
def test_what_a_seat_sees_can_be_written_and_read(match: Match) -> None:
    for seat in (None, *range(match.rules.n_seats)):
        record = record_of_view(match.observe(seat))
        assert parse_record(format_record(record)) == record


@settings(max_examples=30)
@given(matches(most_steps=80), SEEDS)
def test_damage_is_an_error_with_a_place_or_another_record(match: Match, seed: int) -> None:
    rng = Random(seed)
    text = format_record(match)
    for _ in range(10):
        start = rng.randrange(len(text))
        stop = min(len(text), start + rng.choice((0, 1, 1, 5, 60)))
        inserted = rng.choice(
            ("", " ", "\n", "9", "-", "x", "|", "#", "EA", "\x00", "\x85", "[", "=")
        )
        with suppress(RecordError):
            verify(text[:start] + inserted + text[stop:])
