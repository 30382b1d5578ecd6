"""Who sits where: every mixture, and no side favoured."""

from collections import Counter

import pytest

from binokel.arena.refused import ArenaRefused
from binokel.arena.seatings import Seats, mixed_seatings, seatings


def test_two_sides_are_played_both_ways() -> None:
    assert mixed_seatings(2) == ("XY", "YX")


def test_three_seats_have_all_six_mixtures() -> None:
    assert set(mixed_seatings(3)) == {"XXY", "XYX", "YXX", "YYX", "YXY", "XYY"}


@pytest.mark.parametrize("n_sides", [2, 3, 4, 5, 6])
def test_every_side_is_each_player_equally_often(n_sides: int) -> None:
    found = mixed_seatings(n_sides)
    assert len(set(found)) == len(found)
    for side in range(n_sides):
        assert Counter(seating[side] for seating in found) == dict.fromkeys("XY", len(found) / 2)


@pytest.mark.parametrize("n_sides", [2, 3, 4, 5, 6])
def test_what_only_the_seat_brings_cancels_out(n_sides: int) -> None:
    scores = [7.0**side for side in range(n_sides)]
    total = 0.0
    for seating in mixed_seatings(n_sides):
        for letter, sign in (("X", 1), ("Y", -1)):
            own = [s for s, at in zip(scores, seating, strict=True) if at == letter]
            total += sign * sum(own) / len(own)
    assert total == pytest.approx(0)


@pytest.mark.parametrize("n_sides", [2, 3, 4, 5, 6])
def test_each_player_follows_the_other_equally_often(n_sides: int) -> None:
    pairs = Counter(s[i - 1] + s[i] for s in mixed_seatings(n_sides) for i in range(n_sides))
    assert pairs["XY"] == pairs["YX"]
    assert pairs["XX"] == pairs["YY"]


@pytest.mark.parametrize("n_sides", [2, 3, 4, 5, 6])
def test_a_single_player_sits_once_on_every_side_against_all_others(n_sides: int) -> None:
    found = seatings(n_sides, 2, Seats.ONE)
    assert [seating.count("X") for seating in found] == [1] * n_sides
    assert {seating.index("X") for seating in found} == set(range(n_sides))


def test_with_two_sides_one_against_the_rest_is_both_ways_as_ever() -> None:
    assert seatings(2, 2, Seats.ONE) == seatings(2, 2)


def test_a_player_alone_sits_on_every_side() -> None:
    assert seatings(4, 1) == ("XXXX",)


def test_three_players_sit_in_every_order() -> None:
    assert len(seatings(3, 3)) == 6
    assert all(sorted(seating) == list("XYZ") for seating in seatings(3, 3))


def test_three_players_on_two_sides_are_refused_with_the_remedy() -> None:
    with pytest.raises(ArenaRefused, match="3 players on 2 sides; compare two"):
        seatings(2, 3)
