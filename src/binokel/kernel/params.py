"""The only translator from a rule set to what the kernel plays.

Source: rules.md [legal-cards], [last-trick-in-bid], [durch-order], [bettel-and-partner].
"""

from dataclasses import dataclass

from binokel.cards.card import Suit
from binokel.errors import Unsupported
from binokel.kernel.checks import MOST_POINTS
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class PlayParams:
    """What `Solver.set_rules` takes.

    `trump` is a suit index or -1. `duties` are must_beat, must_trump, must_over_trump,
    beat_after_ruff, partner_exempt. `worth` goes by rank from Siebener to Daus; `bonuses` are
    those of every trick, the last one and the first one; `sides` the seats of each seat's side.
    """

    trump: int
    duties: tuple[bool, bool, bool, bool, bool]
    worth: tuple[int, ...]
    bonuses: tuple[int, int, int]
    sides: tuple[int, ...]


def side_masks(rules: RuleSet) -> tuple[int, ...]:
    """Return for each seat the seats of its side, one bit each."""
    return tuple(
        sum(1 << other for other in range(rules.n_seats) if rules.side_of[other] == side)
        for side in rules.side_of
    )


def aims_of(rules: RuleSet, contract: Contract, declarer: int) -> tuple[int, int]:
    """Return whose tricks decide a Durch or Bettel, and who wants them to have all.

    Both are masks of seats. In a Bettel the tricks of the others count; the declarer and his
    partners want them to have all, the others want as few as they can get.

    Source: rules.md [durch-partner], [bettel-and-partner], [six-player-set].
    """
    side = side_masks(rules)[declarer]
    alone = side if rules.contracts.scope == "side" else 1 << declarer
    everybody = (1 << rules.n_seats) - 1
    return (alone if contract is Contract.DURCH else everybody & ~alone), side


def duties_of(rules: RuleSet) -> tuple[bool, bool, bool, bool, bool]:
    """Return must_beat, must_trump, must_over_trump, beat_after_ruff, partner_exempt."""
    play = rules.play
    return (
        play.must_beat,
        play.must_trump,
        play.must_over_trump,
        play.beat_after_ruff,
        play.partner_exempt,
    )


def worth_of(rules: RuleSet) -> tuple[int, ...]:
    """Return the points of each rank, from Siebener to Daus."""
    return tuple(rules.card_points[5 - rank] for rank in range(6))


def play_params(rules: RuleSet, trump: Suit | None, contract: Contract) -> PlayParams:
    """Return how a rule set's cards are played and counted.

    A Durch or Bettel is counted in tricks, one point each: it is won or lost by them.

    Raises:
        Unsupported: the kernel does not know such rules; the message names the keys.
    """
    play = rules.play
    counts = contract is Contract.TRUMP
    worth = worth_of(rules) if counts else (0,) * 6
    bonuses = (0, play.last_trick, play.first_trick) if counts else (1, 0, 0)
    if sum(bonuses) + 8 * sum(worth) > MOST_POINTS:
        raise Unsupported(
            f"{rules.id}: the kernel counts up to {MOST_POINTS} points a deal; lower "
            f"play.last_trick ({play.last_trick}) or play.first_trick ({play.first_trick})",
            rules=rules.id,
            keys=["play.last_trick", "play.first_trick"],
        )
    return PlayParams(
        trump=-1 if trump is None else trump.index,
        duties=duties_of(rules),
        worth=worth,
        bonuses=bonuses,
        sides=side_masks(rules),
    )
