"""Playing one deal or match of a contest in all its seatings, in any process.

All seatings have the same cards and the same dealer. Each seating has random streams of its
own: with common ones a player against itself would always score the same, and the null test
could show nothing.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from random import Random
from time import process_time_ns
from typing import NamedTuple

from binokel.arena.auctions import Bidding, bidding_of, is_low_pass, together
from binokel.arena.contestant import Contestant, Mode, p_make
from binokel.arena.refused import ArenaRefused, illegal
from binokel.arena.rows import Contest, Row
from binokel.arena.seatings import LETTERS, Seats, seatings
from binokel.engine.actions import Bid, NameTrump, Pass, PlayCard, Shuffle
from binokel.engine.choices import Cards
from binokel.engine.match import Match, MatchView
from binokel.engine.phase import Phase
from binokel.engine.state import DealState, shuffled
from binokel.errors import IllegalAction
from binokel.players.base import Decision
from binokel.players.table import Table
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet

DEAL, MATCH = "deal", "match"

MOST_DECISIONS = 10_000
"""So many decisions a deal may take; a player may bury and take back without end."""

Times = dict[str, list[float]]
"""Milliseconds of processor time of each decision, by player; forced cards are left out."""


class Task(NamedTuple):
    """One unit to play."""

    rules: RuleSet
    contest: Contest
    unit: int
    seed: int
    kind: str
    mode: Mode
    reference: str
    max_deals: int
    table: Seats = Seats.MIXED


class Played(NamedTuple):
    """The rows of a unit, and how long its decisions took."""

    rows: tuple[Row, ...]
    times: Times


class _Watched(Table):
    """A table that notes what was believed and bid, and how long decisions take.

    `name` is the deal or match and its seating; `last` is who decided last, and at which seat:
    whoever is to blame where the deal goes wrong.
    """

    def __init__(self, name: str, match: Match, players: Sequence[Contestant], rng: Random) -> None:
        super().__init__(match, players, rng, fixed_cut=True)
        self.contestants = tuple(players)
        self.name = name
        self.last = ("", -1)
        self.n_decisions = 0
        self.times: Times = defaultdict(list)
        self.believed_bid: dict[int, float | None] = {}
        self.believed_trump: dict[int, float | None] = {}
        self.believed_lead: dict[int, float | None] = {}
        self.bidding = (Bidding(),) * len(players)
        self._low = [0] * len(players)

    def play_deal(self) -> DealState:
        """Play until the running or the next deal is over; return its final state."""
        self.n_decisions = 0
        self._low = [0] * len(self.contestants)
        deal = super().play_deal()
        parts = zip(self.bidding, bidding_of(deal, self._low), strict=True)
        self.bidding = tuple(map(together, parts))
        return deal

    def decide(self, seat: int) -> Decision:
        """Return the decision of the player whose seat is to act.

        Raises:
            ArenaRefused: the deal does not end.
        """
        view, who = self.match.observe(seat), self.contestants[seat]
        self.last = (who.who(view.deal.phase), seat)
        self.n_decisions += 1
        if self.n_decisions > MOST_DECISIONS:
            player, n = self.last[0], MOST_DECISIONS
            raise ArenaRefused("endless", player=player, deal=self.name, n=n)
        start = process_time_ns()
        decision = who.decide(view, self._streams[seat], self.budget)
        took_ms = (process_time_ns() - start) / 1e6
        if who.owns(view.deal.phase):
            if not _is_forced(view):
                self.times[who.name].append(took_ms)
            self._note(who, seat, view, decision)
        return decision

    def _note(self, who: Contestant, seat: int, view: MatchView, decision: Decision) -> None:
        if isinstance(decision.action, Bid):
            self.believed_bid[seat] = p_make(who.player, view, decision)
        elif isinstance(decision.action, NameTrump):
            self.believed_trump[seat] = p_make(who.player, view, decision)
        elif isinstance(decision.action, PlayCard) and seat not in self.believed_lead:
            self.believed_lead[seat] = p_make(who.player, view, decision)
        elif isinstance(decision.action, Pass):
            self._low[seat] += is_low_pass(view)

    def use_chance(self, chance: Random) -> None:
        """Take the cards from a stream that does not depend on the seating."""
        self._chance = chance


def _is_forced(view: MatchView) -> bool:
    choice = view.deal.choices[0]
    return isinstance(choice, Cards) and len(choice.cards) == 1


def play_unit(task: Task) -> Played:
    """Return a deal or match of a contest, played in all its seatings.

    Raises:
        ArenaRefused: a player decides what the rules refuse, or believes what is no chance, or a
            deal does not end. What else a player raises is raised with a note of where.
    """
    task = task._replace(rules=one_object(task.rules))
    order = shuffled(task.rules, Random(f"{task.seed} cards {task.unit}"))
    times: Times = defaultdict(list)
    rows = []
    for seating in seatings(task.rules.n_sides, len(task.contest), task.table):
        table = _table(task, seating)
        with _blaming(table):
            row = (
                _deal(task, seating, table, order)
                if task.kind == DEAL
                else _match(task, seating, table)
            )
        rows.append(row)
        for name, values in table.times.items():
            times[name] += values
    return Played(tuple(rows), dict(times))


@contextmanager
def _blaming(table: _Watched) -> Iterator[None]:
    """Name the player that is to blame, the deal and the seat."""
    try:
        yield
    except IllegalAction as error:
        raise illegal(error, table.last[0], table.name, table.last[1]) from error
    except Exception as error:
        player, seat = table.last
        error.add_note(f"{player} decided last: deal {table.name}, seat {seat + 1}")
        raise


@lru_cache(maxsize=64)
def one_object(rules: RuleSet) -> RuleSet:
    """Return one object for equal rule sets: it keeps what was computed about it."""
    return rules


@lru_cache(maxsize=64)
def _contestant(spec: str, mode: Mode, reference: str) -> Contestant:
    return Contestant(spec, mode, reference)


def _table(task: Task, seating: str) -> _Watched:
    """Return a table with the players of a seating; no name says who sits where."""
    specs = [task.contest[LETTERS.index(seating[side])] for side in task.rules.side_of]
    players = [_contestant(spec, task.mode, task.reference) for spec in specs]
    names = [str(seat + 1) for seat in range(task.rules.n_seats)]
    match, name = Match(task.rules, names, task.unit % task.rules.n_seats), f"{task.unit} {seating}"
    return _Watched(name, match, players, Random(f"{task.seed} players {task.unit} {seating}"))


def _deal(task: Task, seating: str, table: _Watched, order: Shuffle) -> Row:
    table.match.apply(order)
    deal = table.play_deal()
    score, declarer = deal.score, deal.declarer
    known = declarer is not None and score is not None and deal.contract is Contract.TRUMP
    seat = declarer if known and declarer is not None else -1
    return Row(
        contest=task.contest,
        unit=task.unit,
        seating=seating,
        dealer=deal.dealer,
        scores=score.scores if score else (0,) * task.rules.n_sides,
        scored=score is not None,
        declarer=declarer,
        bid=deal.bid,
        contract=None if declarer is None else deal.contract.value,
        made=score.made if score else None,
        believed_bid=table.believed_bid.get(seat),
        believed_trump=table.believed_trump.get(seat),
        believed_lead=table.believed_lead.get(seat),
        bidding=_bidding(task, seating, table),
    )


def _match(task: Task, seating: str, table: _Watched) -> Row:
    """Play a match; one that does not end within the most deals has no winner."""
    table.use_chance(Random(f"{task.seed} cards {task.unit}"))
    match = table.play_match(task.max_deals)
    standing = match.standing
    return Row(
        contest=task.contest,
        unit=task.unit,
        seating=seating,
        dealer=match.first_dealer,
        scores=standing.totals,
        winners=standing.winners,
        n_deals=len(match.results),
        bidding=_bidding(task, seating, table),
    )


def _bidding(task: Task, seating: str, table: _Watched) -> tuple[Bidding, ...]:
    """Return how each player bid, X first; nothing where none of them did."""
    rules = task.rules
    if rules.bidding.form == "none" or not table.contestants[0].owns(Phase.AUCTION):
        return ()
    seats = [(seating[rules.side_of[seat]], table.bidding[seat]) for seat in range(rules.n_seats)]
    letters = LETTERS[: len(task.contest)]
    return tuple(together(part for at, part in seats if at == letter) for letter in letters)
