"""What a new table is made from: the rules, and who sits where."""

from collections.abc import Sequence

import msgspec

from binokel.players.names import LONGEST_NAME, NEIGHBOURS, clean_name
from binokel.players.registry import player_for, usual_for
from binokel.rules.catalog import find_ruleset
from binokel.rules.ruleset import RuleSet
from binokel.rules.shortened import shortened
from binokel.server.faults import Misfit
from binokel.server.table.journal import Opened, PersonSeat, SeatOwner, opened, player_seat

MOST_DEALS = 1000


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table that a person wishes for.

    `rules` is the name of a shipped set. `players` are the computer players: one for all other
    seats, one each in turn order, or the usual one where nothing is said. `deals` ends the match
    after so many. `hints` says whether one may ask the computer what it would do.
    """

    rules: str
    name: str
    players: tuple[str, ...] | None = None
    deals: int | None = None
    hints: bool = True


def new_opened(wish: NewTable, person: str) -> Opened:
    """Return the first entry of a new table's journal.

    Raises:
        UnknownRuleSet: no shipped rules are called so.
        UnknownPlayer: no player is called so.
        UnfitPlayer: a player does not know these rules.
        Misfit: the name, the number of players or of deals is of no use.
    """
    if wish.deals is not None and not 1 <= wish.deals <= MOST_DEALS:
        raise Misfit("deals", key="deals", given=wish.deals, most=MOST_DEALS)
    rules = shortened(find_ruleset(wish.rules), wish.deals)
    return opened(rules, _seats(rules, wish, person), hints=wish.hints)


def again(start: Opened, rules: RuleSet) -> Opened:
    """Return the first entry of a new match of the same people by the same rules.

    Raises:
        UnknownPlayer: this version of the program has one of the players no more.
    """
    seats = [
        seat if isinstance(seat, PersonSeat) else player_seat(seat.name, seat.player)
        for seat in start.seats
    ]
    return opened(rules, tuple(seats), hints=start.hints)


def _seats(rules: RuleSet, wish: NewTable, person: str) -> tuple[SeatOwner, ...]:
    """Return who sits where: the person in front, the others in turn order."""
    name = clean_name(wish.name)
    if not name or clean_name(wish.name, LONGEST_NAME + 1) != name:
        raise Misfit("name", key="name", most=LONGEST_NAME)
    others = _players(rules, (usual_for(rules),) if wish.players is None else wish.players)
    names = [other for other in NEIGHBOURS if other.casefold() != name.casefold()]
    return (PersonSeat(name, person), *map(player_seat, names, others))


def _players(rules: RuleSet, wished: Sequence[str]) -> list[str]:
    n_others = rules.n_seats - 1
    names = list(wished) * n_others if len(wished) == 1 else list(wished)
    if len(names) != n_others:
        raise Misfit("players", key="players", given=len(wished), wanted=n_others)
    return [player_for(name, rules).name for name in names]
