"""Samples say of a deal what two other ways of looking at it say."""

from pathlib import Path

import numpy as np
import pytest

from binokel.cards.card import RANKS, SUITS, Card
from binokel.errors import TrainingError, Unsupported
from binokel.kernel import COMPILED
from binokel.kernel.checks import ROW
from binokel.kernel.courses import engine_deal
from binokel.kernel.selfplay import Manner, PlayedDeal
from binokel.players.model.features import place_of
from binokel.players.selfplay import NEVER, self_play
from binokel.rules.catalog import find_ruleset
from binokel.rules.ruleset import RuleSet
from binokel.testing.builders import rules_with
from binokel.training.samples import Samples, joined, load, rank_counts, samples_of, save
from binokel.training.searchplay import Piece, pieces_of, play, sample_of

pytestmark = pytest.mark.skipif(not COMPILED, reason="thousands of deals need the compiled kernel")
SEED = 5


def told(samples: Samples, row: int) -> tuple[object, ...]:
    return tuple(np.asarray(getattr(samples, name)[row]).tolist() for name in Samples.__slots__)


def pattern(cards: list[Card], letter: str) -> int:
    """Return the number of a suit's copies by rank, counted card by card."""
    number = 0
    for rank in RANKS:
        copies = sum(card.suit.letter == letter and card.rank is rank for card in cards)
        number = 3 * number + copies
    return number


def as_sample(rules: RuleSet, deal: PlayedDeal) -> tuple[object, ...]:
    """Return the sample of a deal, read off its cards one by one."""
    declarer, trump = deal.declarer, deal.trump
    assert declarer is not None
    assert trump is not None
    kept = [*deal.hands[declarer], *deal.dabb]
    for card in deal.buried:
        kept.remove(card)
    suits = [SUITS[(trump.index + i) % 4] for i in range(4)]
    up = RANKS[::-1]
    gone = [sum(c.suit is trump and c.rank is rank for c in deal.buried) for rank in up]
    gone += [sum(c.suit is not trump and c.rank is rank for c in deal.buried) for rank in up]
    side = rules.sides[rules.side_of[declarer]]
    points = sum(deal.tricks[seat] for seat in side)
    points += rules.play.last_trick if deal.last_winner in side else 0
    return (
        [pattern(kept, suit.letter) for suit in suits],
        gone,
        place_of(rules, deal.dealer, declarer),
        3,
        points if any(deal.won[seat] for seat in side) else -1,
    )


@pytest.mark.parametrize("name", ["stammtisch", "kreuzbinokel", "souabe-4", "preisbinokel"])
def test_samples_are_what_the_cards_of_their_deals_say(name: str) -> None:
    rules = find_ruleset(name)
    playing = self_play(rules, Manner(0, NEVER))
    room = bytearray(8 * ROW * 200)
    playing.fill(memoryview(room).cast("q"), SEED)
    samples = samples_of(rules, np.frombuffer(room, np.int64).reshape(-1, ROW), 3)
    deals = [deal for deal in playing.play(200, SEED) if deal.status == "played"]
    assert len(samples) == len(deals) > 100
    for row, deal in enumerate(deals):
        assert told(samples, row) == as_sample(rules, deal)


@pytest.mark.parametrize("name", ["stammtisch", "palast-4-48"])
def test_the_engines_deals_give_the_same_samples_as_self_play(name: str) -> None:
    rules = find_ruleset(name)
    playing = self_play(rules, Manner(0, NEVER))
    compared = 0
    for number in range(40):
        course = playing.course(SEED, number)
        if course.deal.status != "played":
            continue
        compared += 1
        found = sample_of(rules, engine_deal(rules, course), 3)
        assert told(found, 0) == as_sample(rules, course.deal)
    assert compared > 20


def test_bins_are_tens_and_one_for_no_trick() -> None:
    points = np.array([-1, 0, 9, 10, 99, 250, 400], np.int16)
    n = len(points)
    empty = np.zeros(n, np.uint8)
    samples = Samples(np.zeros((n, 4), np.int16), np.zeros((n, 12), np.uint8), empty, empty, points)
    assert samples.bins().tolist() == [0, 1, 1, 2, 10, 26, 26]


def test_patterns_count_the_copies_of_each_rank() -> None:
    counts = rank_counts()
    assert counts.shape == (729, 6)
    assert counts[728].tolist() == [2] * 6
    assert counts[3 * 1 + 2].tolist() == [2, 1, 0, 0, 0, 0]


def test_a_bonus_for_the_first_trick_is_refused() -> None:
    rules = rules_with("stammtisch", play={"first_trick": 10})
    room = bytearray(8 * ROW * 10)
    self_play(rules, Manner(0, NEVER)).fill(memoryview(room).cast("q"), SEED)
    with pytest.raises(Unsupported, match="first_trick"):
        samples_of(rules, np.frombuffer(room, np.int64).reshape(-1, ROW), 0)


def test_samples_are_kept_in_files(tmp_path: Path) -> None:
    piece = Piece("stammtisch", 2, "heuristic", 4, 9, 0)
    samples = play(piece)
    assert 10 <= len(samples) <= 20
    assert joined([play(piece)]).points.tolist() == samples.points.tolist()
    save(samples, tmp_path / "some.npz", "here")
    again = load(tmp_path / "some.npz", "here", 2)
    for row in range(len(samples)):
        assert told(again, row) == told(samples, row)
    with pytest.raises(TrainingError, match="table: numbers from 2 to 2"):
        load(tmp_path / "some.npz", "here", 3)
    assert samples.take(np.array([1])).points[0] == samples.points[1]


def test_pieces_go_through_all_rule_sets_in_turn_until_there_are_enough() -> None:
    pieces = pieces_of(["stammtisch", "palast"], "heuristic", 4, 9, 90)
    assert [piece.rules for piece in pieces] == ["stammtisch", "palast"] * 3
    assert len({piece.name for piece in pieces}) == 6
