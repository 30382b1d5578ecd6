"""What a table says to one page, in its seat's words: views, refusals, notices."""

from collections.abc import Sequence

from binokel.cards.notation import Lang, SuitStyle
from binokel.engine.match import MatchView
from binokel.errors import BinokelError, IllegalAction
from binokel.locales import text
from binokel.players.base import Decision
from binokel.players.registry import versions
from binokel.server.faults import fault_of, plain
from binokel.server.table.journal import Opened, PlayerSeat, SeatOwner
from binokel.server.table.view import Teller, match_state
from binokel.server.table.wire import Fault, Hint, Notice, Refusal, WeighedAction
from binokel.telling.advice import advice
from binokel.telling.scene import Scene
from binokel.telling.words import Words


def teller(table: str, seat: int, start: Opened, lang: Lang, suits: SuitStyle) -> Teller:
    """Return who tells a seat what happens at a table."""
    players = [owner.player if isinstance(owner, PlayerSeat) else None for owner in start.seats]
    return Teller(table, seat, players, Words(lang, suits), hints=start.hints)


def refusal(
    error: BinokelError, words: tuple[Lang, SuitStyle], seq: int, seats: Sequence[str]
) -> Refusal:
    """Return why something is refused; `seats` are the names at the table."""
    return Refusal(seq, told_fault(error, words, seats))


def told_fault(error: BinokelError, words: tuple[Lang, SuitStyle], seats: Sequence[str]) -> Fault:
    """Return an error in the words of a seat."""
    if isinstance(error, IllegalAction):
        message = Words(*words).refusal(error, seats)
        return Fault(error.code, message, plain(error.details))
    return fault_of(error, words[0])


def hint(
    decisions: Sequence[Decision], view: MatchView, words: tuple[Lang, SuitStyle], seq: int
) -> Hint:
    """Return what was decided for a seat, in its words."""
    found = advice(Scene(Words(*words), view), decisions)
    weighed = tuple(
        WeighedAction(
            action=other.action,
            text=other.text,
            value=other.value,
            chance=other.chance,
            is_advised=other.is_advised,
        )
        for other in found.weighed
    )
    return Hint(
        seq=seq,
        actions=found.actions,
        text=found.text,
        reasons=found.reasons,
        weighed=weighed,
        meaning=found.meaning,
    )


def changed_players(owners: Sequence[SeatOwner]) -> list[str]:
    """Return the names of players whose version is not the one that sat down."""
    now = versions()
    players = [owner for owner in owners if isinstance(owner, PlayerSeat)]
    return [seat.name for seat in players if now.get(seat.player) != seat.version]


def notice(what: str, lang: Lang, **values: object) -> Notice:
    """Return something about the table itself, by its code."""
    return Notice(what, text(f"server.notice.{what}", lang, **values))


def standing_line(view: MatchView, lang: Lang) -> str:
    """Return in one line how a match stands, or who has won it."""
    words = Words(lang)
    match = match_state(Scene(words, view))
    pairs = zip(match.side_names, match.totals, strict=True)
    totals = " · ".join(f"{name} {words.points(total)}" for name, total in pairs)
    if match.finished:
        return f"{match.result} {totals}"
    return text("server.standing", lang, n=match.number, totals=totals)
