"""The account explains every point: its details can be added up by hand."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from binokel.engine.match import Match, MatchView
from binokel.engine.record import verify
from binokel.locales import LANGUAGES, catalogue
from binokel.rules.ruleset import RuleSet
from binokel.telling import Words
from binokel.telling.account import ORDER, Row, label, rows
from binokel.telling.scene import Scene
from binokel.testing.builders import deal_with, declared, play_to, rules_with
from tests.unit.telling.scenes import new_match, random_deal, scene

HAND = "EA EZ EK EO EU SO BU HK HO SA BA BZ"
RECORDS = sorted((Path(__file__).parents[2] / "golden").glob("*.bnk"))


def sum_of(text: str) -> int:
    """Return the sum of a list such as `Paar Herz 20, vier Ober 60`."""
    return sum(int(part.rpartition(" ")[2]) for part in text.split(", "))


def product(text: str) -> int:
    """Return the value behind the colon: `150`, `2 × 150` or `150 + 100`."""
    right = text.rpartition(": ")[2]
    if "×" in right:
        one, two = right.split(" × ")
        return int(one) * int(two)
    return sum(map(int, right.split(" + ")))


def of_tricks(text: str) -> int | None:
    """Return the points of several tricks that are counted up, None for a single one."""
    counted = text.rpartition("Stiche: ")[2]
    return None if counted == text else sum(map(int, counted.split(" + ")))


def rounded(text: str) -> int:
    """Return by how much `auf Zehner: 84 wird 80` changes the count."""
    exact, ten = map(int, re.findall(r"\d+", text))
    return ten - exact


def of_buried(text: str) -> int | None:
    """Return the points of the own buried cards; others see only how many there are."""
    return None if text.endswith(" gedrückt") else sum_of(text)


def cost(text: str) -> int:
    return -product(text)


def lost_bid(text: str) -> int:
    """Return the price of `40 gemeldet + 122 gespielt = 162; verloren, einfach: 240`."""
    reached, _, price = text.rpartition("; ")
    if reached:
        melds, play, total = map(int, re.findall(r"\d+", reached))
        assert melds + play == total
    return cost(price)


COUNTS: dict[str, Callable[[str], int | None]] = {
    "melds": sum_of,
    "card_points": of_tricks,
    "buried": of_buried,
    "rounding": rounded,
    "bid_lost": lost_bid,
    "conceded": cost,
    "bury_error": cost,
    "revoke": cost,
    "durch": product,
    "durch_lost": cost,
    "bettel": product,
    "bettel_lost": cost,
}
"""How the detail of a line is counted again, where it has more than words."""


def check(row: Row, seen: set[str]) -> None:
    if row.line.what not in COUNTS or "zugesprochen" in row.detail or "zählen nicht" in row.detail:
        return
    counted = COUNTS[row.line.what](row.detail)
    if counted is not None:
        assert counted == row.line.points, row
        seen.add(row.line.what)


def check_deal(view: MatchView, seen: set[str]) -> None:
    score, scene = view.deal.score, Scene(Words("de"), view)
    if score is None:
        return
    for side, points in enumerate(score.scores):
        found = rows(scene, side)
        assert sum(row.line.points for row in found) == points
        assert {row.line for row in found} == {line for line in score.lines if line.side == side}
        for row in found:
            check(row, seen)


def finished_deals(match: Match) -> Iterator[MatchView]:
    """Yield the end of every deal of a match, as the seats see it."""
    again = Match(match.rules, match.seats, match.first_dealer)
    for entry in match.entries:
        again.apply(entry.action)
        if again.deal.is_over:
            yield from map(again.observe, range(match.rules.n_seats))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_details_of_a_record_add_up(path: Path) -> None:
    match, seen = verify(path.read_text(encoding="utf-8"))[1], set[str]()
    views = list(finished_deals(match))
    for view in views:
        check_deal(view, seen)
    assert views
    assert seen or all(view.deal.score is None or not view.deal.score.lines for view in views)


REVOKES = [
    rules_with("stammtisch", penalties={"strict": True, "revoke": form})
    for form in ("penalty", "forfeit-tricks", "lost")
]
DURCH = rules_with("stammtisch", contracts={"durch": 300, "bettel": 200, "lost": "double"})
ERRORS = rules_with("stammtisch", penalties={"strict": True}, scoring={"lost": "plus-100"})


@pytest.mark.parametrize("rules", [*REVOKES, DURCH, ERRORS], ids=range(5))
def test_the_details_of_rare_ends_add_up(rules: RuleSet) -> None:
    rng, seen = Random(5), set[str]()
    for number in range(60):
        match = new_match(rules)
        for step in random_deal(match, number % 3, rng):
            check_deal(step.after, seen)
    assert {"melds", "card_points", "rounding", "bid_lost"} <= seen
    assert seen & {"revoke", "durch", "bury_error", "durch_lost"} or rules in REVOKES


def test_a_lost_bid_tells_what_was_melded_and_played() -> None:
    melded = declared(deal_with(rules_with(), HAND), bid=500, melds="best")
    state = play_to(melded)
    told = scene(state, 0)
    score = told.view.deal.score
    assert score is not None
    (row,) = [row for row in rows(told, 0) if row.line.what == "bid_lost"]
    melds = melded.observe(0).meld_points[0]
    assert melds > 0
    assert row.detail.startswith(f"{melds} gemeldet + ")
    assert f" = {score.declarer_total}; verloren" in row.detail


def test_a_line_names_the_seat_where_a_side_has_two() -> None:
    def labels(rules: RuleSet) -> set[str]:
        state = play_to(declared(deal_with(rules), melds="best"))
        assert state.score is not None
        told = scene(state, 0)
        return {label(told, line) for line in state.score.lines if line.what == "card_points"}

    assert labels(rules_with("stammtisch")) == {"Augen aus den Stichen"}
    of_two = labels(rules_with("kreuzbinokel"))
    assert of_two
    assert all(re.fullmatch(r"Augen aus den Stichen \(\w+\)", text) for text in of_two)


def test_every_line_of_an_account_has_a_text() -> None:
    for lang in LANGUAGES:
        keys = {key for key in catalogue(lang) if key.startswith("score.what.")}
        assert keys == {f"score.what.{what}" for what in ORDER}
