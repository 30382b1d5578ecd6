"""A match: its rule set, its seats, and the list of everything that was done.

The list is the record: replaying it gives the same match, and taking back is an entry in it.

Source: rules.md [match-by-deals], [dealer-rotation], [redeal-dealer], [first-dealer].
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from binokel.engine.actions import Action, Shuffle
from binokel.engine.state import CHANCE, DealState, new_deal
from binokel.engine.view import DealView
from binokel.errors import IllegalAction, Reason
from binokel.locales import text
from binokel.rules.match import DealResult, Standing, standing
from binokel.rules.ruleset import RuleSet

if TYPE_CHECKING:
    from random import Random


class Undo(msgspec.Struct, frozen=True, tag_field="do", tag="undo"):
    """Take back the last n steps of the match that still stand; an entry like any other."""

    n: int = 1


class Entry(NamedTuple):
    """One step of a match: who did it (CHANCE for the shuffle, None for an undo), and what."""

    seat: int | None
    action: Action | Undo


class MatchView(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat knows of the match: the rules, the deal as it sees it, and the scores.

    `number` counts the scored deals and this one from 1; `deals_left` are those after this
    one where their number is agreed, None where a target ends the match.
    """

    rules: RuleSet
    deal: DealView
    seats: tuple[str, ...]
    totals: tuple[int, ...]
    results: tuple[DealResult, ...]
    number: int
    deals_left: int | None


class _Moment(NamedTuple):
    """Where the match stands: the deal, and the results of the deals before it."""

    deal: DealState
    results: tuple[DealResult, ...]


class Match:
    """A running match. `deal` and all it holds are frozen; only the list of entries grows.

    >>> from binokel.rules.catalog import find_ruleset
    >>> match = Match(find_ruleset("stammtisch"), ["Anna", "Bert", "Carla"], first_dealer=2)
    >>> match.to_act == CHANCE, match.deal.dealer, match.standing.totals
    (True, 2, (0, 0, 0))
    """

    def __init__(self, rules: RuleSet, seats: Sequence[str], first_dealer: int) -> None:
        if len(seats) != rules.n_seats:
            raise ValueError(f"{rules.id} has {rules.n_seats} seats, not {len(seats)}")
        for name in seats:
            check_name(name)
        self.rules = rules
        self.seats = tuple(seats)
        self.first_dealer = first_dealer
        self.entries: list[Entry] = []
        self._past: list[_Moment] = []
        self._now = _Moment(new_deal(rules, first_dealer), ())

    @property
    def deal(self) -> DealState:
        """The running deal, or the finished one until the next is shuffled."""
        return self._now.deal

    @property
    def results(self) -> tuple[DealResult, ...]:
        """The results of all scored deals, the finished one included; redeals have none."""
        score = self.deal.score
        if score is None:
            return self._now.results
        result = DealResult(
            scores=score.scores,
            declarer=self.deal.declarer,
            bid=self.deal.bid,
            made=score.made,
            exact=score.exact,
        )
        return (*self._now.results, result)

    @property
    def standing(self) -> Standing:
        """Totals, whether the match is over, and who has won."""
        return standing(self.rules, self.results)

    @property
    def to_act(self) -> int | None:
        """The seat to act, CHANCE where the next deck is to be shuffled, None at the end."""
        if not self.deal.is_over:
            return self.deal.to_act
        return None if self.standing.finished else CHANCE

    @property
    def next_dealer(self) -> int:
        """Who deals now, or next where the deal is over.

        Source: rules.md [dealer-rotation], [redeal-dealer].
        """
        if not self.deal.is_over:
            return self.deal.dealer
        same = self.deal.is_redeal and self.rules.bidding.nobody == "redeal"
        return self.deal.dealer if same else (self.deal.dealer + 1) % self.rules.n_seats

    @property
    def n_steps(self) -> int:
        """How many steps stand and could be taken back."""
        return len(self._past)

    def why_illegal(self, action: Action | Undo) -> IllegalAction | None:
        """Return the reason why an action is refused now, or None if it is legal."""
        if isinstance(action, Undo):
            if 1 <= action.n <= self.n_steps:
                return None
            return _refuse(self, action, Reason.NOTHING_TO_UNDO, n=self.n_steps)
        if self.to_act is None:
            return _refuse(self, action, Reason.MATCH_OVER)
        return self._deal_for(action).why_illegal(action)

    def apply(self, action: Action | Undo) -> None:
        """Do an action: a step of the deal, the shuffle of the next deal, or an undo.

        Raises:
            IllegalAction: it is refused; the match is unchanged.
        """
        fault = self.why_illegal(action)
        if fault is not None:
            raise fault
        if isinstance(action, Undo):
            self.entries.append(Entry(None, action))
            self._now = self._past[-action.n]
            del self._past[-action.n :]
            return
        before = self._now
        deal, results = self._deal_for(action), before.results
        if before.deal.is_over:
            results = self.results
        self.entries.append(Entry(self.to_act, action))
        self._past.append(before)
        self._now = _Moment(deal.apply(action), results)

    def observe(self, seat: int | None) -> MatchView:
        """Return what a seat (None: a spectator) may know of the match."""
        results = self.results
        n_done = len(self._now.results)
        n_all = self.rules.match.deals
        return MatchView(
            rules=self.rules,
            deal=self.deal.observe(seat),
            seats=self.seats,
            totals=self.standing.totals,
            results=results,
            number=n_done + 1,
            deals_left=None if n_all is None else max(0, n_all - n_done - 1),
        )

    def _deal_for(self, action: Action) -> DealState:
        """Return the deal that an action belongs to: a shuffle opens the next one."""
        if not self.deal.is_over or not isinstance(action, Shuffle):
            return self.deal
        return new_deal(self.rules, self.next_dealer)


def check_name(name: object) -> None:
    """Refuse a name that a record cannot hold.

    Raises:
        ValueError: the name is empty, has blanks at its ends, a `|` or a line break.
    """
    if not isinstance(name, str) or name.splitlines() != [name.strip()] or "|" in name:
        raise ValueError(f"{name!r} is no name: blanks at the ends, | and line breaks must go")


def new_match(rules: RuleSet, seats: Sequence[str], rng: "Random") -> Match:
    """Return a match before its first deal; `rng` draws the dealer if need be.

    Source: rules.md [first-dealer].
    """
    drawn = rules.deal.first_dealer == "drawn"
    return Match(rules, seats, rng.randrange(rules.n_seats) if drawn else 0)


def _refuse(match: Match, action: Action | Undo, reason: Reason, **details: int) -> IllegalAction:
    message = text(f"reason.{reason}", "en", **details)
    return IllegalAction(reason, message, action=action, seat=match.to_act, **details)
