"""A live table: one queue, one task, and every action stored before anyone is told."""

import asyncio
import logging
from collections.abc import Coroutine
from random import SystemRandom
from typing import Any, NamedTuple

from binokel.cards.notation import Lang, SuitStyle
from binokel.engine.actions import Action
from binokel.engine.match import MatchView
from binokel.engine.state import CHANCE, shuffled
from binokel.errors import (
    BinokelError,
    HintsOff,
    IllegalAction,
    Reason,
    StaleSequence,
    StoreFailed,
)
from binokel.server.table.bots import Turn, decide, makeshift
from binokel.server.table.hints import Hints
from binokel.server.table.journal import Course, Done, PlayerSeat, encode, rebuilt
from binokel.server.table.listening import Listener, send
from binokel.server.table.listening import encode as encode_message
from binokel.server.table.speech import changed_players, notice, refusal, teller, told_fault
from binokel.server.table.view import Teller
from binokel.server.table.wire import Act, AskHint, FromPage, Hello, NoHint, Update
from binokel.store.base import Store
from binokel.workers import Workers

PATIENCE_S = 2.0
"""How long a table waits before it tries again to write what nobody has asked for."""

MOST_ASKED = 64
"""So much may wait at a table; whoever wants more is not read from meanwhile."""

_log = logging.getLogger(__name__)


class _Asked(NamedTuple):
    """What a page has sent, and which one."""

    listener: Listener
    message: FromPage


class _Decided(NamedTuple):
    """A move that no page makes, decided when there were `seq` entries."""

    seq: int
    seat: int
    action: Action


class Table:
    """The match of a table, its pages, and the task that serves them one after the other.

    Computer players think beside that task, so that pages are answered meanwhile.
    """

    def __init__(self, name: str, course: Course, store: Store, workers: Workers) -> None:
        self.name = name
        self.course = course
        self.store = store
        self.workers = workers
        self.listeners: list[Listener] = []
        self._hints = Hints(name, workers)
        self._inbox: asyncio.Queue[_Asked | _Decided] = asyncio.Queue(MOST_ASKED)
        self._thinking: asyncio.Task[None] | None = None
        self._task = asyncio.create_task(self._serve(), name=f"table {name}")

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks on and nothing is under way."""
        return not self.listeners and self._thinking is None and self._inbox.empty()

    async def ask(self, listener: Listener, message: FromPage) -> None:
        """Take a message of a page, once there is room; the answer comes by its `send`."""
        await self._inbox.put(_Asked(listener, message))

    def leave(self, listener: Listener) -> None:
        """Tell a page no more."""
        self.listeners = [other for other in self.listeners if other is not listener]
        self._hints.leave(listener)

    def notify(self, what: str, **values: object) -> None:
        """Tell all pages something about the table itself."""
        for listener in self.listeners:
            send(listener, notice(what, listener.lang, **values))

    async def close(self) -> None:
        """Stop serving; what was done is in the journal."""
        self._hints.void()
        tasks = [task for task in (self._thinking, self._task) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- the queue ------------------------------------------------------------------------------

    async def _serve(self) -> None:
        """Do one thing after the other, for as long as the table lives."""
        while True:
            self._go_on()
            item = await self._inbox.get()
            try:
                if isinstance(item, _Decided):
                    await self._do_decided(item)
                else:
                    await self._answer(item.listener, item.message)
            except Exception:  # a fault of ours ends neither the table nor its connections
                _log.exception("table %s", self.name)
                self.notify("fault")

    async def _answer(self, listener: Listener, message: FromPage) -> None:
        """Answer a page: with an update to all, or with a hint or refusal to it alone."""
        if isinstance(message, Hello):
            self.leave(listener)
            if listener.is_open:  # it may have gone while its hello waited
                self.listeners.append(listener)
                self._welcome(listener)
            return
        if isinstance(message, AskHint):
            self._advise(listener, message)
            return
        try:
            if message.seq != self.course.seq:
                raise _stale(message.seq, self.course.seq)
            if isinstance(message, Act):
                _check_turn(self.course, listener.seat, message.action)
                await self._do(listener.seat, message.action)
            else:
                _check_dealing(self.course, listener.seat)
                await self._do(CHANCE, self._shuffle())
        except BinokelError as error:
            seats = self.course.match.seats
            words = (listener.lang, listener.suits)
            send(listener, refusal(error, words, self.course.seq, seats))

    def _advise(self, listener: Listener, message: AskHint) -> None:
        """Have a hint thought about beside the queue, or tell the page why there is none."""
        course = self.course
        try:
            _check_hint(course, listener.seat, message.seq)
        except BinokelError as error:
            words = (listener.lang, listener.suits)
            send(listener, NoHint(course.seq, told_fault(error, words, course.match.seats)))
        else:
            self._hints.ask(course, listener)

    def _shuffle(self) -> Action:
        """Return the next deck, in an order that nobody can know before."""
        return shuffled(self.course.rules, SystemRandom())

    # --- doing ----------------------------------------------------------------------------------

    async def _do(self, seat: int, action: Action) -> None:
        """Store an action, then do it and tell everyone.

        Raises:
            IllegalAction: the rules refuse it; nothing has changed.
            StaleSequence: another server has written to the journal, which was read anew.
            StoreFailed: it could not be stored; nothing has changed.
        """
        course = self.course
        fault = course.match.why_illegal(action)
        if fault is not None:
            raise fault
        entry = Done(seat, action)
        try:
            stored = self.store.submit(stream_of(self.name), course.seq, [encode(entry)])
            await asyncio.wrap_future(stored)
        except StaleSequence:
            await self._read_anew()
            raise
        before = {n: course.match.observe(n) for n in {page.seat for page in self.listeners}}
        course.add(entry)
        self._hints.void()
        self._tell(before)

    async def _do_decided(self, move: _Decided) -> None:
        """Do a move that no page has made; try again later where it could not be stored."""
        self._thinking = None
        if move.seq != self.course.seq:
            return
        try:
            await self._do(move.seat, move.action)
        except StaleSequence:
            return  # another server has gone on with the match
        except StoreFailed as error:
            _log.error("table %s: %s", self.name, error)
            self.notify("store_failed")
            self._begin(_later(move))

    async def _read_anew(self) -> None:
        """Take the match up from its journal, since somebody else has gone on with it."""
        lines = await asyncio.to_thread(self.store.read, stream_of(self.name))
        self.course = await asyncio.to_thread(rebuilt, lines)
        self._hints.void()
        for listener in self.listeners:
            self._show(listener)

    # --- telling --------------------------------------------------------------------------------

    def _welcome(self, listener: Listener) -> None:
        """Send a page the table, and whether the others still play as they did."""
        self._show(listener)
        if changed := changed_players(self.course.start.seats):
            send(listener, notice("player_changed", listener.lang, names=", ".join(changed)))

    def _show(self, listener: Listener) -> None:
        """Send a page all that it needs to begin."""
        view = self._teller(listener).view(self.course.match.observe(listener.seat))
        send(listener, Update(self.course.seq, (), view))

    def _tell(self, before: dict[int, MatchView]) -> None:
        """Send the newest entry to all pages; equal ones share the work."""
        made: dict[tuple[int, Lang, SuitStyle], bytes] = {}
        for listener in self.listeners:
            key = (listener.seat, listener.lang, listener.suits)
            if key not in made:
                made[key] = encode_message(self._update(listener, before[listener.seat]))
            listener.send(made[key])

    def _update(self, listener: Listener, before: MatchView) -> Update:
        """Return the newest entry as a seat may see it: as the history of its view has it."""
        telling = self._teller(listener)
        after = self.course.match.observe(listener.seat)
        seat, action = after.deal.history[-1]
        event = telling.event(before, after, None if seat == CHANCE else seat, action)
        return Update(self.course.seq, (event,), telling.view(after))

    def _teller(self, listener: Listener) -> Teller:
        start = self.course.start
        return teller(self.name, listener.seat, start, listener.lang, listener.suits)

    # --- those who need no page -----------------------------------------------------------------

    def _go_on(self) -> None:
        """Let chance or a computer player begin its move, if it is its turn."""
        match = self.course.match
        seat = match.to_act
        if self._thinking is not None or seat is None or match.deal.is_over:
            return
        if seat == CHANCE:
            self._begin(self._first_deck())
        elif isinstance(owner := self.course.start.seats[seat], PlayerSeat):
            self._begin(self._think(seat, owner))

    def _begin(self, deciding: Coroutine[Any, Any, _Decided]) -> None:
        async def bring() -> None:
            try:
                await self._inbox.put(await deciding)
            except Exception:  # a fault of ours: the next message of a page has it tried again
                _log.exception("table %s", self.name)
                self._thinking = None
                self.notify("fault")

        self._thinking = asyncio.create_task(bring())

    async def _first_deck(self) -> _Decided:
        return _Decided(self.course.seq, CHANCE, self._shuffle())

    async def _think(self, seat: int, owner: PlayerSeat) -> _Decided:
        """Return the move of a computer player; if it fails, any legal one, and say so."""
        course = self.course
        seed = f"{course.start.seed}/{course.seq}"
        key = f"{course.rules.id} {course.start.rules_hash}"
        turn = Turn(owner.player, course.match.observe(seat), seed, key)
        try:
            action = await self.workers.run(decide, turn)
            fault = course.match.why_illegal(action)
            if fault is not None:
                raise fault
        except Exception:  # whatever has happened to the player: the match goes on
            _log.exception("table %s: the player %s failed", self.name, owner.player)
            self.notify("player_failed", name=owner.name)
            action = makeshift(turn)
        return _Decided(course.seq, seat, action)


def stream_of(table: str) -> str:
    """Return the name of a table's journal."""
    return f"table/{table}"


async def _later(move: _Decided) -> _Decided:
    await asyncio.sleep(PATIENCE_S)
    return move


def _stale(seq: int, newest: int) -> StaleSequence:
    message = f"this answers update {seq}, but {newest} is the newest: look at it first"
    return StaleSequence(message, expected=seq, actual=newest)


def _check_hint(course: Course, seat: int, seq: int) -> None:
    """Refuse a hint where there is none to give.

    Raises:
        HintsOff: the table was opened without hints.
        StaleSequence: the page has not seen the newest update yet.
        IllegalAction: the seat is not to act.
    """
    if not course.start.hints:
        raise HintsOff("this table was opened without hints: a new one may have them")
    if seq != course.seq:
        raise _stale(seq, course.seq)
    _check_turn(course, seat, None)


def _check_turn(course: Course, seat: int, action: Action | None) -> None:
    """Refuse an action of a seat that is not to act.

    Raises:
        IllegalAction: the deal or match is over, or another seat is to act.
    """
    match = course.match
    if match.to_act == seat:
        return
    details: dict[str, Any] = {}
    if match.deal.is_over:
        reason = Reason.MATCH_OVER if match.to_act is None else Reason.DEAL_OVER
    elif match.to_act == CHANCE:
        reason, details = Reason.WRONG_PHASE, {"phase": match.deal.phase.value}
    else:
        reason, details = Reason.WRONG_SEAT, {"to_act": match.to_act}
    message = f"seat {seat} is not to act now"
    raise IllegalAction(reason, message, action=action, seat=seat, **details)


def _check_dealing(course: Course, seat: int) -> None:
    """Refuse to deal while a deal runs or after the match.

    Raises:
        IllegalAction: it is so.
    """
    match = course.match
    if match.to_act is None:
        raise IllegalAction(
            Reason.MATCH_OVER, "the match is over: begin another one", action=None, seat=seat
        )
    if not match.deal.is_over:
        raise IllegalAction(
            Reason.WRONG_PHASE,
            "the deal still runs",
            action=None,
            seat=seat,
            phase=match.deal.phase.value,
        )
